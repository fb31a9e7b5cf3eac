/** An operator's decision about a flag: the household is none, or the second welcome bonus ends with a message. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { LedgerDeps } from '../../deps.ts'
import { type OperatorActor, nameOfActor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit.ts'
import { listOpenOnce, refuseOnce } from '../../bonuses/index.ts'
import { lockStatus } from '../../identity/index.ts'
import { revokeIn } from '../../rewards/index.ts'

type Needs = LedgerDeps & { actor: OperatorActor }
export type Decision = 'allowed' | 'declined'
type Refusal = 'flagNotFound' | 'isDecided' | 'reasonMissing'

/**
 * Declined, what the player has not finished of offers for once ends, and no further one is offered. Cash stays, also
 * what a bonus has become.
 */
export async function decideHousehold(
  deps: Needs,
  { id, decision, comment }: { id: string; decision: Decision; comment: string },
): Promise<Result<{ revoked: number }, Refusal>> {
  if (!comment) return refuse('reasonMissing')
  return deps.db.transaction(async (tx): Promise<Result<{ revoked: number }, Refusal>> => {
    const flagged = await tx
      .selectFrom('bonuses.household_flags')
      .select('player_id')
      .where('id', '=', id)
      .executeTakeFirst()
    if (!flagged) return refuse('flagNotFound')
    const playerId = flagged.player_id
    // A deposit that is credited at this moment grants its bonus before this lock, or finds the refusal after it.
    await lockStatus(tx, playerId)
    const flag = await tx
      .selectFrom('bonuses.household_flags')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (flag.decision !== null) {
      // Repeated, because its answer was lost.
      if (
        flag.decision === decision &&
        flag.actor === nameOfActor(deps.actor) &&
        flag.comment === comment.slice(0, 500)
      )
        return ok({ revoked: 0 })
      const by = flag.actor!.replace(/^operator:/, '')
      return refuse('isDecided', { message: `${by} has ${flag.decision} this household.` })
    }
    const now = deps.clock.now()
    await tx
      .updateTable('bonuses.household_flags')
      .set({ decision, decided_at: now, actor: nameOfActor(deps.actor), comment: comment.slice(0, 500) })
      .where('id', '=', id)
      .execute()
    await audit(tx, deps, {
      action: 'household-decided',
      playerId,
      before: 'open',
      after: decision,
      reason: comment.slice(0, 500),
      detail: { id, matches: flag.matches },
    })
    if (decision === 'allowed') return ok({ revoked: 0 })
    await refuseOnce(tx, deps, playerId)
    const open = await listOpenOnce(tx, playerId)
    for (const each of open) await revokeIn(tx, deps, { id: each, reason: comment })
    return ok({ revoked: open.length })
  })
}
