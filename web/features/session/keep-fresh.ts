/**
 * Refreshes the token within 10 s of its expiry. One tab does it; the others wait up to
 * 10 polls of 500 ms for the new token, and take over if that tab is gone (specification, section 9).
 */
import * as HttpStatus from '#contract/statuses.ts'
import { readClaims } from './token-claims.ts'

const refreshBeforeMs = 10_000
const polls = 10
const pollMs = 500

export type RefreshParts = {
  now(): number
  /** The token in the cookie that all tabs share. */
  held(): string | null
  store(token: string): void
  /** The session is over, for the reason in the server's words. */
  drop(words?: string): void
  /** Requests the successor token. Throws an error with the response status, or 0 without a response. */
  swap(): Promise<string>
  /** Runs the work unless another tab does; false if one does. */
  withTabLock(work: () => Promise<void>): Promise<boolean>
  wait(ms: number): Promise<void>
}

/** `freshToken(token)` resolves to a token valid for a while, or null once the session has ended. */
export function createRefresh(parts: RefreshParts): (token: string) => Promise<string | null> {
  let underWay: Promise<string | null> | null = null
  return (token) => {
    if (!isDue(token, parts.now())) return Promise.resolve(token)
    underWay ??= refresh(parts).finally(() => (underWay = null))
    return underWay
  }
}

function isDue(token: string, now: number): boolean {
  const claims = readClaims(token)
  return claims !== null && claims.expiresAtMs - now <= refreshBeforeMs
}

async function refresh(parts: RefreshParts): Promise<string | null> {
  for (let poll = 0; poll <= polls; poll++) {
    const held = parts.held()
    if (!held || !isDue(held, parts.now())) return held
    const wasAlone = await parts.withTabLock(() => swapOnce(parts))
    if (wasAlone) return parts.held()
    if (poll < polls) await parts.wait(pollMs)
  }
  parts.drop()
  return null
}

/** Another tab may have refreshed before the lock was acquired, so it checks again. */
async function swapOnce(parts: RefreshParts): Promise<void> {
  const held = parts.held()
  if (!held || !isDue(held, parts.now())) return
  // The player may have signed out meanwhile, or another one in: the answer does not concern that token.
  const isHeld = () => parts.held() === held
  try {
    const next = await parts.swap()
    if (isHeld()) parts.store(next)
  } catch (error) {
    if (!isHeld()) return
    const { status, words } = error as { status?: number; words?: string }
    if (status === HttpStatus.unauthorized || status === HttpStatus.forbidden) return parts.drop(words)
    // An outage must not sign the player out: a valid token is used, otherwise the call fails as unreachable.
    if (readClaims(held)!.expiresAtMs <= parts.now()) throw error
  }
}
