/**
 * The header, always visible: logo, search, and sign-in or wallet. A quiet one, in restricted countries and during a
 * break, invites nobody to play.
 */
import { useLabels } from '../render/labels.tsx'
import { Link, useVisitor } from '../render/router.tsx'
import { buttonClass } from '../design/button/button.tsx'
import { Icon } from '../design/icon/icon.tsx'
import { Logo } from '../design/logo/logo.tsx'
import { ModalLink } from '../modals/use-modal.tsx'
import { DisplaySwitches } from './display-switches.tsx'
import { playerPart } from './player-part.ts'
import { useSearchInput, useSearchKey } from './use-search-input.ts'
import styles from './header.module.css'
import popover from './popover.module.css'

export function Header({ isQuiet }: { isQuiet: boolean }) {
  const t = useLabels('shell')
  const { isSignedIn } = useVisitor()
  const PlayerActions = playerPart()?.PlayerActions
  return (
    <header className={styles.header} data-signed-in={isSignedIn || undefined}>
      {!isQuiet && (
        <button type="button" className={styles.menu} popoverTarget="drawer" aria-label={t('openMenu')}>
          <Icon name="menu" />
        </button>
      )}
      <Link to="/" className={styles.logo} aria-label={t('homeLink')}>
        <Logo />
        <span className={styles.mark}>
          <Logo isMarkOnly />
        </span>
      </Link>
      {!isQuiet && <SearchForm />}
      <div className={styles.end}>
        {!isSignedIn && <GuestDisplay />}
        {isSignedIn ? PlayerActions && <PlayerActions /> : !isQuiet && <GuestActions />}
      </div>
    </header>
  )
}

/** Language and theme for guests. Players find them in the account menu, and on narrow screens in the drawer. */
function GuestDisplay() {
  const t = useLabels('shell')
  return (
    <>
      <button type="button" className={styles.display} popoverTarget="display" aria-label={t('display')}>
        <Icon name="globe" />
      </button>
      <div id="display" popover="auto" role="dialog" aria-label={t('display')} className={popover.panel}>
        <DisplaySwitches />
      </div>
    </>
  )
}

function GuestActions() {
  const t = useLabels('shell')
  const { init } = useVisitor()
  return (
    <>
      <ModalLink modal="sign-in" className={`${buttonClass} ${styles.signIn}`} data-tone="plain">
        {t('signIn')}
      </ModalLink>
      {init.restrictType !== 2 && (
        <ModalLink modal="sign-up" className={buttonClass} data-tone="primary">
          {t('signUp')}
        </ModalLink>
      )}
    </>
  )
}

/** A GET form: works with or without scripts. */
function SearchForm() {
  const t = useLabels('shell')
  const { form, input } = useSearchInput('/')
  const name = t(useVisitor().init.config.sportsbook ? 'searchAll' : 'searchGames')
  useSearchKey()
  return (
    <form className={styles.search} {...form}>
      <Icon name="search" />
      <input {...input} placeholder={name} aria-label={name} aria-keyshortcuts="/" />
    </form>
  )
}
