/** The lobby, what else the site offers, and the collections, as a sticky row of links. */
import { useEffect, useRef } from 'react'
import { useApi } from '../../api/use-api.ts'
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link, useLocation, useLocalePath, useVisitor } from '../../render/router.tsx'
import styles from './categories-bar.module.css'

export function CategoriesBar() {
  const t = useLabels('lobby')
  const shell = useLabels('shell')
  const { init, isSignedIn } = useVisitor()
  const { data: collections = [] } = useApi('GET /api/game/collections')
  const list = useRef<HTMLUListElement>(null)
  const { page } = useLocation()
  const localized = useLocalePath()
  const items: Array<{ to: string; icon: IconName; label: string; isInBottomBar?: boolean }> = [
    { to: '/', icon: 'home', label: t('lobby'), isInBottomBar: true },
    ...(init.config.sportsbook
      ? [{ to: '/betting', icon: 'ball' as const, label: shell('betting'), isInBottomBar: true }]
      : []),
    { to: '/tournaments', icon: 'trophy', label: shell('tournaments') },
    ...(isSignedIn ? [{ to: '/quests', icon: 'flag' as const, label: shell('quests') }] : []),
    ...collections.map(({ identity, name, icon }) => ({
      to: `/categories/${identity}`,
      icon: icon as IconName,
      label: name,
    })),
    { to: '/providers', icon: 'grid', label: t('providers') },
  ]
  // On phones the row scrolls. `scrollIntoView` would also scroll the page.
  useEffect(() => {
    const [row, chosen] = [list.current, list.current?.querySelector('[aria-current]')].map((element) =>
      element?.getBoundingClientRect(),
    )
    // The one of the bottom bar is not shown in the row.
    if (row && chosen?.width) list.current!.scrollLeft += chosen.left + chosen.width / 2 - row.left - row.width / 2
  }, [page.pathname])
  return (
    <nav className={styles.bar} aria-label={t('categories')}>
      <ul ref={list} className={styles.list}>
        <li className={styles.all}>
          <ModalLink modal="categories" className={styles.item} aria-label={t('allCategories')}>
            <Icon name="menu" size={18} />
          </ModalLink>
        </li>
        {items.map(({ to, icon, label, isInBottomBar }) => (
          <li key={to} data-in-bar={isInBottomBar}>
            <Link to={to} className={styles.item} aria-current={page.pathname === localized(to) ? 'page' : undefined}>
              <Icon name={icon} size={18} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
