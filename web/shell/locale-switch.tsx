/** Links to this page in each language; the default one carries its code as an explicit choice. */
import { Icon } from '../design/icon/icon.tsx'
import { useLabels } from '../render/labels.tsx'
import { defaultLocale, localePath, splitLocale } from '../render/match.ts'
import { useLocation, useVisitor } from '../render/router.tsx'
import { storeLocale } from '../device/preferences.ts'
import styles from './switches.module.css'

export function LocaleSwitch() {
  const t = useLabels('shell')
  const { locale, locales } = useVisitor()
  const { page } = useLocation()
  const { path } = splitLocale(page.pathname, locales)
  const address = (code: string) => {
    if (code === defaultLocale(locales)) return `/${code}${path === '/' ? '' : path}`
    return page.entry.isUnprefixed ? path : localePath(path, code, locales)
  }
  return (
    <nav className={styles.switch} aria-label={t('language')}>
      <Icon name="globe" />
      <ul>
        {locales.map(({ code, name }) => (
          <li key={code}>
            <a
              href={address(code)}
              hrefLang={code}
              lang={code}
              data-document=""
              aria-current={code === locale ? 'true' : undefined}
              onClick={() => storeLocale(code)}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
