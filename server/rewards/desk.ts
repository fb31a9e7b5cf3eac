/** Rewards at the desk: what a player has, what a grant would bring, grants by hand, and their revocation. */
import { randomUUID } from 'node:crypto'
import type * as contract from '#contract/desk/rewards.ts'
import {
  ok,
  refuse,
  type Refused,
  type RefusalOf,
  type ReplyOf,
  type Result,
  type VerbInput,
} from '#contract/endpoint.ts'
import type { Tx } from '../deps.ts'
import { readRewardOffers, readRewardTerms } from '../bonuses/index.ts'
import { findPlayer, lockStatus } from '../identity/index.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { isAboveThreshold, thresholdWindowMs } from '../operators/index.ts'
import { inUnits } from '../reference/index.ts'
import { readFreeBetTerms, readRewardFreeBets } from '../sports/index.ts'
import { findGrant, grantIn } from './grant-by-operator.ts'
import { columnsOf, type GrantRow } from './grant-reward.ts'
import { grantedLately } from './granted-lately.ts'
import { listRewardsOf } from './list-rewards-of.ts'
import { readGrantable } from './read-grantable.ts'
import { revokeReward } from './revoke-reward.ts'
import type { EarnedReward } from './reward.ts'

const mostListed = 50
const dayMs = 86_400_000

export async function listRewardsOfPlayer(
  ctx: DeskCtx,
  { playerId }: VerbInput<typeof contract.listRewardsOfPlayer>,
): Promise<Result<ReplyOf<typeof contract.listRewardsOfPlayer>, 'playerNotFound'>> {
  const { kysely } = ctx.db
  if (!(await findPlayer(kysely, playerId))) return refuse('playerNotFound')
  const rewards = await listRewardsOf(kysely, { playerId, now: ctx.clock.now(), limit: mostListed })
  const offers = await readRewardOffers(kysely)
  const freeBets = await readRewardFreeBets(kysely)
  return ok({
    rewards: rewards.map(({ id, at, line, isOpen }) => ({ id, at: at.toISOString(), what: line, isOpen })),
    options: {
      currencies: ctx.reference
        .currencies()
        .map(({ code }) => code)
        .filter((code) => ctx.reference.isOffered(code)),
      offers: [...offers.values()].map(({ id, name }) => ({ id, description: name.en })),
      freeBets: [...freeBets].map(([id, { name }]) => ({ id, description: name.en })),
    },
  })
}

/** Grants it in a transaction that is rolled back, so that it tells exactly what a grant would do. */
export async function previewGrant(
  ctx: DeskCtx,
  { playerId, reward: named, title }: VerbInput<typeof contract.previewGrant>,
): Promise<Result<ReplyOf<typeof contract.previewGrant>, RefusalOf<typeof contract.previewGrant>>> {
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  const read = await readGrantable(ctx.db.kysely, named)
  if (!read.ok) return read
  const reward = read.value
  const found: { preview?: ReplyOf<typeof contract.previewGrant> } = {}
  const result = await ctx.db.transaction(async (tx) => {
    await lockStatus(tx, playerId)
    const last = await grantedLately(tx, ctx, { playerId, columns: columnsOf(reward), title })
    const needsSecondPerson = await isAbove(tx, ctx, playerId, reward)
    const id = randomUUID()
    const granted = await grantIn(tx, ctx, { id, playerId, reward, title, reason: title, after: last?.id ?? null })
    if (!granted.ok) return granted
    if (granted.value === 'void') return refuse('withheld')
    found.preview = {
      ...(await termsOf(tx, ctx, reward, ctx.clock.now())).shown,
      status: granted.value,
      needsSecondPerson,
      again: last ? { id: last.id, at: last.at.toISOString() } : null,
    }
    return refuse('rolledBack')
  })
  if (found.preview) return ok(found.preview)
  return result as Refused<RefusalOf<typeof contract.previewGrant>>
}

export async function grantToPlayer(
  ctx: DeskCtx,
  { playerId, id, reward: named, title, again, reason }: VerbInput<typeof contract.grantToPlayer>,
): Promise<Result<{ status: 'paid' | 'due' }, RefusalOf<typeof contract.grantToPlayer>>> {
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  const read = await readGrantable(ctx.db.kysely, named)
  if (!read.ok) return read
  return ctx.db.transaction(
    async (tx): Promise<Result<{ status: 'paid' | 'due' }, RefusalOf<typeof contract.grantToPlayer>>> => {
      const granted = await grantIn(tx, ctx, { id, playerId, reward: read.value, title, reason, after: again })
      if (!granted.ok) return granted
      // Rolled back: an operator who grants should read that it was nothing, and a second person should not be asked.
      return granted.value === 'void' ? refuse('withheld') : ok({ status: granted.value })
    },
  )
}

