/** Cancels a run that is not ranked yet: nobody wins, and the whole pool goes back. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import type { OperatorActor } from '../../platform/actor.ts'
import { returnToRewards } from './internal/pool.ts'
import { lockRun, noteRun, putRun } from './internal/runs.ts'
import { runStates } from './internal/states.ts'

type Needs = Pick<Deps, 'db' | 'ledger' | 'clock'> & { actor: OperatorActor }

export async function cancelRun(
  { db, ledger, clock, actor }: Needs,
  { identity, reason }: { identity: string; reason: string },
): Promise<Result<void, 'tournamentNotFound' | 'tournamentOver' | 'reasonMissing'>> {
  if (!reason) return refuse('reasonMissing')
  return db.transaction(async (tx) => {
    const run = await lockRun(tx, identity)
    if (!run) return refuse('tournamentNotFound')
    if (!runStates.may(run.state, 'cancelled') || run.ranked_at) return refuse('tournamentOver')
    if (run.state !== 'published') await returnToRewards(tx, { ledger }, run, { key: 'cancelled', amount: run.pool })
    const { to } = runStates.move(run.state, 'cancelled', 'operator')
    await putRun(tx, run, { state: to, cancel_reason: reason, finished_at: clock.now() })
    await noteRun(tx, { clock, actor }, run, { state: to, reason })
    return ok()
  })
}
