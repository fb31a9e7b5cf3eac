/** Synchronises tabs. A marker in storage triggers a check of the shared cookie, which decides. */
import type { SessionChange } from '../../api/session.ts'
import { decodeMarker, encodeMarker, type MarkedChange, markerKey } from './session-marker.ts'
import { readClaims } from './token-claims.ts'

export type TabParts = {
  currentToken(): string | null
  onChange(listener: (change: SessionChange) => void): void
  /** Another tab signed out: this one goes to the home page as a guest. */
  leave(): void
  reload(): void
  mark(note: string): void
  now(): number
}
export type TabFollower = {
  onStorage(event: { key: string | null; newValue: string | null }): void
  onReturn(): void
  isOurs(): boolean
}

/**
 * `onStorage` handles storage events, `onReturn` the tab becoming visible again. `isOurs` returns whether the token
 * still belongs to this tab's player; if not, it makes the tab follow the change.
 */
export function createTabFollower(parts: TabParts): TabFollower {
  let known = playerOf(parts.currentToken())
  let isLeft = false
  parts.onChange(({ isSignedIn, reason }) => {
    const before = known
    known = playerOf(parts.currentToken())
    if (reason === 'signedIn') announce(parts, 'login')
    else if (!isSignedIn && reason !== 'otherTab' && before) announce(parts, 'logout')
  })
  const reconcile = () => {
    const now = playerOf(parts.currentToken())
    if (now === known) return
    known = now
    if (!now) return parts.leave()
    isLeft = true
    parts.reload()
  }
  return {
    onStorage: ({ key, newValue }) => {
      if (key === markerKey && decodeMarker(newValue)) reconcile()
    },
    onReturn: reconcile,
    isOurs: () => {
      reconcile()
      return !isLeft
    },
  }
}

function announce(parts: TabParts, change: MarkedChange): void {
  parts.mark(encodeMarker(change, parts.now()))
}

export function playerOf(token: string | null): string | null {
  return token ? (readClaims(token)?.playerId ?? null) : null
}
