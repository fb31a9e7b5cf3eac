/**
 * Refreshes the token within 10 s of its expiry. One tab does it; the others poll up to 10 times every 500 ms for the
 * new token, and take over if that tab has closed (specification, section 9).
 */
import * as HttpStatus from '#contract/statuses.ts'
import { readClaims } from './token-claims.ts'

const refreshBeforeMs = 10_000
const polls = 10
const pollMs = 500

export type RefreshParts = {
  now(): number
  /** The token in the cookie that all tabs share. */
  currentToken(): string | null
  store(token: string): void
  /** Ends the session, with the server's message. */
  drop(message?: string): void
  /** Requests the successor token. Throws an error with the response status, or 0 without a response. */
  swap(): Promise<string>
  /** Runs the work unless another tab does; false if one does. */
  withTabLock(work: () => Promise<void>): Promise<boolean>
  wait(ms: number): Promise<void>
}

/** Returns a function that resolves to a token that is valid for some time, or to null once the session has ended. */
export function createRefresh(parts: RefreshParts): (token: string) => Promise<string | null> {
  let pending: Promise<string | null> | null = null
  return (token) => {
    if (!isDue(token, parts.now())) return Promise.resolve(token)
    pending ??= refresh(parts).finally(() => (pending = null))
    return pending
  }
}

function isDue(token: string, now: number): boolean {
  const claims = readClaims(token)
  return claims !== null && claims.expiresAtMs - now <= refreshBeforeMs
}

async function refresh(parts: RefreshParts): Promise<string | null> {
  for (let poll = 0; poll <= polls; poll++) {
    const token = parts.currentToken()
    if (!token || !isDue(token, parts.now())) return token
    const wasAlone = await parts.withTabLock(() => swapOnce(parts))
    if (wasAlone) return parts.currentToken()
    if (poll < polls) await parts.wait(pollMs)
  }
  parts.drop()
  return null
}

/** Another tab may have refreshed before the lock was acquired, so it checks again. */
async function swapOnce(parts: RefreshParts): Promise<void> {
  const token = parts.currentToken()
  if (!token || !isDue(token, parts.now())) return
  // If the player has signed out or another one has signed in during the call, its answer must be ignored.
  const isCurrent = () => parts.currentToken() === token
  try {
    const next = await parts.swap()
    if (isCurrent()) parts.store(next)
  } catch (error) {
    if (!isCurrent()) return
    const { status, serverMessage } = error as { status?: number; serverMessage?: string }
    if (status === HttpStatus.unauthorized || status === HttpStatus.forbidden) return parts.drop(serverMessage)
    // An outage must not sign the player out. The old token is used while it is valid; afterwards the call fails.
    if (readClaims(token)!.expiresAtMs <= parts.now()) throw error
  }
}
