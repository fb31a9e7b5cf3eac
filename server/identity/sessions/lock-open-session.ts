/** Keeps the session of a call open until its transaction ends, for actions that an ended session must not complete. */
import type { PlayerCtx, Tx } from '../../deps.ts'
import { lockStatus } from '../players/lock-status.ts'

/** Thrown if the session has ended; the caller gets the same answer as if it had ended before the call. */
export class SessionEnded extends Error {}

/**
 * The call was authenticated at its start; a new password, a block or a closure may have ended its session since.
 */
export async function lockOpenSession(tx: Tx, { caller }: PlayerCtx): Promise<void> {
  const { id: playerId, sessionId } = caller.player
  await lockStatus(tx, playerId)
  const open = await tx
    .selectFrom('identity.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!open) throw new SessionEnded()
}
