/** Joins a run with confirmed entry: rounds that settle from now on count. */
import { sql } from 'kysely'
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { joinTournament as contract, Tournament } from '#contract/tournaments.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { isExcludedIn } from '../../protection/index.ts'
import { lockStatus } from '../../identity/index.ts'
import { refuseWhereRestricted } from '../../reference/index.ts'
import { presentRun } from './internal/present.ts'
import { findRun } from './internal/runs.ts'

type Answer = Result<Tournament, RefusalOf<typeof contract>>

export async function joinTournament(ctx: PlayerCtx, { identity }: VerbInput<typeof contract>): Promise<Answer> {
  const restricted = refuseWhereRestricted(ctx)
  if (restricted) return restricted
  return ctx.db.transaction((tx) => join(ctx, tx, identity))
}

async function join(ctx: PlayerCtx, tx: Tx, identity: string): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  const isActive = (await lockStatus(tx, playerId)) === 'active'
  const run = await findRun(tx, identity)
  if (!run) return refuse('tournamentNotFound')
  if (!isActive) return refuse('playerLimited')
  if (await isExcludedIn(tx, ctx, playerId)) return refuse('playerExcluded')
  if (run.entry === 'buy-in') return refuse('buyInRequired')
  // Shared by those who join, and kept apart from the consumer's batches: whatever a batch has counted was settled by
  // a movement up to the one that is the last here, and every later batch finds the row.
  const { rows } = await sql<{ is_open: boolean }>`
    SELECT state IN ('published', 'running') AND ends_at > ${ctx.clock.now()} AS is_open
    FROM rewards.tournament_runs WHERE id = ${run.id} FOR SHARE`.execute(tx)
  if (!rows[0]!.is_open) return refuse('tournamentOver')
  if (run.entry === 'confirmed')
    await tx
      .insertInto('rewards.tournament_scores')
      .values({
        run_id: run.id,
        player_id: playerId,
        joined_at: ctx.clock.now(),
        joined_after: sql<bigint>`(SELECT coalesce(max(id), 0) FROM ledger.movements)`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return ok(await presentRun(ctx, tx, run, { isJoined: true, winners: [] }))
}
