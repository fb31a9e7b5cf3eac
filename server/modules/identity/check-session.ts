/** Whether the session behind a token still stands: asked on every call, one indexed query. */
import type { Deps } from '../../deps.ts'
import { readAccessToken, type TokenClaims } from './access-token.ts'
import { isUsable, standingSession } from './internal/standing-session.ts'

export type CheckedSession = { playerId: string; sessionId: string; expiresAt: Date }
type Needs = Pick<Deps, 'settings' | 'clock' | 'db'>

/** The player and session of a token that is unexpired, of a good generation, and whose session is open; null otherwise. */
export async function checkSession(deps: Needs, token: string): Promise<CheckedSession | null> {
  const claims = await readAccessToken(deps, token)
  return claims && claims.expiresAt > deps.clock.now() ? check(deps, claims) : null
}

/**
 * As `checkSession`, but an expired token will do: pages are rendered for the cookie's holder, whose browser
 * swaps the token once it runs. The holder of an expired token could refresh it anyway.
 */
export async function checkPageSession(deps: Needs, token: string): Promise<CheckedSession | null> {
  const claims = await readAccessToken(deps, token)
  return claims ? check(deps, claims) : null
}

async function check(deps: Needs, claims: TokenClaims): Promise<CheckedSession | null> {
  const session = await standingSession(deps.db.pool, claims)
  if (!session || !isUsable(session, claims.generation, deps.clock.now())) return null
  return { playerId: claims.playerId, sessionId: claims.sessionId, expiresAt: claims.expiresAt }
}
