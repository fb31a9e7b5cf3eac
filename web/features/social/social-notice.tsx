/** The outcome of a social sign-in without a session, passed in the URL. */
import { useContent } from '../../api/use-content.ts'
import { Icon } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { useSearch } from '../../render/router.tsx'
import { isSocialFlag, type SocialFlag } from './flags.ts'
import styles from './social.module.css'

type Words = { title?: string; description: string }

export function SocialNoticeBox({ title, description }: Words) {
  return (
    <div className={styles.notice} role="alert">
      <Icon name="alert" />
      <div>
        {title && <p className={styles.noticeTitle}>{title}</p>}
        <p>{description}</p>
      </div>
    </div>
  )
}

/** For the sign-in modal, whose query value is the flag. */
export function SocialNotice() {
  const flag = useSearch().get('sign-in')
  return isSocialFlag(flag) ? <Notice flag={flag} /> : null
}

function Notice({ flag }: { flag: SocialFlag }) {
  const t = useLabels('social')
  const { socialEmailMissing, accountBlocked } = useContent<Record<'socialEmailMissing' | 'accountBlocked', Words>>(
    'alerts',
    'profile',
  )
  const own: Record<SocialFlag, Words | undefined> = {
    'social-email': socialEmailMissing,
    'social-blocked': accountBlocked,
    'social-refused': { description: t('refused') },
    'social-unavailable': { description: t('unavailable') },
    'social-busy': { description: t('busy') },
  }
  const texts = own[flag]
  return texts ? <SocialNoticeBox {...texts} /> : null
}
