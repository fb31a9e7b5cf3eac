import type { KernelDeps } from '../../deps.ts'
import { recordActivity } from './idleness.ts'
import { isAlive, findOpenSession } from './internal/open-session.ts'

/**
 * Whether a session is open, for modules that have its id instead of its token, such as game launches. `isAct`: the
 * call is an action of the player, such as a bet.
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
