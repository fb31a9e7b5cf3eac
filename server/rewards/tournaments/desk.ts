/** Runs of tournaments at the desk: listed, cancelled, and counted again. */
import { sql } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/desk/tournaments.ts'
import { ok, refuse, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { TournamentState } from '#contract/tournaments.ts'
import { nameOfActor } from '../../kernel/actor.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { baseCurrency, inUnits } from '../../reference/index.ts'
import { cancelRun } from './cancel-run.ts'
import type { Recounted } from './internal/recount.ts'
import { recomputeRun } from './recompute-run.ts'

const pageSize = 50
const mostDifferences = 50
/** When it starts, and its identity. */
const Key = z.tuple([z.iso.datetime(), z.string().max(80)])
const money = (amount: bigint) => inUnits(amount, baseCurrency)

type Row = {
  identity: string
  version: number
  state: TournamentState
  starts_at: Date
  ends_at: Date
  players: number
  pool: bigint
  returned: bigint
  buy_in: bigint | null
  fee: bigint | null
  entries: number
  paid: bigint
  ranked_at: Date | null
  cancel_reason: string | null
}

export async function listTournamentRuns(
  { db }: DeskCtx,
  { after }: VerbInput<typeof contract.listTournamentRuns>,
): Promise<Result<ReplyOf<typeof contract.listTournamentRuns>>> {
  const key = readKey(after, Key)
  const found = await sql<Row>`
    SELECT identity, version, state, starts_at, ends_at, pool, returned, buy_in, fee, ranked_at, cancel_reason,
      (SELECT count(*)::int FROM rewards.tournament_scores WHERE run_id = run.id) AS players, entry.entries, entry.paid
    FROM rewards.tournament_runs AS run CROSS JOIN LATERAL (
      SELECT count(*)::int AS entries, coalesce(sum(price), 0)::bigint AS paid FROM rewards.tournament_entries
      WHERE run_id = run.id AND refunded_at IS NULL) AS entry
    WHERE ${key ? sql`(starts_at, identity) < (${key[0]}::timestamptz, ${key[1]})` : sql`true`}
    ORDER BY starts_at DESC, identity DESC LIMIT ${pageSize + 1}`.execute(db.kysely)
  const { rows, next } = pageOf(found.rows, pageSize, ({ starts_at, identity }) => [starts_at, identity])
  return ok({ runs: rows.map(presentRun), next })
}

function presentRun({ identity, version, state, players, buy_in: price, fee, ...row }: Row) {
  return {
    identity,
    version,
    state,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    players,
    pool: money(row.pool),
    returned: money(row.returned),
    entries:
      price === null ? null : { count: row.entries, price: money(price), fee: money(fee ?? 0n), paid: money(row.paid) },
    isRanked: row.ranked_at !== null,
    cancelReason: row.cancel_reason,
  }
}

export async function cancelTournamentRun(
  ctx: DeskCtx,
  { identity, reason }: VerbInput<typeof contract.cancelTournamentRun>,
): Promise<Result<void, RefusalOf<typeof contract.cancelTournamentRun>>> {
  const cancelled = await cancelRun(ctx, { identity, reason })
  if (cancelled.ok || cancelled.refusal !== 'tournamentOver') return cancelled
  const last = await ctx.db.kysely
    .selectFrom('identity.audit')
    .select(['actor', sql<string>`detail ->> 'reason'`.as('reason')])
    .where('action', '=', 'tournament-moved')
    .where(sql`detail ->> 'identity'`, '=', identity)
    .where(sql`detail -> 'after' ->> 'state'`, '=', 'cancelled')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last?.actor?.startsWith('operator:')) return cancelled
  // Repeated, because its answer was lost.
  if (last.actor === nameOfActor(ctx.actor) && last.reason === reason) return ok()
  return refuse('tournamentOver', { message: `${last.actor.replace('operator:', '')} has cancelled it.` })
}

export async function recountTournamentRun(
  ctx: DeskCtx,
  { identity }: VerbInput<typeof contract.recountTournamentRun>,
): Promise<Result<ReplyOf<typeof contract.recountTournamentRun>, RefusalOf<typeof contract.recountTournamentRun>>> {
  const recounted = await recomputeRun(ctx, identity)
  if (!recounted.ok) return recounted
  const { scores, differences } = recounted.value
  return ok({
    scores,
    differing: differences.length,
    differences: differences.slice(0, mostDifferences).map(({ playerId, stored, recounted: counted }) => ({
      playerId,
      stored: presentCount(stored),
      recounted: presentCount(counted),
    })),
  })
}

function presentCount(counted: Recounted | null) {
  return counted && { score: String(counted.score), rounds: counted.rounds, reached: String(counted.reached) }
}
