/**
 * Offers the site in the language of the browser, until it is dismissed. Every page contains the offers of all other
 * languages, so that it can be cached; an attribute of <html> that is set for each visitor shows one of them.
 */
import { dismissOffer } from '../device/preferences.ts'
import { Icon } from '../design/icon/icon.tsx'
import { useVisitor } from '../render/router.tsx'
import { LocaleLink } from './locale-switch.tsx'
import styles from './language-offer.module.css'

export function LanguageOffer() {
  const { locale, locales } = useVisitor()
  return locales.map(
    ({ code, direction, offer }) =>
      offer &&
      code !== locale && (
        <aside key={code} lang={code} dir={direction} className={styles.offer} aria-label={offer.text}>
          <LocaleLink code={code}>{offer.text}</LocaleLink>
          <button type="button" aria-label={offer.dismiss} onClick={dismiss}>
            <Icon name="close" size={16} />
          </button>
        </aside>
      ),
  )
}

/** Moves the focus to the start of the page, because the focused button disappears. */
function dismiss(): void {
  dismissOffer()
  document.getElementById('main')?.focus({ preventScroll: true })
}