type Input = VerbInput<typeof contract.grantToPlayer>

/** Of what is worth more than the threshold, together with what operators granted the player within a day. */
export const grantApproval = {
  async isNeeded(ctx: DeskCtx, tx: Tx, { playerId, id, reward }: Input): Promise<boolean> {
    // Sent again, because its answer was lost: nothing is granted.
    if (await findGrant(tx, id)) return false
    const read = await readGrantable(tx, reward)
    return read.ok && isAbove(tx, ctx, playerId, read.value)
  },
  subjectOf: async (_ctx: DeskCtx, { playerId, title }: Input): Promise<string> =>
    `reward “${title}” for player ${playerId.slice(0, 8)}`,
  versionOf: (tx: Tx, { playerId }: Input): Promise<string> => lockStatus(tx, playerId),
}

/** The caller has locked the player. Points have no price: REWARDS_GRANT_POINTS limits them. */
async function isAbove(tx: Tx, ctx: DeskCtx, playerId: string, reward: EarnedReward): Promise<boolean> {
  if (reward.kind === 'points') return false
  const now = ctx.clock.now()
  const rows = await tx
    .selectFrom('rewards.grants')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('source', '=', 'operator')
    .where('status', '<>', 'void')
    .where('reward', '<>', 'points')
    .where('created_at', '>', new Date(now.getTime() - thresholdWindowMs))
    .execute()
  const amounts = await Promise.all(
    rows.map(async (row) => ({
      currency: row.currency!,
      amount: row.amount ?? (await termsOf(tx, ctx, rewardOf(row), row.created_at)).worth,
    })),
  )
  const { worth } = await termsOf(tx, ctx, reward, now)
  return isAboveThreshold(tx, ctx, 'grant', [...amounts, { amount: worth, currency: reward.currency }])
}

function rewardOf({ reward, currency, offer_id: id }: GrantRow): EarnedReward {
  return reward === 'offer'
    ? { kind: 'offer', currency: currency!, bonusId: id! }
    : { kind: 'freeBet', currency: currency!, freeBetId: id! }
}

type Terms = Pick<ReplyOf<typeof contract.previewGrant>, 'worth' | 'spins' | 'wagering' | 'minOdds' | 'expiresAt'>
const nothing: Terms = { worth: null, spins: null, wagering: null, minOdds: null, expiresAt: null }

/** What it is worth at most, in subunits, and what the page shows of it. */
async function termsOf(
  tx: Tx,
  ctx: DeskCtx,
  reward: EarnedReward,
  moment: Date,
): Promise<{ worth: bigint; shown: Terms }> {
  if (reward.kind === 'points') return { worth: 0n, shown: nothing }
  const { currency } = reward
  const money = (amount: bigint) => inUnits(amount, currency)
  const endOf = (days: number) => new Date(moment.getTime() + days * dayMs).toISOString()
  if (reward.kind === 'cash') return { worth: reward.amount, shown: { ...nothing, worth: money(reward.amount) } }
  if (reward.kind === 'freeBet') {
    const terms = await readFreeBetTerms(tx, ctx, { definition: reward.freeBetId, currency, moment })
    if (!terms) throw new Error(`free bet ${reward.freeBetId} was not in force at ${moment.toISOString()}`)
    const { worth, minOdds, days } = terms
    return { worth, shown: { ...nothing, worth: money(worth), minOdds, expiresAt: endOf(days) } }
  }
  const terms = await readRewardTerms(tx, ctx, { bonusId: reward.bonusId, currency, moment })
  if (!terms) throw new Error(`offer ${reward.bonusId} was not in force at ${moment.toISOString()}`)
  const { worth, spins, wagering, days } = terms
  return {
    worth,
    shown: {
      worth: money(worth),
      spins: spins && { ...spins, stake: money(spins.stake) },
      wagering: wagering && {
        times: wagering.times,
        amount: wagering.amount === null ? null : money(wagering.amount),
        maxBet: wagering.maxBet === null ? null : money(wagering.maxBet),
      },
      minOdds: null,
      expiresAt: endOf(days),
    },
  }
}

export async function revokeRewardOfPlayer(
  ctx: DeskCtx,
  { playerId, rewardId, reason }: VerbInput<typeof contract.revokeRewardOfPlayer>,
): Promise<Result<void, 'nothingToRevoke'>> {
  const revoked = await revokeReward(ctx, { id: rewardId, reason, playerId })
  if (revoked.ok) return ok()
  return refuse('nothingToRevoke', revoked.message ? { message: revoked.message } : {})
}
