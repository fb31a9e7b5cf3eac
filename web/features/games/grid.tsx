/** A grid of tiles, with placeholders while loading. */
import type { Game } from '#contract/games.ts'
import { useVisitor } from '../../render/router.tsx'
import { GameTile, TileSkeleton } from './tile.tsx'
import styles from './grid.module.css'

type GridProps = {
  games: Game[]
  isPlayed?: boolean | undefined
  /** Larger tiles, with return and volatility on phones too. */
  isLarge?: boolean
}
export function GameGrid({ games, isPlayed, isLarge }: GridProps) {
  const eager = useVisitor().isMobile ? 6 : 12
  return (
    <ul className={styles.grid} data-large={isLarge || undefined}>
      {games.map((game, index) => (
        <li key={game.id}>
          <GameTile game={game} isEager={index < eager} isPlayed={isPlayed} />
        </li>
      ))}
    </ul>
  )
}

export function GridSkeleton({ count = 12, isLarge }: { count?: number; isLarge?: boolean }) {
  return (
    <ul className={styles.grid} data-large={isLarge || undefined} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <TileSkeleton />
        </li>
      ))}
    </ul>
  )
}
