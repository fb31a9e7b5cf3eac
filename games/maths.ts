/** Types of games' maths, which is pure and versioned: the studio decides rounds with it, and the verifier recalculates them. */
import type { FloorChoice, FloorOutcome, Risk } from '#contract/floor-rounds.ts'
import type { Choice, DiceChoice, DiceOutcome, SpinOutcome } from './slot-engine/outcome.ts'
import type { SlotDefinition, Volatility } from './slot-engine/definition.ts'
import type { Factor, Stepping } from './stepped.ts'
import type { DiceDefinition, SteppedDefinition } from './studio-api.ts'

/** Draws unbiased integers from the round's seeds. */
export type Draw = { /** 0 .. bound - 1 */ below(bound: number): Promise<number> }

type Maths = {
  slug: string
  version: string
  /** Stakes must be multiples of this many subunits, so that no payout is ever rounded. */
  unit: number
  volatility: Volatility
}
export type SlotMaths = Maths & {
  kind: 'slot'
  definition: SlotDefinition
  /** Slots have no choice: null. */
  readChoice(choice: unknown): null | undefined
  play(draw: Draw, stake: number, choice: unknown): Promise<SpinOutcome>
}
export type DiceMaths = Maths & {
  kind: 'dice'
  definition: DiceDefinition
  readChoice(choice: unknown): DiceChoice | undefined
  play(draw: Draw, stake: number, choice: unknown): Promise<DiceOutcome>
}

/** How many of a round's equally likely results pay this much, in subunits. */
export type Payout = { payout: number; ways: bigint }
export type FloorMaths = Maths & {
  kind: 'original' | 'table'
  /** The highest stake in coins of about a cent, if the longest odds allow less than the volatility does. */
  mostCoins?: number
  /** Returns the choice if it is offered at this stake, otherwise undefined. */
  readChoice(choice: unknown, stake: number): FloorChoice | null | undefined
  /** What a new player starts with. */
  firstChoice(stake: number): FloorChoice | null
  /** One choice for each of the odds that the game offers. */
  everyChoice(stake: number): Iterable<FloorChoice | null>
  /** All results of a round, counted exactly. */
  payouts(choice: FloorChoice | null, stake: number): Payout[]
  play(draw: Draw, stake: number, choice: unknown): Promise<FloorOutcome>
}
export const risks: readonly Risk[] = ['low', 'medium', 'high']

export const isFloor = (maths: GameMaths): maths is FloorMaths => 'payouts' in maths

/** The exact product of stake and multiplier: the unit times any multiplier of the game is a whole number. */
export function payoutOf(stake: number, multiplier: number, unit: number): number {
  return (stake / unit) * Math.round(multiplier * unit)
}
/** A game whose rounds have several steps. */
export type SteppedMaths = Maths &
  Stepping & {
    kind: 'original' | 'table'
    definition: SteppedDefinition
    figures: {
      rtp: Factor
      /** Standard deviation in stakes, at the default choice if the player stops as early as possible. */
      deviation: number
      /** The highest multiplier, rounded up, and on average how many rounds it takes to reach it. */
      highest: number
      highestOneIn: number
      hitRate: number | null
    }
    /** Returns the choice if it is offered, otherwise undefined. */
    readChoice(choice: unknown, stake: number): Choice | undefined
    /** What a new player starts with. */
    firstChoice(): Choice
    /** The highest stake of a choice in coins, if it is lower than the game's. */
    highestCoins?(choice: Choice): number
  }
/** A game whose rounds have one step. */
export type PlayedMaths = SlotMaths | DiceMaths | FloorMaths
export type GameMaths = PlayedMaths | SteppedMaths

export const isStepped = (maths: GameMaths): maths is SteppedMaths => 'abandoned' in maths

/** Throws for stakes whose payouts would have to be rounded. */
export function assertStake(stake: number, unit: number): void {
  if (!Number.isSafeInteger(stake) || stake <= 0 || stake % unit !== 0)
    throw new RangeError(`a stake of ${stake} is not a positive multiple of ${unit}`)
}
