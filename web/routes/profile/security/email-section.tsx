/** The e-mail address and its confirmation status. */
import type { Profile } from '#contract/identity.ts'
import { Badge } from '../../../design/badge/badge.tsx'
import { Button } from '../../../design/button/button.tsx'
import { Card } from '../../../design/card/card.tsx'
import { Skeleton } from '../../../design/skeleton/skeleton.tsx'
import texts from '../../../features/passwords/passwords.module.css'
import { useResendConfirmation } from '../../../features/passwords/use-resend-confirmation.ts'
import { useLabels } from '../../../render/labels.tsx'
import styles from './security.module.css'

export function EmailSection({ profile }: { profile: Profile | undefined }) {
  const t = useLabels('passwords')
  const { isBusy, resend } = useResendConfirmation()
  if (!profile)
    return (
      <Card title={t('emailTitle')}>
        <Skeleton height={64} />
      </Card>
    )
  const { email, isEmailConfirmed } = profile
  if (!email)
    return (
      <Card title={t('emailTitle')}>
        <p className={styles.text}>{t('emailNone')}</p>
      </Card>
    )
  const badge = (
    <Badge tone={isEmailConfirmed ? 'success' : 'warning'}>
      {t(isEmailConfirmed ? 'emailConfirmed' : 'emailUnconfirmed')}
    </Badge>
  )
  return (
    <Card title={t('emailTitle')} aside={badge}>
      <p className={texts.address}>
        <bdi>{email}</bdi>
      </p>
      <p className={styles.text}>{t(isEmailConfirmed ? 'emailSafe' : 'emailText')}</p>
      {!isEmailConfirmed && (
        <div className={styles.actions}>
          <Button icon="mail" isBusy={isBusy} onClick={() => void resend()}>
            {t('emailResend')}
          </Button>
        </div>
      )}
    </Card>
  )
}
