/** An operator blocks or limits a player, or admits them again. A closed account stays closed. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { PlayerStatus } from '#contract/identity.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { accountsOfMailbox } from '../players/shared-addresses.ts'
import { lockWallets } from '../../ledger/index.ts'
import { audit } from '../../kernel/audit.ts'
import type { EndDeps, PlayerLifecycle } from '../../kernel/player-lifecycle.ts'
import { lockStatus } from '../players/lock-status.ts'
import { changeStatus } from '../players/players.ts'
import { closeEverySession } from './sessions.ts'

type Needs = EndDeps & { actor: OperatorActor; lifecycles: PlayerLifecycle[] }
export type NewStatus = Exclude<keyof typeof PlayerStatus, 'closed'>
type Refusal = 'reasonMissing' | 'accountClosed' | 'unchanged'

/**
 * For a blocked or limited player, open payment pages are closed. For a blocked one, every session ends and nothing is
 * staked after the commit; open rounds and bets are settled, and withdrawals that were not sent go to an operator.
 */
export async function setStatus(
  needs: Needs,
  { playerId, status, reason }: { playerId: string; status: NewStatus; reason: string },
): Promise<Result<{ sessions: number }, Refusal>> {
  if (!reason) return refuse('reasonMissing')
  return needs.db.transaction(async (tx): Promise<Result<{ sessions: number }, Refusal>> => {
    const before = await lockStatus(tx, playerId)
    if (before === 'closed') return refuse('accountClosed')
    if (before === status) return refuse('unchanged')
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
      detail: { before, after: status, reason: reason.slice(0, 500) },
    })
    return ok({ sessions: ended.length })
  })
}
