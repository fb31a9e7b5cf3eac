/** Checks whether the session of a token is open. Every call does so, with one indexed query. */
import type { KernelDeps } from '../../deps.ts'
import { recordActivity, recordCountry } from './idleness.ts'
import { readAccessToken } from './access-token.ts'
import { findOpenSession, isUsable, recordUse } from './internal/open-session.ts'

export type CheckedSession = { playerId: string; sessionId: string; expiresAt: Date }

/**
 * The player and session of an unexpired token with a valid generation and an open session; null otherwise. `isAct`:
 * an action of the player. `country`: where the call comes from.
 */
export async function checkSession(
  deps: KernelDeps,
  token: string,
  { isAct = false, country = null }: { isAct?: boolean; country?: string | null } = {},
): Promise<CheckedSession | null> {
  const { clock, db } = deps
  const claims = await readAccessToken(deps, token)
  const now = clock.now()
  if (!claims || claims.expiresAt <= now) return null
  const session = await findOpenSession(db.pool, claims)
  if (!session || !isUsable(session, claims.generation, now)) return null
  // The first generation has no predecessor.
  if (claims.generation === session.generation && claims.generation > 1 && session.generation_used_at === null)
    await recordUse(db.pool, claims, now)
  if (isAct) await recordActivity(deps, claims, session.active_at)
  if (country !== null && country !== session.seen_country) await recordCountry(deps, claims, country)
  return { playerId: claims.playerId, sessionId: claims.sessionId, expiresAt: claims.expiresAt }
}
