import type { Deps } from '../../deps.ts'
import { recordActivity } from './idleness.ts'
import { isAlive, findOpenSession } from './internal/open-session.ts'

/** For modules that hold a session's id instead of its token, as a game launch does: whether that session still stands. `isAct`: its player does something by it, as a bet is. */
export async function isSessionOpen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: { playerId: string; sessionId: string },
  { isAct = false } = {},
): Promise<boolean> {
  const session = await findOpenSession(db.pool, owner)
  if (!session || !isAlive(session, clock.now())) return false
  if (isAct) await recordActivity({ db, clock }, owner, session.active_at)
  return true
}
