/** What an exclusion ends: entries of runs that have not started. */
import type { Deps, Tx } from '../../../deps.ts'
import { isExcludedNow } from '../../limits/exclusion.ts'
import { lockStatus } from '../../players/lock-status.ts'
import { noteRefund, refundEntry, removeFromRun } from './entries.ts'
import { isOpenForEntries, shareRun } from './runs.ts'

/**
 * Called before an exclusion is stored, which takes the player's lock before that of limits, and again when it is: then
 * nobody enters any more, and what was paid goes back.
 */
export async function refundExcluded(
  tx: Tx,
  deps: Pick<Deps, 'ledger' | 'clock' | 'content'>,
  playerId: string,
): Promise<void> {
  await lockStatus(tx, playerId)
  if (!(await isExcludedNow(tx, deps, playerId))) return
  const open = await tx
    .selectFrom('rewards.tournament_entries as entry')
    .innerJoin('rewards.tournament_runs as run', 'run.id', 'entry.run_id')
    .select('run.identity')
    .where('entry.player_id', '=', playerId)
    .where('entry.refunded_at', 'is', null)
    .where('run.state', '=', 'published')
    .orderBy('run.id')
    .execute()
  for (const { identity } of open) {
    const run = (await shareRun(tx, identity))!
    if (!isOpenForEntries(run, deps.clock.now())) continue
    await refundEntry(tx, deps, run, { playerId, reason: 'excluded' })
    await removeFromRun(tx, run.id, playerId)
    await noteRefund(tx, deps, run, { playerId, reason: 'excluded' })
  }
}
