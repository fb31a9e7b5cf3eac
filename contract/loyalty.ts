/** Loyalty: a player's points and level, the ladder of levels, and what each stake earns. */
import { z } from 'zod'
import { FreeBetReward } from './rewards.ts'
import { endpoint } from './endpoint.ts'
import { GameKind } from './games.ts'
import { CurrencyCode, WireAmount } from './money.ts'

const Level = z.object({
  /** In the player's language. */
  name: z.string(),
  /** The status points at which the level is reached. */
  points: z.int().min(0),
})

export const LoyaltyAccount = z.object({
  /** Status points: never spent, reduced only with a level. */
  points: z.int().min(0),
  /** `order` counts from 1. */
  currentLevel: Level.extend({ order: z.int().min(1) }),
  /** Null at the highest level. */
  nextLevel: Level.nullable(),
  version: z.int(),
})
export type LoyaltyAccount = z.infer<typeof LoyaltyAccount>

const LevelReward = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cash'), amount: WireAmount, currency: z.string() }),
  /** `game`: the one in which free spins are played; null for all other offers. */
  z.object({
    kind: z.literal('offer'),
    name: z.string(),
    game: z.object({ id: z.string(), name: z.string() }).nullable(),
  }),
  z.object({ kind: z.literal('points'), points: z.int() }),
  FreeBetReward,
])
export const LoyaltyLevel = Level.extend({
  order: z.int().min(1),
  cashbackPercent: z.number(),
  /** Granted once, the first time that the level is reached. */
  rewards: z.array(LevelReward),
  benefits: z.array(z.string()),
})
export type LoyaltyLevel = z.infer<typeof LoyaltyLevel>

const LoyaltyRule = z.object({
  /** In the order of the lobby. */
  games: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kind: GameKind,
      /** Percent. */
      rtp: z.number(),
      /** For a stake of 100 units of the base currency. */
      pointsPerHundred: z.number(),
    }),
  ),
  /** Points for each unit of the base currency that the operator earns on average. */
  pointsPerUnit: z.object({ slot: z.int(), dice: z.int() }),
  baseCurrency: z.string(),
  /** Whether stakes of bonus money count. Free spins never count. */
  countsBonusStakes: z.boolean(),
  /**
   * A level is lost if the player does not earn this percentage of its points within this number of calendar months;
   * null if levels are never lost.
   */
  decay: z.object({ months: z.int(), keepPercent: z.int() }).nullable(),
})
export type LoyaltyRule = z.infer<typeof LoyaltyRule>

const loyaltyUnavailable = { status: 404, description: 'loyalty is switched off' } as const

export const readLoyaltyAccount = endpoint({
  method: 'GET',
  path: '/api/retention/account',
  access: 'player',
  summary: "Get the player's status points, level and next level",
  reply: LoyaltyAccount,
  refusals: { loyaltyUnavailable },
})

export const listLoyaltyLevels = endpoint({
  method: 'GET',
  path: '/api/retention/levels',
  access: 'public',
  summary: 'List all levels with thresholds and benefits',
  query: z.object({
    /** The currency of cash amounts; by default, and for an unknown currency, the base currency. */
    currency: CurrencyCode.optional(),
  }),
  reply: z.array(LoyaltyLevel),
  refusals: { loyaltyUnavailable },
})

export const readLoyaltyRule = endpoint({
  method: 'GET',
  path: '/api/retention/rule',
  access: 'public',
  summary: 'Get the points per stake by game, and when a level is lost',
  reply: LoyaltyRule,
  refusals: { loyaltyUnavailable },
})
