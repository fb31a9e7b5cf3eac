/**
 * Begins the play session of a signed-in session: with the first game, or the sportsbook, that is opened for money, and
 * anew when the player comes back after half an hour away.
 */
import type { PlayerCtx } from '../../deps.ts'
import { newestMovement } from '../../ledger/index.ts'
import { lastResumedAt } from '../../identity/index.ts'

/** Sessions last for weeks; their play sessions are of no use after this. */
const keptMs = 30 * 86_400_000
export async function beginPlaySession(ctx: PlayerCtx): Promise<void> {
  const { db, clock, caller } = ctx
  const { id: playerId, sessionId } = caller.player
  const now = clock.now()
  const resumed = await lastResumedAt(ctx, { playerId, sessionId })
  const after = await newestMovement(db.kysely, playerId)
  const begun = {
    player_id: playerId,
    started_at: now,
    after_movement_id: after,
    statistics_since: now,
    statistics_after_movement_id: after,
  }
  await db.kysely
    .insertInto('games.play_sessions')
    .values({ session_id: sessionId, ...begun })
    .onConflict((conflict) =>
      conflict
        .column('session_id')
        .doUpdateSet(begun)
        .where('games.play_sessions.started_at', '<', resumed ?? new Date(0)),
    )
    .execute()
  await db.kysely
    .deleteFrom('games.play_sessions')
    .where('player_id', '=', playerId)
    .where('started_at', '<', new Date(now.getTime() - keptMs))
    .execute()
}
