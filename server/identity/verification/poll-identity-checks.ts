/** Polls the provider for started checks without a final result, in case a webhook was lost. */
import type { Deps } from '../../deps.ts'
import { applyReport } from './apply-report.ts'

export const firstPollMs = 10 * 60_000
const pollEveryMs = 6 * 3_600_000
/** A player who has not finished by then has abandoned the check, and starts again. */
const abandonedAfterMs = 30 * 86_400_000
const batchSize = 20

/** One round; resolves to the number of checks polled. */
export async function pollIdentityChecks(deps: Deps): Promise<number> {
  const { identityCheck } = deps.partners
  if (!identityCheck) return 0
  const now = deps.clock.now()
  const playersToPoll = await deps.db.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('verification.checks')
      .select(['player_id', 'begun_at'])
      .where('partner', '=', identityCheck.name)
      .where('next_look_at', '<=', now)
      .orderBy('next_look_at')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    // Recorded before the provider is called, so that another process polls other checks and an outage causes no flood
    // of calls.
    for (const { player_id, begun_at } of rows) {
      const next = new Date(now.getTime() + pollEveryMs)
      await tx
        .updateTable('verification.checks')
        .set({ next_look_at: next.getTime() - begun_at.getTime() > abandonedAfterMs ? null : next })
        .where('player_id', '=', player_id)
        .execute()
    }
    return rows
  })
  for (const { player_id: playerId } of playersToPoll) {
    const answer = await identityCheck.readApplicant(playerId)
    if (answer.ok && answer.value?.playerId === playerId)
      await deps.db.transaction((tx) => applyReport(deps, tx, identityCheck.name, answer.value!))
  }
  return playersToPoll.length
}
