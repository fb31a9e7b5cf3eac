/** Starts a quest: its tasks and rewards are fixed, and what happens from now on counts. */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { type activateQuest as contract, QuestState } from '#contract/quests.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { lockPositions } from '../../kernel/facts/positions.ts'
import { lockIdentity } from '../../kernel/definitions/definitions.ts'
import { isExcludedIn } from '../../protection/index.ts'
import { lockStatus } from '../../identity/index.ts'
import { isOfferedIn, ratesAt, refuseWhereRestricted } from '../../reference/index.ts'
import { readActiveCurrency } from '../../wallet/index.ts'
import { isOpenTo, readPerson } from './internal/is-open-to.ts'
import {
  availability,
  findActive,
  nothingYet,
  publishQuest,
  type QuestDefinition,
  readPasts,
} from './internal/present.ts'
import { rewardsOf, termsOf, writeRewards } from './internal/rows.ts'
import { consumerName } from './internal/consumer-name.ts'
import { questKind } from './quest-kind.ts'

type Answer = Result<ReplyOf<typeof contract>, RefusalOf<typeof contract>>
const dayMs = 86_400_000

export async function activateQuest(ctx: PlayerCtx, input: VerbInput<typeof contract>): Promise<Answer> {
  const restricted = refuseWhereRestricted(ctx)
  if (restricted) return restricted
  return ctx.db.transaction((tx) => activate(ctx, tx, input))
}

/** Locks the player, exclusions, the definition and the currency, and then the consumer, which waits for nobody here. */
async function activate(
  ctx: PlayerCtx,
  tx: Tx,
  { id: identity, termsVersion }: VerbInput<typeof contract>,
): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  if ((await lockStatus(tx, playerId)) !== 'active') return refuse('playerLimited')
  if (await isExcludedIn(tx, ctx, playerId)) return refuse('playerExcluded')
  // A version that is replaced or ended meanwhile is not accepted.
  await lockIdentity(tx, questKind.kind, identity)
  const definition = await findActive(tx, identity)
  if (!definition) return refuse('questNotFound')
  const past = (await readPasts(tx, playerId, identity)).get(identity) ?? nothingYet
  if (past.latest?.state === QuestState.active) return refuse('questIsActive')
  if (!availability(definition, past, ctx.clock.now()).canActivate) return refuse('questNotAvailable')
  if (termsVersion !== undefined && termsVersion !== definition.version) return refuse('questTermsChanged')
  const currency = await readActiveCurrency(tx, playerId)
  if (!currency || !(await isOfferedIn(tx, currency))) return refuse('currencyNotOffered')
  if (!isOpenTo(definition.data, await readPerson(tx, playerId, currency))) return refuse('questNotAvailable')
  const before = past.latest
  const started = { run: (before?.run ?? 0) + 1, revision: (before?.revision ?? 0) + 1 }
  const row = await insertQuest(ctx, tx, definition, { playerId, currency, ...started })
  return ok(await publishQuest(tx, ctx, row, ctx.caller.locale))
}

type Started = { playerId: string; currency: string; run: number; revision: number }

async function insertQuest(
  ctx: PlayerCtx,
  tx: Tx,
  { identity, version, data, endsAt }: QuestDefinition,
  { playerId, currency, run, revision }: Started,
) {
  const now = ctx.clock.now()
  const rates = await ratesAt(tx, now)
  const ownEnd = new Date(now.getTime() + data.days * dayMs)
  const isCutShort = endsAt !== null && endsAt < ownEnd
  const counted = await lockPositions(tx, consumerName)
  const row = await tx
    .insertInto('rewards.player_quests')
    .values({
      id: randomUUID(),
      player_id: playerId,
      identity,
      version,
      run,
      currency,
      state: QuestState.active,
      in_sequence: data.order === 'sequence',
      after_movement: counted.movements,
      after_fact: counted.facts,
      activated_at: now,
      expires_at: isCutShort ? endsAt : ownEnd,
      expires_as: isCutShort ? QuestState.ended : QuestState.expired,
      rewards: writeRewards(rewardsOf(data, currency, rates)),
      is_automatic: data.claim === 'automatic',
      reward_state: 'locked',
      revision,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('rewards.player_quest_tasks')
    .values(
      termsOf(data, currency, rates).map(({ type, quantity, multiplier, minStake, minOdds, games }, position) => ({
        player_quest_id: row.id,
        position,
        type,
        quantity,
        multiplier: multiplier === null ? null : String(multiplier),
        min_stake: minStake,
        min_odds: minOdds,
        games: games ? [...games] : null,
      })),
    )
    .execute()
  return row
}
