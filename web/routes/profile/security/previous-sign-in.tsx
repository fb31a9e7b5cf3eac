/** Shows the previous sign-in, so that players notice unauthorised access. */
import type { Profile } from '#contract/identity.ts'
import { Card } from '../../../design/card/card.tsx'
import { Detail } from '../../../design/detail/detail.tsx'
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import { When } from '../../../design/when/when.tsx'
import { useLabels } from '../../../render/labels.tsx'
import styles from './security.module.css'
import { usePlaceName } from './use-place-name.ts'

export function PreviousSignIn({ profile }: { profile: Profile | undefined }) {
  const t = useLabels('security')
  return (
    <Card title={t('previousTitle')}>
      {!profile ? (
        <Skeleton height={72} />
      ) : profile.previousSignIn ? (
        <Facts of={profile.previousSignIn} />
      ) : (
        <p className={styles.text}>{t('previousNone')}</p>
      )}
    </Card>
  )
}

function Facts({ of: { at, device, country, ip } }: { of: NonNullable<Profile['previousSignIn']> }) {
  const t = useLabels('security')
  const nameOf = usePlaceName()
  return (
    <>
      <dl className={styles.facts}>
        <Detail term={t('when')}>
          <When at={at} />
        </Detail>
        <Detail term={t('device')}>
          <bdi>{device}</bdi>
        </Detail>
        <Detail term={t('place')}>
          {country && `${nameOf(country)} ·\u00a0`}
          <bdi>{ip}</bdi>
        </Detail>
      </dl>
      <p className={styles.text}>{t('previousHint')}</p>
    </>
  )
}
