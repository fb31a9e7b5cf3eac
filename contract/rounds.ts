/** Rounds of several steps: the player's actions, and what the player may see. */
import { z } from 'zod'
import { WireAmount } from './money.ts'

const actTypes = [
  'reveal',
  'climb',
  'higher',
  'lower',
  'skip',
  'cashOut',
  'hit',
  'stand',
  'double',
  'split',
  'insure',
  'decline',
  'surrender',
  'draw',
  'crash',
] as const

/** The multiplier at which a shared round ends or a player cashes out, in hundredths. */
export const Hundredths = z.int().min(100).max(1_000_000)

/** A player's choice inside a round; `crash` is the end of a shared round. */
export const Act = z.object({
  type: z.enum(actTypes),
  /** The tile that is chosen. */
  at: z.int().min(0).max(24).exactOptional(),
  /** The positions of the held cards. */
  hold: z.array(z.int().min(0).max(4)).max(5).exactOptional(),
  /** The multiplier of a shared round, decided by the server. */
  hundredths: Hundredths.exactOptional(),
})
export type Act = z.infer<typeof Act>

/**
 * What a round is worth while it can be cashed out. `amount` is the minimum, because a random draw decides about a
 * fraction of a subunit.
 */
const CashOutValue = z.object({
  multiplier: z.number(),
  amount: WireAmount,
  /** The multiplier after one more success; null if the round cannot continue. */
  next: z.number().nullable(),
})
export type CashOutValue = z.infer<typeof CashOutValue>

const MinesView = z.object({
  game: z.literal('mines'),
  /** How many tiles hide a mine. */
  count: z.int(),
  /** In the order of their choice. */
  revealed: z.array(z.int()),
  worth: CashOutValue,
  /** The tiles with a mine; null until the round has ended. */
  mines: z.array(z.int()).nullable(),
})
export type MinesView = z.infer<typeof MinesView>

export const towerNames = ['easy', 'medium', 'hard', 'expert', 'master'] as const
const TowersView = z.object({
  game: z.literal('towers'),
  tower: z.enum(towerNames),
  /** The tile chosen on each floor, from the ground up. */
  climbed: z.array(z.int()),
  worth: CashOutValue,
  /** The safe tiles of every floor; null until the round has ended. */
  safe: z.array(z.array(z.int())).nullable(),
})
export type TowersView = z.infer<typeof TowersView>

const HiloView = z.object({
  game: z.literal('hilo'),
  /** The cards so far, 0 to 51: rank is `card % 13`, the ace lowest; suit is `card / 13`. */
  cards: z.array(z.int()),
  /** What was called on each card but the last. */
  calls: z.array(z.enum(['higher', 'lower', 'skip'])),
  worth: CashOutValue,
  /** The factor of each call; null where it cannot be made. */
  higher: z.number().nullable(),
  lower: z.number().nullable(),
  maySkip: z.boolean(),
  isLost: z.boolean(),
})
export type HiloView = z.infer<typeof HiloView>

export const blackjackMoves = ['hit', 'stand', 'double', 'split', 'surrender', 'insure', 'decline'] as const
const BlackjackView = z.object({
  game: z.literal('blackjack'),
  /** Only the upcard until the dealer's hand is played. Cards are numbered as in Hi-Lo. */
  dealer: z.array(z.int()),
  hands: z.array(
    z.object({
      cards: z.array(z.int()),
      stake: WireAmount,
      /** Null while the round continues; a bust hand loses immediately. */
      result: z.enum(['blackjack', 'win', 'push', 'loss', 'bust', 'surrender']).nullable(),
      payout: WireAmount,
    }),
  ),
  /** The hand that the player plays now. */
  active: z.int().nullable(),
  /** What the player may do now. */
  moves: z.array(z.enum(blackjackMoves)),
  /** Staked on the dealer's blackjack, and what it paid. */
  insurance: z.object({ stake: WireAmount, payout: WireAmount }).nullable(),
})
export type BlackjackView = z.infer<typeof BlackjackView>

const pokerHands = [
  'royalFlush',
  'fourDeuces',
  'wildRoyalFlush',
  'fiveOfAKind',
  'straightFlush',
  'fourOfAKind',
  'fullHouse',
  'flush',
  'straight',
  'threeOfAKind',
  'twoPair',
  'jacksOrBetter',
] as const
export type PokerHand = (typeof pokerHands)[number]
const PokerView = z.object({
  game: z.literal('poker'),
  /** Five cards, as in Hi-Lo. */
  cards: z.array(z.int()),
  /** The held positions; null until the draw. */
  held: z.array(z.int()).nullable(),
  hand: z.enum(pokerHands).nullable(),
})
export type PokerView = z.infer<typeof PokerView>

/** A bet of a shared round; multipliers are in hundredths. */
const CrashView = z.object({
  game: z.literal('crash'),
  /** The number of the shared round. */
  round: z.int().min(1),
  /** The multiplier of the automatic cash-out; null if there is none. */
  cashOutAt: Hundredths.nullable(),
  cashedOutAt: Hundredths.nullable(),
  /** The multiplier at which the round crashed, for a bet that was not cashed out. */
  crashedAt: Hundredths.nullable(),
})
export type CrashView = z.infer<typeof CrashView>

/** What the player may see of a round of several steps; all of it once the round has ended. */
export const View = z.discriminatedUnion('game', [MinesView, TowersView, HiloView, BlackjackView, PokerView, CrashView])
export type View = z.infer<typeof View>

export const MinesChoice = z.object({ mines: z.int() })
export type MinesChoice = z.infer<typeof MinesChoice>
export const TowersChoice = z.object({ tower: z.enum(towerNames) })
export type TowersChoice = z.infer<typeof TowersChoice>

export const CrashChoice = z.object({
  round: z.int().min(1).max(2_000_000_000),
  cashOutAt: Hundredths.min(101).nullable(),
})
export type CrashChoice = z.infer<typeof CrashChoice>

export const SteppedOutcome = z.object({
  acts: z.array(Act),
  view: View,
  payout: WireAmount,
})
export type SteppedOutcome = z.infer<typeof SteppedOutcome>
