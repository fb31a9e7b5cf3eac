/** Asks once about cookies, without standing in the way; hidden by the attribute that the server writes for those who answered. */
import { answerCookies } from '../device/looks.ts'
import { Button } from '../design/button/button.tsx'
import { useLabels } from '../render/labels.tsx'
import { Link } from '../render/router.tsx'
import styles from './cookie-notice.module.css'

export function CookieNotice() {
  const t = useLabels('shell')
  return (
    <section className={styles.notice} aria-label={t('cookies')}>
      <p>{t('cookiesText')} <Link to="/static/cookies">{t('cookiesMore')}</Link></p>
      <div className={styles.actions}>
        <Button size="s" onClick={() => answerCookies('necessary')}>{t('cookiesNecessary')}</Button>
        <Button size="s" onClick={() => answerCookies('all')}>{t('cookiesAll')}</Button>
      </div>
    </section>
  )
}
