/** A list of links, each with an icon and its number of games. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../design/icon/icon.tsx'
import { useLabels } from '../../render/labels.tsx'
import { NavLink } from '../../render/router.tsx'
import styles from './choice-list.module.css'

type Choice = { to: string; icon: IconName; name: string; gamesCount: number }

/** `more` is an additional line below the list. */
export function ChoiceList({ choices, more }: { choices: Choice[]; more?: ReactNode }) {
  const t = useLabels('lobby')
  return (
    <ul className={styles.list}>
      {choices.map(({ to, icon, name, gamesCount }) => (
        <li key={to}>
          <NavLink to={to}>
            <Icon name={icon} />
            <span>{name}</span>
            <small>{t('gamesFound', { count: gamesCount })}</small>
          </NavLink>
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  )
}
