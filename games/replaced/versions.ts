/**
 * Versions of games that were replaced. Open rounds of one finish under it and old ones are recalculated with it, so
 * each is a copy of everything that decides its rounds. `npm run replace-maths -- <game>` adds one; none is ever removed.
 */
import type { GameMaths } from '../maths.ts'

export type ReplacedVersion = {
  slug: string
  version: string
  /** A multiple of the stake. */
  maxWinMultiplier: number
  load(): Promise<{ maths: GameMaths }>
}

// oxfmt-ignore
export const versions: ReplacedVersion[] = [
]
