/** What a game's maths is: pure and versioned. The same object decides rounds in the studio and recomputes them in the verifier. */
import type { FloorChoice, FloorOutcome, Risk } from '#contract/floor-rounds.ts'
import type { Choice, DiceChoice, DiceOutcome, SpinOutcome } from './slot-engine/outcome.ts'
import type { SlotDefinition, Volatility } from './slot-engine/definition.ts'
import type { Factor, Stepping } from './stepped.ts'
import type { DiceDefinition, SteppedDefinition } from './studio-api.ts'

/** Unbiased integers from the round's seeds, in order. */
export type Draw = { /** 0 .. bound - 1 */ below(bound: number): Promise<number> }

type Maths = {
  slug: string
  version: string
  /** Stakes must be a multiple of this many subunits, so that no payout is ever rounded. */
  unit: number
  volatility: Volatility
}
export type SlotMaths = Maths & {
  kind: 'slot'
  definition: SlotDefinition
  /** Slots have none. */
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
  /** The highest stake in coins of about a cent, where the longest odds allow less than the volatility does. */
  mostCoins?: number
  /** The choice if it is offered at this stake, else undefined. */
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

/** A multiple of the stake, exactly: the unit times any multiplier of the game is a whole number. */
export function paid(stake: number, multiplier: number, unit: number): number {
  return (stake / unit) * Math.round(multiplier * unit)
}
/** A game whose rounds have several steps. */
export type SteppedMaths = Maths &
  Stepping & {
    kind: 'original' | 'table'
    definition: SteppedDefinition
    /** Deviation in stakes, at the usual choice and the first stop; `highest` rounded up, and how rarely it is reached. */
    figures: {
      returned: Factor
      deviation: number
      highest: number
      highestOneIn: number
      hitRate: number | null
    }
    /** The choice if it is a legal one, else undefined. */
    readChoice(choice: unknown, stake: number): Choice | undefined
    /** What a new player starts with. */
    firstChoice(): Choice
    /** The highest stake of a choice in coins, where it is lower than the game's. */
    highestCoins?(choice: Choice): number
  }
/** A game whose rounds are over as soon as they are opened. */
export type PlayedMaths = SlotMaths | DiceMaths | FloorMaths
export type GameMaths = PlayedMaths | SteppedMaths

export const isStepped = (maths: GameMaths): maths is SteppedMaths => 'abandoned' in maths

/** Guards every play: a stake that would need rounding never reaches the maths. */
export function assertStake(stake: number, unit: number): void {
  if (!Number.isSafeInteger(stake) || stake <= 0 || stake % unit !== 0)
    throw new RangeError(`a stake of ${stake} is not a positive multiple of ${unit}`)
}
