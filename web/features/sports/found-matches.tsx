/** The matches whose teams or leagues a search finds; nothing if there are none. */
import { useApi } from '../../api/use-api.ts'
import { When } from '../../design/when/when.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './found-matches.module.css'

export function FoundMatches({ search }: { search: string }) {
  const t = useLabels('lobby')
  const { data } = useApi('GET /api/game/sportsbook/events', { query: { search } })
  if (!data?.events.length) return null
  return (
    <section className={styles.found} aria-labelledby="found-matches">
      <h2 id="found-matches">{t('foundMatches')}</h2>
      <ul>
        {data.events.map(({ id, name, league, sport, path, startsAt, isLive }) => (
          <li key={id}>
            <Link to={`/betting${path}`} className={styles.match}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <span>
                <bdi>{sport}</bdi> ·&nbsp;<bdi>{league}</bdi>
              </span>
              {isLive ? <span className={styles.live}>{t('matchLive')}</span> : <When at={startsAt} form="time" />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
