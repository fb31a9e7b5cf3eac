import type { Deps } from '../../deps.ts'
import { isAlive, standingSession } from './internal/standing-session.ts'

/** For modules that hold a session's id instead of its token, as a game launch does: whether that session still stands. */
export async function isSessionOpen({ db, clock }: Pick<Deps, 'db' | 'clock'>, owner: { playerId: string; sessionId: string }): Promise<boolean> {
  const session = await standingSession(db.pool, owner)
  return session !== undefined && isAlive(session, clock.now())
}
