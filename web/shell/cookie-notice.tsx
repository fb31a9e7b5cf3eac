/** Says once, in a slim bar above the page, what the cookies are for; hidden by the attribute that the server writes for those who answered. */
import { answerCookies } from '../device/looks.ts'
import { Button } from '../design/button/button.tsx'
import { useContent } from '../api/use-content.ts'
import { Link } from '../render/router.tsx'
import styles from './cookie-notice.module.css'

type CookieWords = { title: string; description: string; acceptLabel: string; moreLabel: string; moreLink: string }

export function CookieNotice() {
  const words = useContent<CookieWords>('layout', 'cookies')
  return (
    <section className={styles.notice} aria-label={words.title}>
      <p>{words.description} {words.moreLink && <Link to={words.moreLink}>{words.moreLabel}</Link>}</p>
      <Button size="s" onClick={answer}>{words.acceptLabel}</Button>
    </section>
  )
}

/** The bar goes, and the focus that was in it begins the page. */
function answer(): void {
  answerCookies()
  document.getElementById('main')?.focus({ preventScroll: true })
}
