/** Rewards of a player, which operators grant by hand and take back, quests and levels. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { QuestState, questTaskTypes } from '../quests.ts'
import * as HttpStatus from '../statuses.ts'
import { Money, Reason } from './common.ts'

const currency = z.string().max(5)
export const GrantedReward = z.discriminatedUnion('kind', [
  /** In units of the currency. */
  z.object({ kind: z.literal('cash'), currency, amount: z.string().max(30) }),
  /** Bonus money or free spins: an offer with the trigger `reward`. */
  z.object({ kind: z.literal('offer'), currency, id: z.string().max(64) }),
  z.object({ kind: z.literal('freeBet'), currency, id: z.string().max(64) }),
  z.object({ kind: z.literal('points'), points: z.int().min(1).max(10_000_000) }),
])
export type GrantedReward = z.output<typeof GrantedReward>

const Held = z.object({
  /** Of the reward, bonus, free spins or free bet: what is revoked. */
  id: z.uuid(),
  at: z.iso.datetime(),
  what: z.string(),
  /** Not used yet, so it can be revoked. */
  isOpen: z.boolean(),
})
export type HeldReward = z.output<typeof Held>

/** What the player would receive now. */
const Preview = z.object({
  /** What it costs at most; null for points. */
  worth: Money.nullable(),
  spins: z.object({ quantity: z.int(), gameId: z.string(), stake: Money }).nullable(),
  /** Of bonus money. `amount` is null where it depends on the wins of free spins. */
  wagering: z.object({ times: z.number(), amount: Money.nullable(), maxBet: Money.nullable() }).nullable(),
  minOdds: z.string().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  /** `due`: cash that is paid when the exclusion or restriction of the player is over. */
  status: z.enum(['paid', 'due']),
  needsSecondPerson: z.boolean(),
  /** The last one of the same for the same title within a day. */
  again: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
})
export type GrantPreview = z.output<typeof Preview>

const Cost = z.object({
  /** Null where the reward does not depend on a version. */
  version: z.int().nullable(),
  /** `prizes`: the runs of a tournament. */
  reward: z.enum(['bonus', 'freeSpins', 'freeBet', 'cash', 'offer', 'points', 'prizes']),
  /** Who received it; null for runs. */
  players: z.int().nullable(),
  /** How many times it was granted, or how many runs began. */
  granted: z.int(),
  open: z.int(),
  /** Wagered, played, staked, paid or finished. */
  used: z.int(),
  /** Cancelled, expired, lost or void. */
  lapsed: z.int(),
  /** Bonus money and cash that was granted, stakes of spins that were played, prizes that were put aside. */
  worth: Money.nullable(),
  /** Bonus money that became cash, cash and prizes that were paid, what free bets have won. */
  cost: Money.nullable(),
  points: z.int().nullable(),
})

export const costOfDefinition = endpoint({
  method: 'GET',
  path: '/api/definitions/rewards/{kind}/{identity}/cost',
  access: 'operator',
  scope: 'rewards:read',
  summary: 'What a definition has cost so far, by version and currency',
  params: z.object({ kind: z.string().max(40), identity: z.string().max(64) }),
  reply: z.array(Cost),
  refusals: { kindUnknown: { status: HttpStatus.notFound, description: 'There is no such kind of reward' } },
})

const params = z.object({ playerId: z.uuid() })
const playerNotFound = { status: HttpStatus.notFound, description: 'There is no such player' }
const refusals = {
  playerNotFound,
  amountInvalid: { status: HttpStatus.unprocessable, description: 'Enter an amount of the currency, such as 12.50' },
  currencyNotOffered: { status: HttpStatus.unprocessable, description: 'This currency is unknown or switched off' },
  notDefined: { status: HttpStatus.unprocessable, description: 'No such offer or free bet can be granted any more' },
  notGrantable: { status: HttpStatus.unprocessable, description: 'This offer cannot be granted in this currency' },
  aboveGrantLimit: { status: HttpStatus.unprocessable, description: 'More than a player may be granted within a day' },
  withheld: {
    status: HttpStatus.conflict,
    description:
      'The player would receive nothing: the account is closed, limited or excluded, receives no bonuses, or the policy of the country forbids this offer',
  },
}
const grant = {
  reward: GrantedReward,
  /** What the player reads as the name of the reward. */
  title: z.string().trim().min(3).max(200),
}

