import type * as contract from '#contract/identity.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { PlayerCtx } from '../../deps.ts'
import { lockWallets } from '../../ledger/index.ts'
import { audit } from '../../kernel/audit.ts'
import { lockStatus } from '../players/lock-status.ts'
import { lockOpenSession } from './lock-open-session.ts'
import { closeOpenSession } from './sessions.ts'

type Endpoint = typeof contract.closeSession

/** Ends one of the player's own sessions; another player's is not found. */
export async function closeSession(
  ctx: PlayerCtx,
  { id: sessionId }: VerbInput<Endpoint>,
): Promise<Result<void, RefusalOf<Endpoint>>> {
  const { id: playerId } = ctx.caller.player
  const closed = await ctx.db.transaction(async (tx) => {
    await lockStatus(tx, playerId)
    await lockWallets(tx, playerId)
    // A stolen session that its owner ends at this moment must not end the owner's session.
    await lockOpenSession(tx, ctx)
    const row = await closeOpenSession(tx, ctx.clock.now(), { playerId, sessionId }, 'closed-by-player')
    if (row)
      await audit(tx, ctx, {
        action: 'session-closed',
        playerId,
        sessionId,
        detail: { by: ctx.caller.player.sessionId },
      })
    return row
  })
  if (!closed) return refuse('sessionNotFound')
  ctx.realtime.closeSession(sessionId)
  return ok()
}
