/** The access token in its cookie, and listeners for its changes. */
import { readCookie, removeCookie, writeCookie } from '../device/cookies.ts'

const tokenCookie = 'access_token'
const tokenSeconds = 31_536_000

/** Why a session started or ended: the player here, another tab, or the server. */
export type SessionChange = {
  isSignedIn: boolean
  reason: 'signedIn' | 'refreshed' | 'signedOut' | 'refused' | 'otherTab'
}
/** The server's words on why it ended the last session; undefined once there is another. */
let words: string | undefined
export const whyEnded = (): string | undefined => words

type Listener = (change: SessionChange) => void
const listeners = new Set<Listener>()

/** Refreshes a token near its expiry before a call; provided by the session feature. */
let refresh: ((token: string) => Promise<string | null>) | null = null

export function accessToken(): string | null {
  return readCookie(tokenCookie) || null
}

/** Stores a token; `refreshed` tells listeners that the player is unchanged. */
export function storeToken(token: string, reason: 'signedIn' | 'refreshed' = 'signedIn'): void {
  words = undefined
  writeCookie(tokenCookie, token, tokenSeconds)
  announce({ isSignedIn: true, reason })
}

/**
 * Removes the token. Signing out without one changes nothing, but a refused guest is asked to sign in, and another tab
 * may already have removed the shared cookie.
 */
export function clearSession(reason: 'signedOut' | 'refused' | 'otherTab', why?: string): void {
  if (!accessToken() && reason === 'signedOut') return
  words = why
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

/** The token for a call, refreshed first where needed. */
export async function freshToken(route: string): Promise<string | null> {
  const token = accessToken()
  if (!token || !refresh || route === 'POST /api/player/sessions/refresh') return token
  return refresh(token)
}

/** How many sessions have begun or ended here. */
export let sessionChanges = 0

function announce(change: SessionChange): void {
  if (change.reason !== 'refreshed') sessionChanges++
  for (const listener of listeners) listener(change)
}
