// A game's appearance and sounds for the shared client.

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
