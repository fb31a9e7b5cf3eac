/** Filters a list by studio; shown when there is more than one. */
import { useApi } from '../../api/use-api.ts'
import { useLabels } from '../../render/labels.tsx'
import { useLocation, useSearch } from '../../render/router.tsx'
import { providersOf } from './requests.ts'
import styles from './provider-filter.module.css'

export function ProviderFilter() {
  const t = useLabels('lobby')
  const { data: providers = [] } = useApi('GET /api/game/providers')
  const { page } = useLocation()
  const search = useSearch()
  const chosen = providersOf(search)
  if (providers.length < 2) return null
  const address = (id: string) => {
    const next = new URLSearchParams(search)
    next.delete('providers[]')
    next.delete('page')
    for (const each of chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
      next.append('providers[]', each)
    return `${page.pathname}?${next}`
  }
  return (
    <ul className={styles.filter} aria-label={t('providers')}>
      {providers.map(({ id, name, gamesCount }) => (
        <li key={id}>
          <a href={address(id)} className={styles.choice} aria-current={chosen.includes(id) ? 'true' : undefined}>
            {name} <span>{gamesCount}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
