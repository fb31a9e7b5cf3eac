/**
 * Links to this page in each language. The link for the default language has a locale prefix too, so that the server
 * recognises it as an explicit choice.
 */
import { Icon } from '../design/icon/icon.tsx'
import { useLabels } from '../render/labels.tsx'
import { defaultLocale, localePath, splitLocale } from '../render/match.ts'
import { useLocation, useVisitor } from '../render/router.tsx'
import { storeLocale } from '../device/preferences.ts'
import styles from './switches.module.css'

export function LocaleSwitch() {
  const t = useLabels('shell')
  const { locale, locales } = useVisitor()
  return (
    <div className={styles.switch} role="group" aria-label={t('language')}>
      <Icon name="globe" />
      <ul>
        {locales.map(({ code, name }) => (
          <li key={code}>
            <LocaleLink code={code} isCurrent={code === locale}>
              {name}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A link to this page in another language, which is stored as the visitor's choice. It keeps the query. */
export function LocaleLink({ code, isCurrent, children }: { code: string; isCurrent?: boolean; children: string }) {
  const { locales } = useVisitor()
  const { page, search } = useLocation()
  const { path } = splitLocale(page.pathname, locales)
  const address = () => {
    if (code === defaultLocale(locales)) return `/${code}${path === '/' ? '' : path}`
    return page.entry.isUnprefixed ? path : localePath(path, code, locales)
  }
  return (
    <a
      href={address() + search}
      hrefLang={code}
      lang={code}
      data-document=""
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => storeLocale(code)}
    >
      {children}
    </a>
  )
}
