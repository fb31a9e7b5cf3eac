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
  const texts = useContent<CookieWords>('layout', 'cookies')
  const { config } = useVisitor().init
  const consentTexts = config.gtm === null ? null : texts.measuring
  return (
    <section className={styles.notice} data-notice="cookies" aria-label={texts.title}>
      <p>
        {consentTexts?.description ?? texts.description}{' '}
        {texts.moreLink && <Link to={texts.moreLink}>{texts.moreLabel}</Link>}
      </p>
      {consentTexts && (
        <Button size="s" onClick={() => answer('declined')}>
          {consentTexts.declineLabel}
        </Button>
      )}
      <Button size="s" onClick={() => answer(consentTexts ? 'accepted' : 'read')}>
        {consentTexts?.acceptLabel ?? texts.acceptLabel}
      </Button>
    </section>
  )
}

/** Stores the answer and moves the focus to the start of the page. */
function answer(choice: Parameters<typeof answerCookies>[0]): void {
  answerCookies(choice)
  document.getElementById('main')?.focus({ preventScroll: true })
}
