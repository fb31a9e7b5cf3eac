/**
 * Closes the account permanently: every session ends, and signing in is refused like a wrong password. The row and its
 * addresses are retained as long as the law requires, so nobody can register with them again.
 */
import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { rollback } from '../../db/connect.ts'
import type { PlayerCtx } from '../../deps.ts'
import { accountsOfMailbox } from '../players/shared-addresses.ts'
import { lockWallets } from '../../ledger/lock-wallets.ts'
import { record } from '../../facts/fact.ts'
import { accountClosed } from '../../facts/kinds.ts'
import { send } from '../deliveries/send.ts'
import { audit } from '../../platform/audit.ts'
import { closePlayer } from '../players/players.ts'
import { lockOpenSession } from '../sessions/lock-open-session.ts'
import { closeEverySession } from '../sessions/sessions.ts'
import { hasSteppedUp } from '../sessions/step-up.ts'

type Endpoint = typeof contract.closeAccount

export async function closeAccount(
  ctx: PlayerCtx,
  { reason = '' }: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  if (!(await hasSteppedUp(ctx))) return refuse('stepUpRequired')
  const { id: playerId, sessionId } = ctx.caller.player
  const closed = (await ctx.db.transaction(async (tx) => {
    const player = await closePlayer(tx, playerId, ctx.clock.now())
    await lockWallets(tx, await accountsOfMailbox(tx, playerId))
    await lockOpenSession(tx, ctx)
    // Checked after locking the row: a session that ends now starts nothing more.
    for (const { keepsOpen } of ctx.lifecycles) if (await keepsOpen?.(tx, playerId)) rollback(refuse('moneyLeft'))
    const sessions = await closeEverySession(tx, ctx.clock.now(), playerId, 'account-closed')
    for (const { endOpen } of ctx.lifecycles) await endOpen?.(ctx, tx, playerId, 'account-closed')
    await audit(tx, ctx, { action: 'account-closed', playerId, sessionId, detail: { reason: reason.trim() } })
    await record(tx, accountClosed, { player: playerId, subject: playerId, data: {} })
    if (player.email)
      await send(tx, ctx, {
        medium: 'mail',
        to: player.email,
        locale: player.locale,
        template: 'account-closed',
        values: { at: ctx.clock.now().toISOString() },
        playerId,
      })
    return ok(sessions)
  })) as Result<string[], 'moneyLeft'>
  if (!closed.ok) return closed
  for (const id of closed.value) ctx.realtime.closeSession(id, playerId)
  return ok()
}
