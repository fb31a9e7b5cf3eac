/**
 * Choices and outcomes of the games that are neither slots nor dice, as they are played, stored, shown and
 * recalculated. An outcome names its game; the fields of a choice identify it.
 */
import { z } from 'zod'
import { WireAmount } from './money.ts'

const LimboChoice = z.strictObject({ /** A multiplier with at most one decimal. */ target: z.number() })
const LimboOutcome = z.strictObject({
  game: z.literal('limbo'),
  target: z.number(),
  /** The multiplier that was reached, with two decimals. */
  reached: z.number(),
  isWin: z.boolean(),
  payout: WireAmount,
})
export type LimboChoice = z.infer<typeof LimboChoice>
export type LimboOutcome = z.infer<typeof LimboOutcome>

export const FloorChoice = z.union([LimboChoice])
export const FloorOutcome = z.discriminatedUnion('game', [LimboOutcome])
export type FloorChoice = z.infer<typeof FloorChoice>
export type FloorOutcome = z.infer<typeof FloorOutcome>
