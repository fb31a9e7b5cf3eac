/** Stores the access token in a cookie and notifies listeners of changes. */
import { readCookie, removeCookie, writeCookie } from '../device/cookies.ts'

const tokenCookie = 'access_token'
const tokenSeconds = 31_536_000

/** A start or end of the session, and its cause. */
export type SessionChange = {
  isSignedIn: boolean
  reason: 'signedIn' | 'refreshed' | 'signedOut' | 'refused' | 'otherTab'
}
/** The server's explanation of why it ended the last session; undefined once there is a new session. */
let endReason: string | undefined
export const whyEnded = (): string | undefined => endReason

type Listener = (change: SessionChange) => void
const listeners = new Set<Listener>()

/** Refreshes a token before a call if it is about to expire. The session feature sets it. */
let refresh: ((token: string) => Promise<string | null>) | null = null

export function accessToken(): string | null {
  return readCookie(tokenCookie) || null
}

/** Stores a token. The reason `refreshed` tells listeners that the player has not changed. */
export function storeToken(token: string, reason: 'signedIn' | 'refreshed' = 'signedIn'): void {
  endReason = undefined
  writeCookie(tokenCookie, token, tokenSeconds)
  announce({ isSignedIn: true, reason })
}

/**
 * Removes the token. Without a token, only a sign-out is ignored: a refused guest must be asked to sign in, and another
 * tab may have removed the shared cookie before this tab is notified.
 */
export function clearSession(reason: 'signedOut' | 'refused' | 'otherTab', message?: string): void {
  if (!accessToken() && reason === 'signedOut') return
  endReason = message
  removeCookie(tokenCookie)
  announce({ isSignedIn: false, reason })
}

export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function refreshWith(source: typeof refresh): void {
  refresh = source
}

/** Returns the token for a call, refreshed first if necessary. */
export async function freshToken(route: string): Promise<string | null> {
  const token = accessToken()
  if (!token || !refresh || route === 'POST /api/player/sessions/refresh') return token
  return refresh(token)
}

/** Counts the starts and ends of sessions in this page. */
export let sessionChanges = 0

function announce(change: SessionChange): void {
  if (change.reason !== 'refreshed') sessionChanges++
  for (const listener of listeners) listener(change)
}
