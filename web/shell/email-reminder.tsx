/** Reminds players in the lobby and the profile that their email address is unconfirmed; they can postpone it a day. */
import { useApi } from '../api/use-api.ts'
import { writeCookie } from '../device/cookies.ts'
import { Button } from '../design/button/button.tsx'
import { useResendConfirmation } from '../features/passwords/use-resend-confirmation.ts'
import { useLabels } from '../render/labels.tsx'
import { useLocation } from '../render/router.tsx'
import styles from './cookie-notice.module.css'
import noticeStyles from './player-notices.module.css'

const daySeconds = 86_400
/** These pages show the state of the email address themselves. */
const pagesWithAddress = ['/profile/info', '/profile/security']

export function EmailReminder() {
  const t = useLabels('shell')
  const { path } = useLocation().page.entry
  const { data: profile } = useApi('GET /api/player/profile')
  const { isBusy, resend } = useResendConfirmation()
  const isShown = path === '/' || (path.startsWith('/profile/') && !pagesWithAddress.includes(path))
  if (!isShown || !profile?.email || profile.isEmailConfirmed) return null
  return (
    <section
      className={`${styles.notice} ${noticeStyles.email}`}
      data-notice="email"
      aria-label={t('emailReminderTitle')}
    >
      <p>
        {t('emailReminder')} <bdi>{profile.email}</bdi>
      </p>
      <Button size="s" isBusy={isBusy} onClick={() => void resend()}>
        {t('emailReminderSend')}
      </Button>
      <Button size="s" tone="plain" onClick={postpone}>
        {t('emailReminderLater')}
      </Button>
    </section>
  )
}

/** Stored in a cookie, so that the server hides it too. */
function postpone(): void {
  document.documentElement.dataset.reminder = 'later'
  writeCookie('email-reminder', 'later', daySeconds)
}
