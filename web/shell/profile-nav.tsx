/** The profile's navigation. */
import { useEffect, useRef } from 'react'
import { Icon } from '../design/icon/icon.tsx'
import { usePressGuard } from '../features/app/use-press-guard.ts'
import { useIsOnBreak } from '../features/limits/use-is-on-break.ts'
import { useReturnGame } from '../features/games/return-game.ts'
import { useLabels } from '../render/labels.tsx'
import { NavLink, useLocation } from '../render/router.tsx'
import { useProfilePages } from './user-nav.tsx'
import styles from './profile-nav.module.css'

export function ProfileNav() {
  const t = useLabels('shell')
  const list = useRef<HTMLUListElement>(null)
  const { page } = useLocation()
  const pages = useProfilePages()
  const isOnBreak = useIsOnBreak()
  // On a phone the row is wider than the screen, so the current tab is scrolled to the middle. `scrollIntoView` would
  // also scroll the page, and a visitor who scrolled before hydration would lose the position.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector('[aria-current]')
    if (row && tab) row.scrollLeft += middleOf(tab) - middleOf(row)
  }, [page.pathname])
  // Swaps, the vault, limits and security have steps outside dialogs.
  usePressGuard()
  return (
    <nav className={styles.nav} aria-label={t('account')}>
      <ul ref={list}>
        {pages.map(({ to, icon, label }) => (
          <li key={to}>
            <NavLink to={to}>
              <Icon name={icon} size={16} />
              {t(label)}
            </NavLink>
          </li>
        ))}
      </ul>
      {!isOnBreak && <GameLink />}
    </nav>
  )
}

/** The tab knows its game only in the browser, so a wide row has the room of the link from the start. */
function GameLink() {
  const t = useLabels('shell')
  const game = useReturnGame()
  return (
    <a href={game ?? undefined} className={styles.game} hidden={game === null} title={t('returnGame')}>
      <Icon name="play" size={16} />
      <span>{t('returnGame')}</span>
    </a>
  )
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
