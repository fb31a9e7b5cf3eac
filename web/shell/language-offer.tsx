/**
 * Offers the site in the browser's language, once. Every page has the offers of all other languages; an attribute of
 * the document, set for each visitor, shows one of them.
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

/** Focus moves to the start of the page, because its button was removed. */
function dismiss(): void {
  dismissOffer()
  document.getElementById('main')?.focus({ preventScroll: true })
}
