/** Ends a run without winners. What was paid for entries is refunded by a job, one player per transaction. */
import type { LedgerDeps, Tx } from '../../../deps.ts'
import type { OperatorActor, SystemActor } from '../../../kernel/actor.ts'
import { returnToRewards } from './pool.ts'
import { noteRun, putRun, type Run } from './runs.ts'
import { runStates } from './states.ts'

/** The caller has locked the run, which is not ranked. The operator's part of the pool goes back. */
export async function endWithoutWinners(
  tx: Tx,
  deps: LedgerDeps & { actor: OperatorActor | SystemActor },
  run: Run,
  reason: string,
): Promise<void> {
  const by = deps.actor.kind === 'operator' ? 'operator' : 'system'
  const { to } = runStates.move(run.state, 'cancelled', by)
  if (run.state !== 'published') await returnToRewards(tx, deps, run, { key: 'cancelled', amount: run.pool })
  await putRun(tx, run, { state: to, cancel_reason: reason, finished_at: deps.clock.now() })
  await noteRun(tx, deps, run, { to, reason })
}
