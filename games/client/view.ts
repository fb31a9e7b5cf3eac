// What a kind of game (reels, dice) gives the shell around it, and what it is given.

import type { Choice, Outcome } from '#games/slot-engine/outcome.ts'
import type { StudioSession } from '#games/studio-api.ts'
import type { Amounts } from './amounts.ts'
import type { Sound } from './sound.ts'
import type { Words } from './words.ts'

export type GameContext = {
  session: StudioSession
  words: Words
  amounts: Amounts
  sound: Sound
  /** Symbol id -> picture address. */
  pictures: Record<string, string>
  /** Symbol id -> its name in the player's language. */
  names: Record<string, string>
  /** Says a line to everyone: on the screen, and to screen readers. */
  say: (line: string, tone?: 'plain' | 'win' | 'warning') => void
}

export type GameView = {
  element: HTMLElement
  /** Beside the stake, where a game has something to choose. */
  controls: HTMLElement | null
  choice(): Choice
  setStake(stake: number): void
  /** The play button was pressed. */
  begin(): void
  /** Shows how the round came out; resolves when the player has seen it. */
  finish(outcome: Outcome, stake: number): Promise<void>
  /** The round never happened: back to rest. */
  abandon(): void
  /** A finished round as it was left. */
  rest(outcome: Outcome): void
}
