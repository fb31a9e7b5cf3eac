/**
 * Contexts for verbs that a test calls itself; the server creates one after it has checked the session of a request.
 */
import type { Caller, Deps, PlayerCtx } from '#server/deps.ts'

export const testCaller: Caller = {
  requestId: 'test',
  ip: '127.0.0.1',
  userAgent: 'test',
  country: null,
  locale: 'en',
  bearer: null,
  captcha: null,
  player: null,
}

/** Returns the context of a signed-in player. */
export function contextOf(
  deps: Deps,
  { id, sessionId }: { id: string; sessionId: string },
  caller: Partial<Caller> = {},
): PlayerCtx {
  return { ...deps, caller: { ...testCaller, ...caller, player: { id, sessionId } } }
}
