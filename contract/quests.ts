/** Quests: those that can be started, those that the player has started, and the rewards of completed ones. */
import { z } from 'zod'
import { FreeBetReward } from './rewards.ts'
import { endpoint } from './endpoint.ts'
import { CurrencyCode, WireAmount } from './money.ts'

/** `expired`: the player's time for the quest is over. `ended`: the quest itself has ended. */
export const QuestState = { available: 1, active: 2, completed: 3, cancelled: 4, expired: 5, ended: 6 } as const

/**
 * `stake`, `deposit`: an amount; `rounds`: a number of rounds; `multiplier`: wins of at least a multiple of the stake;
 * `games`: different games; `days`: days in a row (UTC); `verification`: identity confirmed; `limit`: a limit set;
 * `bets`: settled sports bets.
 */
export const questTaskTypes = [
  'stake',
  'rounds',
  'multiplier',
  'games',
  'days',
  'deposit',
  'verification',
  'limit',
  'bets',
] as const
export type QuestTaskType = (typeof questTaskTypes)[number]

const QuestTask = z.object({
  /**
   * The id of the player quest and the task's position in it; before the start, the id of the quest and the position.
   */
  id: z.string(),
  questId: z.string(),
  type: z.enum(questTaskTypes),
  /**
   * True if the task counts towards the quest now, or has counted. In a fixed order, a task is inactive until those
   * before it are completed.
   */
  isActive: z.boolean(),
  isCompleted: z.boolean(),
  /** Subunits for amounts, otherwise a count. Never more than `quantity`. */
  progress: WireAmount,
  quantity: WireAmount,
  /** The currency of the amounts. */
  currency: z.string(),
  /** For `multiplier`: the minimum win as a multiple of the stake. */
  multiplier: z.number().nullable(),
  /** For `bets`: the minimum odds of each selection. */
  minOdds: z.string().optional(),
  /** The minimum stake of a round or bet that counts. */
  minStake: WireAmount.nullable(),
  /** The games that count; null for all. */
  games: z.array(z.string()).nullable(),
  version: z.int(),
})
export type QuestTask = z.infer<typeof QuestTask>

const QuestReward = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cash'), amount: WireAmount, currency: z.string() }),
  z.object({ kind: z.literal('offer'), bonusId: z.string(), name: z.string(), description: z.string() }),
  z.object({ kind: z.literal('points'), points: z.int() }),
  FreeBetReward,
])
export type QuestReward = z.infer<typeof QuestReward>

/** `locked` until the quest is completed, then `earned` until it is claimed or granted. */
const RewardState = z.enum(['locked', 'earned', 'granted'])

const QuestProgress = z.object({
  name: z.string(),
  description: z.string(),
  state: z.int(),
  /** With `sequence`, the tasks count one after the other. */
  order: z.enum(['free', 'sequence']),
  tasks: z.array(QuestTask),
  rewards: z.array(QuestReward),
  rewardState: RewardState,
  /** Whether the player must claim the reward, or it is granted automatically. */
  claim: z.enum(['player', 'automatic']),
  /** Fixed at the start of the quest; before it, the requested currency. */
  currency: z.string(),
  startedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  version: z.int(),
})

export const Quest = QuestProgress.extend({
  id: z.string(),
  /** The player quest that was started last. */
  playerQuestId: z.uuid().nullable(),
  /** Time to complete it, from its start. */
  days: z.int(),
  /** When the quest itself ends. */
  endsAt: z.iso.datetime().nullable(),
  canActivate: z.boolean(),
  /** When it can be started again. */
  availableAt: z.iso.datetime().nullable(),
  timesCompleted: z.int(),
  /** How often it can be completed. */
  maxTimes: z.int(),
  /** The average cost of the play for its tasks, at the returns of the games that they name, otherwise of the in-house slots. */
  expectedCost: WireAmount.nullable(),
  /**
   * The version of the quest's definition, which is sent with the start, so that nobody accepts terms other than those
   * shown.
   */
  termsVersion: z.int(),
})
export type Quest = z.infer<typeof Quest>

export const PlayerQuest = QuestProgress.extend({ id: z.uuid(), questId: z.string() })
export type PlayerQuest = z.infer<typeof PlayerQuest>

const playerExcluded = {
  status: 422,
  code: 13101,
  description: 'a cooling-off period or self-exclusion is in force',
} as const
const questNotFound = { status: 404 } as const

export const listQuests = endpoint({
  method: 'GET',
  path: '/api/retention/quests',
  access: 'player',
  summary: "List quests that can be started, and the player's latest run of each",
  query: z.object({
    /** A quest that can be started again also counts as available. */
    state: z.array(z.coerce.number().int().min(1).max(6)).max(6).optional(),
    /** The currency for amounts of quests that are not started; by default, that of the active account. */
    currency: CurrencyCode.optional(),
  }),
  reply: z.array(Quest),
})

export const listPlayerQuests = endpoint({
  method: 'GET',
  path: '/api/retention/player-quests',
  access: 'player',
  summary: 'List all quests that the player has started, newest first',
  reply: z.array(PlayerQuest),
})

export const activateQuest = endpoint({
  method: 'PUT',
  path: '/api/retention/quests/{id}/activate',
  access: 'player',
  summary: "Start a quest in the active account's currency; earlier play does not count",
  params: z.object({ id: z.string().max(64) }),
  /** If absent, the current terms are accepted. */
  query: z.object({ termsVersion: z.coerce.number().int().optional() }),
  reply: Quest,
  refusals: {
    questNotFound,
    questIsActive: { status: 422 },
    questTermsChanged: { status: 422, description: 'the quest has other terms than those shown' },
    questNotAvailable: { status: 422, description: 'completed as often as it can be, or not available again yet' },
    currencyNotOffered: { status: 422, description: 'the currency of the active account is switched off' },
    playerExcluded,
    playerLimited: { status: 422, description: 'the account is limited or closed' },
    countryRestricted: { status: 422, code: 13102, description: 'the call comes from a restricted country' },
  },
})

export const cancelPlayerQuest = endpoint({
  method: 'PUT',
  path: '/api/retention/player-quests/{id}/cancel',
  access: 'player',
  summary: 'Cancel a quest; its progress is lost',
  params: z.object({ id: z.uuid() }),
  reply: PlayerQuest,
  refusals: { questNotFound, questIsOver: { status: 422 } },
})

export const claimPlayerQuest = endpoint({
  method: 'PUT',
  path: '/api/retention/player-quests/{id}/claim',
  access: 'player',
  summary: 'Claim the reward of a completed quest; idempotent',
  params: z.object({ id: z.uuid() }),
  reply: PlayerQuest,
  refusals: {
    questNotFound,
    questNotCompleted: { status: 422 },
    playerExcluded,
    playerLimited: { status: 422, description: 'the account is limited or closed' },
  },
})
