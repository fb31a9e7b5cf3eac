import { ok, type Ok } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { audit } from '../../kernel/audit.ts'
import { closeOpenSession } from './sessions.ts'

/** Ends the calling session, with its other tabs and realtime connections. */
export async function signOut(ctx: PlayerCtx): Promise<Ok<void>> {
  const { id: playerId, sessionId } = ctx.caller.player
  await ctx.db.transaction(async (tx) => {
    await closeOpenSession(tx, ctx.clock.now(), { playerId, sessionId }, 'signed-out')
    await audit(tx, ctx, { action: 'signed-out', playerId, sessionId })
  })
  ctx.realtime.closeSession(sessionId)
  return ok()
}
