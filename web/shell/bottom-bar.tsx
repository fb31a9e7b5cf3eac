/** The phone's bottom bar: five labelled items. Sports take the place of a page that the header or the menu opens too. */
import { Icon } from '../design/icon/icon.tsx'
import { useLabels } from '../render/labels.tsx'
import { Link, NavLink, useLocation, useVisitor } from '../render/router.tsx'
import { ModalLink } from '../modals/use-modal.tsx'
import styles from './bottom-bar.module.css'

export function BottomBar() {
  const t = useLabels('shell')
  const { isSignedIn, init } = useVisitor()
  const sports = init.config.sportsbook && (
    <NavLink to="/betting">
      <Icon name="ball" size={22} />
      {t('betting')}
    </NavLink>
  )
  const isWallet = useLocation().page.entry.path === '/profile/wallet'
  return (
    <nav className={styles.bar} data-bar aria-label={t('quickMenu')}>
      <button type="button" popoverTarget="drawer">
        <Icon name="menu" size={22} />
        {t('menu')}
      </button>
      <NavLink to="/">
        <Icon name="home" size={22} />
        {t('lobby')}
      </NavLink>
      <Link to="/?search=#search">
        <Icon name="search" size={22} />
        {t('search')}
      </Link>
      {isSignedIn ? (
        // The header links to the deposit tab, so this link opens the withdrawal tab.
        <ModalLink modal="wallet" value="withdraw" aria-current={isWallet ? 'page' : undefined}>
          <Icon name="wallet" size={22} />
          {t('wallet')}
        </ModalLink>
      ) : (
        sports || (
          <NavLink to="/favorites">
            <Icon name="heart" size={22} />
            {t('favorites')}
          </NavLink>
        )
      )}
      {isSignedIn ? (
        sports || (
          <NavLink to="/profile/info" within={isWallet ? undefined : '/profile'}>
            <Icon name="user" size={22} />
            {t('profile')}
          </NavLink>
        )
      ) : (
        <ModalLink modal="sign-in">
          <Icon name="user" size={22} />
          {t('signIn')}
        </ModalLink>
      )}
    </nav>
  )
}
