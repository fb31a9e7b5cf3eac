/** The side navigation: icons with labels, or with tooltips when compact. Below 1024 px it is a drawer. */
import { useRef } from 'react'
import { useApi } from '../api/use-api.ts'
import { setPreference } from '../device/preferences.ts'
import { Icon, type IconName } from '../design/icon/icon.tsx'
import { Logo } from '../design/logo/logo.tsx'
import { useLabels } from '../render/labels.tsx'
import { NavLink, useVisitor } from '../render/router.tsx'
import { DisplaySwitches } from './display-switches.tsx'
import { useHideOnMove } from './use-hide-on-move.ts'
import styles from './rail.module.css'

type Item = { to: string; icon: IconName; label: string }

export function Rail() {
  const t = useLabels('shell')
  const rail = useRef<HTMLElement>(null)
  const groups = useGroups()
  useHideOnMove(rail)
  return (
    <nav ref={rail} id="drawer" popover="auto" className={styles.rail} aria-label={t('mainMenu')}>
      <div className={styles.head}>
        <Logo />
        <button
          type="button"
          className={styles.close}
          popoverTarget="drawer"
          popoverTargetAction="hide"
          aria-label={t('closeMenu')}
        >
          <Icon name="close" />
        </button>
      </div>
      {groups.map((group) => (
        <ul key={group[0]!.to} className={styles.group}>
          {group.map(({ to, icon, label }) => (
            <li key={to}>
              <NavLink to={to} within={to === '/' ? undefined : to} className={styles.item}>
                <Icon name={icon} size={22} />
                <span className={styles.words}>{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
      <div className={styles.display}>
        <DisplaySwitches />
      </div>
      <button type="button" className={styles.compact} onClick={toggleCompact}>
        <Icon name="sidebar" size={22} />
        <span className={styles.words}>{t('toggleRail')}</span>
      </button>
    </nav>
  )
}

function toggleCompact(): void {
  setPreference('drawer', document.documentElement.dataset.drawer === 'compact' ? 'wide' : 'compact')
}

function useGroups(): Item[][] {
  const t = useLabels('shell')
  const { init, isSignedIn } = useVisitor()
  const { data: collections = [] } = useApi('GET /api/game/collections')
  const { config } = init
  return [
    [
      { to: '/', icon: 'home', label: t('lobby') },
      { to: '/favorites', icon: 'heart', label: t('favorites') },
      { to: '/recently-played', icon: 'clock', label: t('recentlyPlayed') },
    ],
    [
      ...collections.map(({ identity, name, icon }) => ({
        to: `/categories/${identity}`,
        icon: icon as IconName,
        label: name,
      })),
      { to: '/providers', icon: 'grid', label: t('providers') },
      ...(config.sportsbook ? [{ to: '/betting', icon: 'ball' as const, label: t('betting') }] : []),
    ],
    [
      { to: '/tournaments', icon: 'trophy', label: t('tournaments') },
      ...(isSignedIn ? [{ to: '/quests', icon: 'flag' as const, label: t('quests') }] : []),
      { to: '/welcome-package', icon: 'gift', label: t('welcomePackage') },
      ...(config.isLoyaltyEnabled ? [{ to: '/loyalty', icon: 'star' as const, label: t('loyalty') }] : []),
    ],
    [
      { to: '/static/responsible-gaming', icon: 'shield', label: t('saferPlay') },
      { to: '/questions', icon: 'question', label: t('questions') },
      { to: '/contact', icon: 'chat', label: t('contact') },
    ],
  ]
}
