/** The cookie notice above the page; hidden by a server-rendered attribute once answered. */
import { answerCookies } from '../device/preferences.ts'
import { Button } from '../design/button/button.tsx'
import { useContent } from '../api/use-content.ts'
import { Link, useVisitor } from '../render/router.tsx'
import styles from './cookie-notice.module.css'

type CookieWords = {
  title: string
  description: string
  acceptLabel: string
  moreLabel: string
  moreLink: string
  /** Shown where the operator's analytics require consent. */
  measuring: { description: string; acceptLabel: string; declineLabel: string }
}

export function CookieNotice() {
  const words = useContent<CookieWords>('layout', 'cookies')
  const { config } = useVisitor().init
  const asks = config.gtm === null ? null : words.measuring
  return (
    <section className={styles.notice} data-notice="cookies" aria-label={words.title}>
      <p>
        {asks?.description ?? words.description} {words.moreLink && <Link to={words.moreLink}>{words.moreLabel}</Link>}
      </p>
      {asks && (
        <Button size="s" onClick={() => answer('declined')}>
          {asks.declineLabel}
        </Button>
      )}
      <Button size="s" onClick={() => answer(asks ? 'accepted' : 'read')}>
        {asks?.acceptLabel ?? words.acceptLabel}
      </Button>
    </section>
  )
}

/** After dismissal, focus moves to the start of the page. */
function answer(given: Parameters<typeof answerCookies>[0]): void {
  answerCookies(given)
  document.getElementById('main')?.focus({ preventScroll: true })
}
