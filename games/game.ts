/** What `game.ts` in a game's folder exports. Its pictures and words are files beside it, which tests look for. */
import type { GameMaths } from './maths.ts'

export type Game = {
  /** Decides its rounds. Imported from a file of its own: the hash that players see covers that file's imports. */
  maths: GameMaths
  /** YYYY-MM-DD. */
  releasedOn: string
  theme: Theme
}

/** The game's appearance and sounds in the shared client. */
export type Theme = {
  /** Shown while images load; close to the tile's average colour. */
  dominantColor: string
  ink: string
  panel: string
  frame: string
  frameDeep: string
  reel: string
  accent: string
  onAccent: string
  win: string
  /** The notes of a win, in hertz, from low to high. */
  key: readonly number[]
}
