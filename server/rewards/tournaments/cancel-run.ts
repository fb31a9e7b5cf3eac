/** Cancels a run that is not ranked yet: nobody wins, the pool goes back, and entries are refunded in full. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { LedgerDeps } from '../../deps.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { endWithoutWinners } from './internal/cancel.ts'
import { lockRun } from './internal/runs.ts'
import { runStates } from './internal/states.ts'

type Needs = LedgerDeps & { actor: OperatorActor }

export async function cancelRun(
  needs: Needs,
  { identity, reason }: { identity: string; reason: string },
): Promise<Result<void, 'tournamentNotFound' | 'tournamentOver'>> {
  return needs.db.transaction(async (tx) => {
    const run = await lockRun(tx, identity)
    if (!run) return refuse('tournamentNotFound')
    if (!runStates.may(run.state, 'cancelled') || run.ranked_at) return refuse('tournamentOver')
    await endWithoutWinners(tx, needs, run, reason)
    return ok()
  })
}
