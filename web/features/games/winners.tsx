/** The latest wins of real players, names masked by the server. Nothing is shown where nobody has won. */
import { useApi } from '../../api/use-api.ts'
import { Money } from '../../design/money/money.tsx'
import { useLabels } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import styles from './winners.module.css'

const readAgainMs = 30_000

export function Winners() {
  const t = useLabels('lobby')
  const { data = [] } = useApi('GET /api/game/spins/winners', undefined, { refetchInterval: readAgainMs })
  if (data.length === 0) return null
  return (
    <section className={styles.winners} aria-labelledby="winners">
      <h2 id="winners">{t('winners')}</h2>
      <ul className={styles.list}>
        {data.slice(0, 12).map(({ id, game, nickname, win, currency }) => (
          <li key={id}>
            <Link to={`/games/${game.id}`} className={styles.win}>
              <img src={game.thumbnail} alt="" width={36} height={48} loading="lazy" decoding="async" />
              <span className={styles.words}>
                <strong><Money amount={win} currency={currency} tone="win" /></strong>
                <span><bdi>{nickname}</bdi> · {game.name}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
