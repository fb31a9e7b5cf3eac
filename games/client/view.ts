// Interface between a kind of game (reels, dice) and the shell.

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
  /** Symbol id -> image address. */
  pictures: Record<string, string>
  /** Symbol id -> its name in the player's locale. */
  names: Record<string, string>
  /** Announces a message on screen and to screen readers. */
  say: (line: string, tone?: 'plain' | 'win' | 'warning') => void
}

export type GameView = {
  element: HTMLElement
  /** Next to the stake, for games with a choice. */
  controls: HTMLElement | null
  choice(): Choice
  setStake(stake: number): void
  /** The play button was pressed. */
  begin(): void
  /** Shows the result of the round; resolves when the player has seen it. */
  finish(outcome: Outcome, stake: number): Promise<void>
  /** The round was not played: back to the idle state. */
  abandon(): void
  /** A finished round in its final state. */
  rest(outcome: Outcome): void
}
