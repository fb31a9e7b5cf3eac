/** The status and the sessions of players at the desk. */
import type * as contract from '#contract/desk/player-acts.ts'
import { ok, refuse, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { audit } from '../../kernel/audit.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { findPlayer } from '../players/players.ts'
import { closeEverySession } from './sessions.ts'
import { setStatus } from './set-status.ts'

export async function setStatusOfPlayer(
  ctx: DeskCtx,
  input: VerbInput<typeof contract.setStatusOfPlayer>,
): Promise<Result<{ sessions: number }, RefusalOf<typeof contract.setStatusOfPlayer>>> {
  if (!(await findPlayer(ctx.db.kysely, input.playerId))) return refuse('playerNotFound')
  return setStatus(ctx, input)
}

export async function endSessionsOfPlayer(
  ctx: DeskCtx,
  { playerId, reason }: VerbInput<typeof contract.endSessionsOfPlayer>,
): Promise<Result<{ sessions: number }, RefusalOf<typeof contract.endSessionsOfPlayer>>> {
  if (!(await findPlayer(ctx.db.kysely, playerId))) return refuse('playerNotFound')
  return ok({ sessions: await endSessions(ctx, playerId, reason) })
}

export async function endAllSessions(
  ctx: DeskCtx,
  { reason }: VerbInput<typeof contract.endAllSessions>,
): Promise<Result<{ sessions: number }>> {
  const signedIn = await ctx.db.kysely
    .selectFrom('identity.sessions')
    .select('player_id')
    .distinct()
    .where('closed_at', 'is', null)
    .orderBy('player_id')
    .execute()
  let sessions = 0
  // One player in a transaction, so that no player waits for the others.
  for (const { player_id: playerId } of signedIn) sessions += await endSessions(ctx, playerId, reason)
  return ok({ sessions })
}

async function endSessions(ctx: DeskCtx, playerId: string, reason: string): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    const closed = await closeEverySession(tx, ctx.clock.now(), playerId, 'ended-by-operator')
    if (closed.length > 0)
      await audit(tx, ctx, { action: 'session-closed', playerId, reason, detail: { sessions: closed.length } })
    return closed.length
  })
}
