/** The export of `game.ts` in a game's folder. Pictures and texts are files beside it; tests check that they exist. */
import type { GameMaths } from './maths.ts'

export type Game = {
  /** Decides the game's rounds. It has a file of its own, because the hash that players see covers that file's imports. */
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
  /** The notes played for a win, in hertz, from low to high. */
  key: readonly number[]
}
