/**
 * Choices and outcomes of the games that are neither slots nor dice, as they are played, stored, shown and
 * recalculated. An outcome names its game; a choice is recognised by its fields.
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

const Risk = z.enum(['low', 'medium', 'high'])
export type Risk = z.infer<typeof Risk>

const WheelChoice = z.strictObject({ risk: Risk, segments: z.int() })
const WheelOutcome = WheelChoice.extend({
  game: z.literal('wheel'),
  /** The segment at the pointer, from 0. */
  at: z.int(),
  multiplier: z.number(),
  payout: WireAmount,
})
export type WheelChoice = z.infer<typeof WheelChoice>
export type WheelOutcome = z.infer<typeof WheelOutcome>

const PlinkoChoice = z.strictObject({ risk: Risk, rows: z.int() })
const PlinkoOutcome = PlinkoChoice.extend({
  game: z.literal('plinko'),
  /** At each row from the top: 0 to the left, 1 to the right. */
  path: z.array(z.int().min(0).max(1)),
  /** The bucket from the left, from 0. */
  bucket: z.int(),
  multiplier: z.number(),
  payout: WireAmount,
})
export type PlinkoChoice = z.infer<typeof PlinkoChoice>
export type PlinkoOutcome = z.infer<typeof PlinkoOutcome>

const KenoChoice = z.strictObject({ risk: Risk, /** 1 to 40, in ascending order. */ picks: z.array(z.int()) })
const KenoOutcome = KenoChoice.extend({
  game: z.literal('keno'),
  /** In the order of the draw. */
  drawn: z.array(z.int()),
  hits: z.int(),
  multiplier: z.number(),
  payout: WireAmount,
})
export type KenoChoice = z.infer<typeof KenoChoice>
export type KenoOutcome = z.infer<typeof KenoOutcome>

const hands = ['five', 'four', 'fullHouse', 'three', 'twoPairs', 'pair', 'none'] as const
const DiamondsOutcome = z.strictObject({
  game: z.literal('diamonds'),
  /** Five gems of seven colours, 0 to 6. */
  gems: z.array(z.int()),
  hand: z.enum(hands),
  multiplier: z.number(),
  payout: WireAmount,
})
export type Hand = (typeof hands)[number]
export type DiamondsOutcome = z.infer<typeof DiamondsOutcome>

const Bet = z.strictObject({ position: z.string(), /** Subunits. */ amount: z.int() })
/** The choice at a table where many bets are placed at once; the stake is their sum. */
const TableChoice = z.strictObject({ bets: z.array(Bet) })
export type Bet = z.infer<typeof Bet>
export type TableChoice = z.infer<typeof TableChoice>

const RouletteOutcome = TableChoice.extend({
  game: z.enum(['roulette', 'french-roulette']),
  pocket: z.int(),
  payout: WireAmount,
})
export type RouletteOutcome = z.infer<typeof RouletteOutcome>

const BaccaratOutcome = TableChoice.extend({
  game: z.literal('baccarat'),
  /** 0 to 51, in the order in which they were dealt: the rank is `card % 13`, ace first; the suit `card / 13`. */
  player: z.array(z.int()),
  banker: z.array(z.int()),
  winner: z.enum(['player', 'banker', 'tie']),
  isPlayerPair: z.boolean(),
  isBankerPair: z.boolean(),
  payout: WireAmount,
})
export type BaccaratOutcome = z.infer<typeof BaccaratOutcome>

export const FloorChoice = z.union([LimboChoice, WheelChoice, PlinkoChoice, KenoChoice, TableChoice])
export const FloorOutcome = z.discriminatedUnion('game', [
  LimboOutcome,
  WheelOutcome,
  PlinkoOutcome,
  KenoOutcome,
  DiamondsOutcome,
  RouletteOutcome,
  BaccaratOutcome,
])
export type FloorChoice = z.infer<typeof FloorChoice>
export type FloorOutcome = z.infer<typeof FloorOutcome>
