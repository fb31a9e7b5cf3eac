/** Resolves an `Authorization: Bearer` header to its player. Cookies are ignored. */
import type { Deps } from '../../deps.ts'
import { bearerToken } from './access-token.ts'
import { checkSession } from './check-session.ts'

/** `isAct`: the player caused the call, as opposed to an open page. */
export async function readSession(
  deps: Deps,
  authorization: string | undefined,
  { isAct = false, country = null }: { isAct?: boolean; country?: string | null } = {},
): Promise<{ id: string; sessionId: string } | null> {
  const token = bearerToken(authorization)
  const session = token ? await checkSession(deps, token, { isAct, country }) : null
  return session && { id: session.playerId, sessionId: session.sessionId }
}
