import type { KernelDeps } from '../../deps.ts'
import { recordActivity } from './idleness.ts'
import { isAlive, findOpenSession } from './internal/open-session.ts'

/**
 * For modules that hold a session's id instead of its token, such as game launches: whether that session is open.
 * `isAct`: an action of its player, such as a bet.
 */
export async function isSessionOpen(
  deps: KernelDeps,
  owner: { playerId: string; sessionId: string },
  { isAct = false } = {},
): Promise<boolean> {
  const session = await findOpenSession(deps.db.pool, owner)
  if (!session || !isAlive(session, deps.clock.now())) return false
  if (isAct) await recordActivity(deps, owner, session.active_at)
  return true
}
