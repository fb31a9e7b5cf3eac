/** A grid of tiles, with placeholders while loading. */
import type { Game } from '#contract/games.ts'
import { below } from '../../render/below.ts'
import { HydrateInOrder, inBatches } from '../../render/hydrate-in-order.tsx'
import { useVisitor } from '../../render/router.tsx'
import { GameTile, TileSkeleton } from './tile.tsx'
import styles from './grid.module.css'

type GridProps = {
  games: Game[]
  /** Larger tiles, with return and volatility on phones too. */
  isLarge?: boolean
  /**
   * So many tiles are hydrated at a time: for a list that does not change, as a tile is mounted again in another
   * batchSize.
   */
  batchSize?: number
}
/** More tiles than any phone shows without scrolling. */
const shownFirst = 12

export function GameGrid({ games, isLarge, batchSize = games.length }: GridProps) {
  const eager = useVisitor().isMobile ? 6 : 12
  const tiles = games.map((game, index) => (
    <li key={game.id} {...(isLarge && index >= shownFirst && below)}>
      <GameTile game={game} isEager={index < eager} />
    </li>
  ))
  return (
    <ul className={styles.grid} data-large={isLarge || undefined}>
      <HydrateInOrder parts={inBatches(tiles, batchSize)} />
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
