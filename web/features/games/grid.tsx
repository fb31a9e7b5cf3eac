/** A grid of tiles, with placeholders while loading. */
import type { Game } from '#contract/games.ts'
import { GameTile, TileSkeleton } from './tile.tsx'
import styles from './grid.module.css'

type GridProps = {
  games: Game[]
  isPlayed?: boolean | undefined
  /** Larger tiles, with return and volatility on phones too. */
  isLarge?: boolean
}
export function GameGrid({ games, isPlayed, isLarge }: GridProps) {
  return (
    <ul className={styles.grid} data-large={isLarge || undefined}>
      {games.map((game, index) => (
        <li key={game.id}>
          <GameTile game={game} isEager={index < 12} isPlayed={isPlayed} />
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
