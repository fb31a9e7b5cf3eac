// Interface between a kind of game (reels, dice) and the shell.

import type { Act } from '#contract/rounds.ts'
import type { SharedRoundEvents, SharedTable } from '#contract/shared-rounds.ts'
import type { Odds } from '#games/odds.ts'
import type { Choice, Outcome } from '#games/slot-engine/outcome.ts'
import type { StudioRound, StudioSession } from '#games/studio-api.ts'
import type { Amounts } from './amounts.ts'
import type { Sound } from './sound.ts'
import type { Pace } from './timing.ts'
import type { Words } from './words.ts'

export type GameContext = {
  session: StudioSession
  words: Words
  amounts: Amounts
  sound: Sound
  pace: Pace
  /** Symbol id -> picture address. */
  pictures: Record<string, string>
  /** Symbol id -> its name in the player's locale. */
  names: Record<string, string>
  /** Writes the one line of the result, which screen readers announce. */
  showLine: (line: string, tone?: 'plain' | 'win' | 'warning') => void
  /** Acts in the round that is being played. Has no effect if there is none or while the last act is unanswered. */
  act: (act: Act) => void
  /** Limits the stake to the highest one of the selected choice. */
  capStake: (most: number) => void
  /** Requests the present state of the round, which the studio may have ended. */
  catchUp: () => Promise<void>
  /** Writes what the main button does. */
  refreshMain: () => void
  /** Presses the main button. */
  press: () => void
  /** Exists only for games whose rounds all players share. */
  shared: Shared | null
}

export type SharedEvent = {
  [E in keyof SharedRoundEvents]: { event: E; payload: SharedRoundEvents[E] }
}[keyof SharedRoundEvents]
export type Shared = {
  table(): Promise<SharedTable>
  /** What the page around the game forwards from the public channel. */
  follow(listener: (event: SharedEvent) => void): void
}

export type GameView = {
  element: HTMLElement
  choice(): Choice
  setStake(stake: number): void
  /** The play button was pressed. */
  begin(): void
  /**
   * Shows the outcome of the round; resolves when it has been shown. `step` is called at each part of a longer result.
   */
  finish(outcome: Outcome, stake: number, step: () => void): Promise<void>
  /** Returns to the idle state, because no round took place. */
  abandon(): void
  /** A finished round in its final state. */
  rest(outcome: Outcome): void
  /** What a round drew, if the strip of results states this and not the multiplier. */
  drawn?(outcome: Outcome): string
  /** The cost of a round, in games where it is not the stake chosen below the game. */
  total?(): number
  /** The highest stake of a round at present; 0 means no limit. */
  limit?(most: number): void
  /** Why no round can be played yet; null if one can. */
  missing?(): string | null
  /** What the game pays at this stake, for the panel of odds and rules. */
  payouts?(stake: number): HTMLElement
  /** Maximum win and volatility of the selected choice, in games whose choices differ. */
  odds?(): Odds | undefined
  /** For the fairness panel: what decides the rounds in addition to the seeds. */
  fairness?(): HTMLElement
  /** Further keys, in lower case, with the words for what they do. */
  keys?: Record<string, { word: string; run: () => void }>
  /** Choices that are not part of a round yet, which the page keeps for a reload; null if there are none. */
  kept?: { read(): string | null; restore(kept: string): void }
  /** Exists only for games whose rounds have several steps. */
  steps?: Steps
}

export type Steps = {
  /** Shows the state of the round: at its start, after an act, when it is resumed and at its end. */
  show(round: StudioRound): Promise<void>
  /** Label and act of the main button while a round is played; without an act it is disabled. */
  main(): { label: string; act: Act | null }
  /** Remembers the press while the next round does not accept bets yet. */
  queue?(): boolean
  /** What the main button does while no round is played, in games where it does not start the next round. */
  idle?(): string | null
  /** Names what the buttons do, in games where they get another function during a round. */
  uses?(): string
  /** Disables the buttons of the view that act in the round, which keep the focus. */
  lock?(isLocked: boolean): void
}
