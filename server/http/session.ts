/** From an `Authorization: Bearer` header to the player it speaks for. Cookies are not looked at. */
import type { Deps } from '../deps.ts'
import { bearerToken } from '../modules/identity/access-token.ts'
import { checkSession } from '../modules/identity/check-session.ts'

export async function readSession(deps: Deps, authorization: string | undefined): Promise<{ id: string; sessionId: string } | null> {
  const token = bearerToken(authorization)
  const session = token ? await checkSession(deps, token) : null
  return session && { id: session.playerId, sessionId: session.sessionId }
}
