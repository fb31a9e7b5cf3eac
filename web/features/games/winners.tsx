/** The latest wins with masked names; each opens its round. Hidden when there are none. */
import type { Winner } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { Money } from '../../design/money/money.tsx'
import { below } from '../../render/below.ts'
import { useLabels, useLocale } from '../../render/labels.tsx'
import { Link } from '../../render/router.tsx'
import { useBetweenRounds } from '../wallet/running-rounds.ts'
import { formatMultiplier } from './figures.ts'
import styles from './winners.module.css'

const refetchMs = 30_000
const none: Winner[] = []

export function Winners() {
  const t = useLabels('lobby')
  const { data = none } = useApi('GET /api/game/spins/winners', undefined, { refetchInterval: refetchMs })
  const wins = useBetweenRounds(data)
  const locale = useLocale()
  if (wins.length === 0) return null
  return (
    <section className={styles.winners} {...below} aria-labelledby="winners">
      <h2 id="winners">{t('winners')}</h2>
      <ul className={styles.list}>
        {wins.slice(0, 12).map(({ id, game, nickname, stake, win, currency, verifyUrl }) => (
          <li key={id}>
            <Link to={verifyUrl ?? `/games/${game.id}`} className={styles.win}>
              {game.thumbnail && <LazyImage src={game.thumbnail} width={36} height={48} />}
              <span className={styles.words}>
                <strong>
                  {/* Never rounded up. */}
                  {formatMultiplier(Math.floor((win / stake) * 10) / 10, locale)}{' '}
                  <Money amount={win} currency={currency} tone="win" />
                </strong>
                <span>
                  <bdi>{nickname}</bdi> ·&nbsp;{game.name}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
