/** An exclusion or a block refunds and removes the player's entries of runs that have not started. */
import type { LedgerDeps, Tx } from '../../../deps.ts'
import { isExcludedNow } from '../../../protection/index.ts'
import { lockWallets } from '../../../ledger/index.ts'
import { lockStatus } from '../../../identity/index.ts'
import { noteRefund, refundEntry, removeFromRun } from './entries.ts'
import { isOpenForEntries, shareRun } from './runs.ts'

/** Called after the exclusion or the block is stored, which prevents further entries. */
export async function refundBarred(tx: Tx, deps: LedgerDeps, playerId: string): Promise<void> {
  const status = await lockStatus(tx, playerId)
  const reason = status === 'blocked' ? 'blocked' : (await isExcludedNow(tx, deps, playerId)) ? 'excluded' : null
  if (!reason) return
  await lockWallets(tx, playerId)
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
    await refundEntry(tx, deps, run, { playerId, reason })
    await removeFromRun(tx, run.id, playerId)
    await noteRefund(tx, deps, run, { playerId, reason })
  }
}
