/** A grid of tiles, with placeholders while loading. */
import type { Game } from '#contract/games.ts'
import { GameTile, TileSkeleton } from './tile.tsx'
import styles from './grid.module.css'

export function GameGrid({ games, isPlayed }: { games: Game[]; isPlayed?: boolean | undefined }) {
  return (
    <ul className={styles.grid}>
      {games.map((game, index) => (
        <li key={game.id}>
          <GameTile game={game} isEager={index < 12} isPlayed={isPlayed} />
        </li>
      ))}
    </ul>
  )
}

export function GridSkeleton({ count = 12 }: { count?: number }) {
  return (
    <ul className={styles.grid} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <TileSkeleton />
        </li>
      ))}
    </ul>
  )
}
