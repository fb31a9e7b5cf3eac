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
export type TabFollower = { onStorage(event: { key: string | null; newValue: string | null }): void; onReturn(): void }

/** `onStorage` handles storage events, `onReturn` the tab becoming visible again. */
export function createTabFollower(parts: TabParts): TabFollower {
  let known = playerOf(parts.held())
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
    if (now) parts.reload()
    else parts.leave()
  }
  return {
    onStorage: ({ key, newValue }) => {
      if (key === markerKey && decodeMarker(newValue)) reconcile()
    },
    onReturn: reconcile,
  }
}

function announce(parts: TabParts, change: MarkedChange): void {
  parts.mark(encodeMarker(change, parts.now()))
}

function playerOf(token: string | null): string | null {
  return token ? (readClaims(token)?.playerId ?? null) : null
}
