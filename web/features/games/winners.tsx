/** The latest wins with masked names. Hidden when there are none. */
import type { ReactNode } from 'react'
import type { LiveBet } from '#contract/games.ts'
import { useApi } from '../../api/use-api.ts'
import { LazyImage } from '../../design/lazy-image/lazy-image.tsx'
import { Money } from '../../design/money/money.tsx'
import { below } from '../../render/below.ts'
import { useLabels } from '../../render/labels.tsx'
import { ModalLink } from '../../modals/use-modal.tsx'
import { Link, useVisitor } from '../../render/router.tsx'
import { useBetweenRounds } from '../wallet/running-rounds.ts'
import styles from './winners.module.css'

const refetchMs = 30_000
const none: LiveBet[] = []

export function Winners() {
  const t = useLabels('lobby')
  const { data = none } = useApi('GET /api/game/spins/winners', undefined, { refetchInterval: refetchMs })
  const wins = useBetweenRounds(data)
  const { isMobile } = useVisitor()
  if (wins.length === 0) return null
  return (
    <section className={styles.winners} {...below} aria-labelledby="winners">
      <h2 id="winners">{t('winners')}</h2>
      <ul className={styles.list}>
        {wins.slice(0, 12).map(({ id, game, nickname, win, currency }) => (
          <li key={id}>
            <WinnerLink gameId={game.id} isMobile={isMobile}>
              {game.thumbnail && <LazyImage src={game.thumbnail} width={36} height={48} />}
              <span className={styles.words}>
                <strong>
                  <Money amount={win} currency={currency} tone="win" />
                </strong>
                <span>
                  <bdi>{nickname}</bdi> ·&nbsp;{game.name}
                </span>
              </span>
            </WinnerLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** On phones the details of a game open in a modal, so that the lobby keeps its scroll position. */
function WinnerLink({ gameId, isMobile, children }: { gameId: string; isMobile: boolean; children: ReactNode }) {
  if (isMobile)
    return (
      <ModalLink modal="mobile-game" value={gameId} className={styles.win}>
        {children}
      </ModalLink>
    )
  return (
    <Link to={`/games/${gameId}`} className={styles.win}>
      {children}
    </Link>
  )
}
