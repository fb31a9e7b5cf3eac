/** What a game's maths is: pure and versioned. The same object decides rounds in the studio and recomputes them in the verifier. */
import type { Choice, DiceOutcome, SpinOutcome } from './slot-engine/outcome.ts'
import type { SlotDefinition, Volatility } from './slot-engine/definition.ts'
import type { DiceDefinition } from './studio-api.ts'

/** Unbiased integers from the round's seeds, in order. */
export type Draw = { /** 0 .. bound - 1 */ below(bound: number): Promise<number> }

type Maths = {
  slug: string
  version: string
  /** Stakes must be a multiple of this many subunits, so that no payout is ever rounded. */
  unit: number
  volatility: Volatility
  /** The choice if it is a legal one, else undefined. */
  readChoice(choice: unknown): Choice | undefined
}
export type SlotMaths = Maths & {
  kind: 'slot'
  definition: SlotDefinition
  play(draw: Draw, stake: number, choice: null): Promise<SpinOutcome>
}
export type DiceMaths = Maths & {
  kind: 'dice'
  definition: DiceDefinition
  play(draw: Draw, stake: number, choice: Choice): Promise<DiceOutcome>
}
export type GameMaths = SlotMaths | DiceMaths

/** Guards every play: a stake that would need rounding never reaches the maths. */
export function assertStake(stake: number, unit: number): void {
  if (!Number.isSafeInteger(stake) || stake <= 0 || stake % unit !== 0)
    throw new RangeError(`a stake of ${stake} is not a positive multiple of ${unit}`)
}
