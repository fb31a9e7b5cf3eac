/** Refunds the entries of cancelled runs, one player per transaction, each once. */
import type { LedgerDeps, Tx } from '../../deps.ts'
import { workThrough } from '../../kernel/jobs/work-through.ts'
import { lockStatus } from '../../identity/index.ts'
import { noteRefund, refundEntry } from './internal/entries.ts'
import { findRun } from './internal/runs.ts'

type Open = { id: string; identity: string; player_id: string }

const open = `rewards.tournament_entries AS entry JOIN rewards.tournament_runs AS run ON run.id = entry.run_id
  WHERE entry.refunded_at IS NULL AND run.state = 'cancelled'`
export const refundsDue = `SELECT CASE WHEN EXISTS (SELECT FROM ${open}) THEN now() END`

/** Returns how many were refunded. */
export function refundEntries(deps: LedgerDeps): Promise<number> {
  return workThrough<Open>(deps.log, {
    name: 'a refund of an entry of a tournament',
    read: (last, size) =>
      deps.db.kysely
        .selectFrom('rewards.tournament_entries as entry')
        .innerJoin('rewards.tournament_runs as run', 'run.id', 'entry.run_id')
        .select(['entry.id', 'run.identity', 'entry.player_id'])
        .where('entry.refunded_at', 'is', null)
        .where('run.state', '=', 'cancelled')
        .$if(last !== undefined, (query) => query.where('entry.id', '>', last!.id))
        .orderBy('entry.id')
        .limit(size)
        .execute(),
    settle: (entry) => deps.db.transaction((tx) => refund(tx, deps, entry)),
  })
}

/** A cancelled run never changes, so the player's lock is enough. */
async function refund(tx: Tx, deps: LedgerDeps, { identity, player_id: playerId }: Open): Promise<boolean> {
  await lockStatus(tx, playerId)
  const run = (await findRun(tx, identity))!
  const refunded = await refundEntry(tx, deps, run, { playerId, reason: 'cancelled' })
  if (refunded) await noteRefund(tx, deps, run, { playerId, reason: 'cancelled' })
  return refunded
}
