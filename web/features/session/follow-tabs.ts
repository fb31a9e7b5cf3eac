/** Keeps tabs in sync. The storage marker triggers a check; the shared cookie is authoritative. */
import type { SessionChange } from '../../api/session.ts'
import { decodeMarker, encodeMarker, type MarkedChange, markerKey } from './session-marker.ts'
import { readClaims } from './token-claims.ts'

export type TabParts = {
  held(): string | null
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
 * `onStorage` handles storage events, `onReturn` the tab becoming visible again. `isOurs`: whether the token is still
 * that of this tab's player; if not, the tab follows.
 */
export function createTabFollower(parts: TabParts): TabFollower {
  let known = playerOf(parts.held())
  let isLeft = false
  parts.onChange(({ isSignedIn, reason }) => {
    const before = known
    known = playerOf(parts.held())
    if (reason === 'signedIn') announce(parts, 'login')
    else if (!isSignedIn && reason !== 'otherTab' && before) announce(parts, 'logout')
  })
  const reconcile = () => {
    const now = playerOf(parts.held())
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
