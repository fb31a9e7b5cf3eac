/** The cookie notice above the page. Once it is answered, a server-rendered attribute hides it. */
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
  const consentTexts = config.gtm === null ? null : words.measuring
  return (
    <section className={styles.notice} data-notice="cookies" aria-label={words.title}>
      <p>
        {consentTexts?.description ?? words.description}{' '}
        {words.moreLink && <Link to={words.moreLink}>{words.moreLabel}</Link>}
      </p>
      {consentTexts && (
        <Button size="s" onClick={() => answer('declined')}>
          {consentTexts.declineLabel}
        </Button>
      )}
      <Button size="s" onClick={() => answer(consentTexts ? 'accepted' : 'read')}>
        {consentTexts?.acceptLabel ?? words.acceptLabel}
      </Button>
    </section>
  )
}

/** Stores the answer and moves the focus to the start of the page. */
function answer(choice: Parameters<typeof answerCookies>[0]): void {
  answerCookies(choice)
  document.getElementById('main')?.focus({ preventScroll: true })
}