export const listRewardsOfPlayer = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/rewards',
  access: 'operator',
  scope: 'rewards:read',
  summary: "A player's newest rewards, bonuses, free spins and free bets, and what can be granted",
  params,
  reply: z.object({
    rewards: z.array(Held),
    options: z.object({
      currencies: z.array(z.string()),
      offers: z.array(z.object({ id: z.string(), description: z.string() })),
      freeBets: z.array(z.object({ id: z.string(), description: z.string() })),
    }),
  }),
  refusals: { playerNotFound },
})

export const previewGrant = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/rewards/preview',
  access: 'operator',
  scope: 'rewards:do',
  summary: 'What the player would receive, or why nothing',
  params,
  body: z.object(grant),
  reply: Preview,
  refusals,
})

export const grantToPlayer = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/rewards',
  access: 'operator',
  scope: 'rewards:do',
  summary: 'Grant a reward to a player',
  params,
  body: z.object({
    ...grant,
    /** Chosen by the page: the same one sent again grants nothing again. */
    id: z.uuid(),
    reason: Reason,
    /** The id in `again` of the preview, to grant the same once more. */
    again: z.string().max(80).nullable().default(null),
  }),
  reply: z.object({ status: z.enum(['paid', 'due']) }),
  refusals: {
    ...refusals,
    grantedAlready: {
      status: HttpStatus.conflict,
      description: 'The same was granted within a day: confirm that it is granted once more',
    },
    sentBefore: { status: HttpStatus.conflict, description: 'Another grant was sent with this form: load it again' },
  },
})

export const revokeRewardOfPlayer = endpoint({
  method: 'POST',
  path: '/api/players/{playerId}/rewards/{rewardId}/revocation',
  access: 'operator',
  scope: 'rewards:do',
  summary: 'End an open bonus, free spins or an unused free bet, or void cash that is due; the player is notified',
  params: z.object({ playerId: z.uuid(), rewardId: z.uuid() }),
  body: z.object({ reason: Reason }),
  refusals: {
    nothingToRevoke: {
      status: HttpStatus.conflict,
      description: 'Nothing of this is open any more: what was paid or used stays with the player',
    },
  },
})

export const listQuestsOfPlayer = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/quests',
  access: 'operator',
  scope: 'rewards:read',
  summary: 'The latest 100 quests of a player with the progress of each task, the newest first',
  params,
  reply: z.object({
    quests: z.array(
      z.object({
        id: z.uuid(),
        quest: z.string(),
        version: z.int(),
        state: z.enum(Object.keys(QuestState) as [keyof typeof QuestState]),
        reward: z.enum(['locked', 'earned', 'granted']),
        startedAt: z.iso.datetime(),
        tasks: z.array(
          z.object({
            type: z.enum(questTaskTypes),
            /** A count, or an amount in units of the currency. */
            progress: z.string(),
            quantity: z.string(),
            currency: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
  refusals: { playerNotFound },
})

export const readLevelsOfPlayer = endpoint({
  method: 'GET',
  path: '/api/players/{playerId}/levels',
  access: 'operator',
  scope: 'rewards:read',
  summary: "A player's points, level, and the levels that were reached",
  params,
  reply: z.object({
    level: z.int(),
    /** Null while no ladder of levels is in force. */
    name: z.string().nullable(),
    points: z.int(),
    /** In total; points are lost with a level. */
    earned: z.int(),
    /** When it is decided next whether the level is kept. */
    reviewAt: z.iso.datetime().nullable(),
    reached: z.array(
      z.object({
        level: z.int(),
        version: z.int(),
        at: z.iso.datetime(),
        /** When the rewards of the level were granted. */
        grantedAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
  refusals: { playerNotFound },
})
