/** Records that a player, or someone close, has voiced a concern about the player's play. The rules count it. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { KernelDeps } from '../deps.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { audit, isAudited } from '../kernel/audit.ts'
import { record } from '../kernel/facts/fact.ts'
import { concernRecorded } from '../kernel/facts/kinds.ts'
import { findPlayer, lockStatus } from '../identity/index.ts'

/** `id` is that of the concern: recorded again, it is counted once. */
export async function recordConcern(
  needs: KernelDeps & { actor: OperatorActor },
  { playerId, id, reason }: { playerId: string; id: string; reason: string },
): Promise<Result<void, 'playerNotFound'>> {
  return needs.db.transaction(async (tx): Promise<Result<void, 'playerNotFound'>> => {
    if (!(await findPlayer(tx, playerId))) return refuse('playerNotFound')
    await lockStatus(tx, playerId)
    const entry = { action: 'harm-concern-recorded', playerId } as const
    if (await isAudited(tx, { ...entry, detail: { concern: id } })) return ok()
    await record(tx, concernRecorded, { player: playerId, subject: id, data: {} })
    await audit(tx, needs, { ...entry, before: null, after: { concern: id }, reason, detail: { concern: id } })
    return ok()
  })
}
