/** The footer: help, legal and responsible-gaming links, language and theme. */
import { Logo } from '../design/logo/logo.tsx'
import { askCookiesAgain } from '../device/preferences.ts'
import { useContent } from '../api/use-content.ts'
import { useLabels } from '../render/labels.tsx'
import { Link, useVisitor } from '../render/router.tsx'
import { withAge } from './with-age.ts'
import { InstallSlot } from './install-slot.tsx'
import { LocaleSwitch } from './locale-switch.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './footer.module.css'

const groups = [
  {
    title: 'footerPlay',
    links: [
      ['/', 'lobby'],
      ['/providers', 'providers'],
      ['/tournaments', 'tournaments'],
      ['/welcome-package', 'welcomePackage'],
    ],
  },
  {
    title: 'footerHelp',
    links: [
      ['/questions', 'questions'],
      ['/contact', 'contact'],
      ['/static/fairness', 'fairness'],
      ['/static/responsible-gaming', 'saferPlay'],
      ['/safer-play', 'selfTest'],
    ],
  },
  {
    title: 'footerLegal',
    links: [
      ['/static/terms', 'terms'],
      ['/static/privacy', 'privacy'],
      ['/static/about', 'about'],
      ['/proof-of-liabilities', 'liabilities'],
    ],
  },
] as const

type FooterWords = { age: string; responsibility: string; legal: string; copyright: string }

/** Without links to play where the shell is quiet. */
export function Footer({ isQuiet = false }: { isQuiet?: boolean }) {
  const t = useLabels('shell')
  const texts = useContent<FooterWords>('layout', 'footer')
  const { gtm, minimumAge } = useVisitor().init.config
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <Logo />
          <p>{t('footerClaim')}</p>
        </div>
        {groups.slice(isQuiet ? 1 : 0).map(({ title, links }) => (
          <nav key={title} aria-label={t(title)}>
            <h2>{t(title)}</h2>
            <ul>
              {links.map(([to, label]) => (
                <li key={to}>
                  <Link to={to}>{t(label)}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className={styles.care}>
        <span className={styles.age} role="img" aria-label={t('adultsOnly', { age: minimumAge })}>
          {withAge(texts.age, minimumAge)}
        </span>
        <p>
          {texts.responsibility} <Link to="/static/responsible-gaming">{t('saferPlayMore')}</Link>
        </p>
      </div>
      <div className={styles.base}>
        <small>
          © {texts.copyright}. {texts.legal}
          {gtm !== null && (
            <button type="button" className={styles.choice} onClick={askCookiesAgain}>
              {t('cookieSettings')}
            </button>
          )}
        </small>
        <div className={styles.switches}>
          <LocaleSwitch />
          <ThemeSwitch />
        </div>
      </div>
      <InstallSlot />
    </footer>
  )
}
