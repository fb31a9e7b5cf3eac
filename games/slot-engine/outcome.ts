/**
 * The outcome of a round as it is stored, sent to the browser and recalculated by the verifier. Amounts are integer
 * subunits.
 */
import type { FloorChoice, FloorOutcome } from '#contract/floor-rounds.ts'
import type { CrashChoice, MinesChoice, SteppedOutcome, TowersChoice } from '#contract/rounds.ts'
import type { SymbolId } from './definition.ts'

export type SlotWin = {
  kind: 'line' | 'ways' | 'scatter' | 'coins'
  /** Index into the definition's lines; line wins only. */
  line?: number
  /** Number of ways this symbol wins in; ways wins only. */
  ways?: number
  symbol: SymbolId
  count: number
  /** [reel, row] of every symbol involved. */
  positions: Array<[number, number]>
  /** Factor on top of the paytable: wilds times the free spin multiplier; 1 without either. */
  multiplier: number
  /** Subunits, all factors included. */
  payout: number
}

export type SlotSpin = {
  kind: 'paid' | 'free' | 'cascade' | 'hold'
  /** For each reel, the strip index of the symbol in the top row. */
  stops: number[]
  /** [reel][row] symbol ids. */
  grid: SymbolId[][]
  wins: SlotWin[]
  /** Subunits. */
  payout: number
  /** The multiplier of the whole spin: 1 for paid spins, otherwise the definition's for free spins or for this cascade step. */
  multiplier: number
  freeSpinsAwarded: number
  /** In the hold feature: the values of the coins in subunits, by [reel][row]; 0 where there is no coin. */
  values?: number[][]
  /** In the hold feature: how many redraws are left if none brings a coin. */
  left?: number
}

/** The paid spin, then its free spins or the steps of its feature. */
export type SpinOutcome = { spins: SlotSpin[]; payout: number }

export type DiceChoice = {
  /** Under wins on roll < target, over on roll > target. */
  target: number
  direction: 'under' | 'over'
}
export type DiceOutcome = DiceChoice & { /** 0..9999 */ roll: number; isWin: boolean; payout: number }

export type Outcome = SpinOutcome | DiceOutcome | FloorOutcome | SteppedOutcome
/** Slots have no choice besides the stake. */
export type Choice = DiceChoice | FloorChoice | MinesChoice | TowersChoice | CrashChoice | null
