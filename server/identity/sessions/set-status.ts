/** An operator blocks or limits a player, or makes the player active again. A closed account stays closed. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PlayerStatus } from '#contract/identity.ts'
import { nameOfActor, type OperatorActor } from '../../kernel/actor.ts'
import { accountsOfMailbox } from '../players/shared-addresses.ts'
import { lockWallets } from '../../ledger/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { EndDeps, PlayerLifecycle } from '../../kernel/player-lifecycle.ts'
import { lockStatus } from '../players/lock-status.ts'
import { changeStatus } from '../players/players.ts'
import { tellOfAct } from '../players/tell-of-act.ts'
import { closeEverySession } from './sessions.ts'

type Needs = EndDeps & { actor: OperatorActor; lifecycles: PlayerLifecycle[] }
type StatusName = keyof typeof PlayerStatus
export type NewStatus = Exclude<keyof typeof PlayerStatus, 'closed'>
const acts = { blocked: 'accountBlocked', limited: 'accountLimited', active: 'accountAdmitted' } as const
type Refusal = 'reasonMissing' | 'accountClosed' | 'unchanged' | 'changedMeanwhile'

/**
 * `seen`: the status that the operator saw; absent if any will do. A block or a limit closes open payment pages. A block also ends every session, and nothing is staked after the
 * commit; open rounds and bets are settled, and withdrawals not yet sent go to an operator.
 */
export async function setStatus(
  needs: Needs,
  { playerId, status, reason, seen }: { playerId: string; status: NewStatus; reason: string; seen?: StatusName },
): Promise<Result<{ sessions: number }, Refusal>> {
  if (!reason) return refuse('reasonMissing')
  return needs.db.transaction(async (tx): Promise<Result<{ sessions: number }, Refusal>> => {
    const previousStatus = await lockStatus(tx, playerId)
    if (previousStatus === 'closed') return refuse('accountClosed')
    if (previousStatus === status) {
      if (seen === undefined) return refuse('unchanged')
      const last = await tx
        .selectFrom('identity.audit')
        .select(['actor', sql<string | null>`detail ->> 'reason'`.as('reason')])
        .where('player_id', '=', playerId)
        .where('action', '=', 'player-status-changed')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      // Repeated, because its answer was lost.
      const isOwn = last?.actor === nameOfActor(needs.actor) && last.reason === reason.slice(0, 500)
      return isOwn ? ok({ sessions: 0 }) : refuse('unchanged')
    }
    if (seen !== undefined && seen !== previousStatus)
      return refuse('changedMeanwhile', { message: `The player is ${previousStatus} meanwhile: load the page again.` })
    const now = needs.clock.now()
    await changeStatus(tx, playerId, status, now)
    if (status === 'blocked') await lockWallets(tx, await accountsOfMailbox(tx, playerId))
    const ended = status === 'blocked' ? await closeEverySession(tx, now, playerId, 'blocked') : []
    if (status !== 'active') for (const module of needs.lifecycles) await module.endOpen?.(needs, tx, playerId, status)
    if (status === 'blocked')
      for (const { reviewUnsent } of needs.lifecycles) await reviewUnsent?.(needs, tx, playerId, 'blocked')
    await audit(tx, needs, {
      action: 'player-status-changed',
      playerId,
      before: previousStatus,
      after: status,
      reason: reason.slice(0, 500),
    })
    await tellOfAct(tx, needs, playerId, { act: acts[status] })
    return ok({ sessions: ended.length })
  })
}
