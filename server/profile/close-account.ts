/**
 * Closes the account permanently: every session ends, and signing in is refused like a wrong password. The row and its
 * addresses are retained as long as the law requires, so nobody can register with them again.
 */
import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { rollback } from '../kernel/db/connect.ts'
import type { PlayerCtx } from '../deps.ts'
import { accountsOfMailbox, closeEverySession, closePlayer, hasSteppedUp, lockOpenSession } from '../identity/index.ts'
import { lockWallets } from '../ledger/index.ts'
import { record } from '../kernel/facts/fact.ts'
import { accountClosed } from '../kernel/facts/kinds.ts'
import { send } from '../messaging/index.ts'
import { audit } from '../kernel/audit.ts'

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
    // This is checked after the row is locked, so that a session cannot start anything after the check.
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
  for (const id of closed.value) ctx.realtime.closeSession(id)
  return ok()
}
