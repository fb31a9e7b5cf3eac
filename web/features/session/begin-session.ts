/** Starts session upkeep, before hydration for a player, so that no call uses an expired token. */
import { api } from '../../api/client.ts'
import { accessToken, clearSession, onSessionChange, refreshWith, storeToken } from '../../api/session.ts'
import { writeStored } from '../../device/storage.ts'
import { dropReturnGame } from '../games/return-game.ts'
import { forgetAwaitedInvoice } from '../payments/awaited-invoice.ts'
import { playerStore } from '../../worker/stores.ts'
import { computeWhenIdle } from './fingerprint.ts'
import { createTabFollower, playerOf } from './follow-tabs.ts'
import { createRefresh } from './keep-fresh.ts'
import { compareClocks, latestNow, readServerClock } from './server-clock.ts'
import { markerKey } from './session-marker.ts'
import { withTabLock } from './tab-lock.ts'
import { readClaims } from './token-claims.ts'

export function beginSession(): void {
  readServerClock()
  onSessionChange(({ reason }) => {
    const begun = reason === 'signedIn' && readClaims(accessToken() ?? '')
    if (begun) compareClocks(begun.issuedAtMs, Date.now())
  })
  const refresh = createRefresh({
    now: latestNow,
    held: accessToken,
    store: (token) => storeToken(token, 'refreshed'),
    drop: (words) => clearSession('refused', words),
    swap: async () => (await api('POST /api/player/sessions/refresh')).accessToken,
    withTabLock,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  const tabs = createTabFollower({
    held: accessToken,
    onChange: onSessionChange,
    leave: () => clearSession('otherTab'),
    reload: () => location.reload(),
    mark: keep,
    now: () => Date.now(),
  })
  // What this tab's player has pressed must not be done for another one.
  refreshWith(async (token) => {
    // A change of this tab is known once all listeners have been told.
    await Promise.resolve()
    const fresh = tabs.isOurs() ? await refresh(token) : null
    return tabs.isOurs() ? fresh : new Promise(() => {})
  })
  forgetWithPlayer()
  addEventListener('storage', tabs.onStorage)
  addEventListener('pageshow', (event) => event.persisted && tabs.onReturn())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tabs.onReturn())
  computeWhenIdle()
}

/**
 * True if the page is another visitor's, because another tab has signed in since it was asked for; it is then asked for
 * again. Once, in case this browser shows the server another cookie than the page.
 */
export function isOtherPlayersPage(): boolean {
  const token = accessToken()
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isOther = token !== null && playerOf(token) !== (document.documentElement.dataset.player ?? null)
  if (!isOther || loaded?.type === 'reload') return false
  location.reload()
  return true
}

/**
 * Nothing that a player sees offline stays on this device after the session, nor when another player signs in. What the
 * tab keeps of them leaves with them as well; who has to sign in again finds it.
 */
function forgetWithPlayer(): void {
  let last = playerOf(accessToken())
  if (last === null) forgetOffline()
  onSessionChange(({ reason }) => {
    if (reason !== 'refreshed') forgetOffline()
    const now = playerOf(accessToken())
    const isOver = reason === 'signedOut' || reason === 'otherTab' || (now !== null && last !== null && now !== last)
    last = now ?? last
    if (!isOver) return
    dropReturnGame()
    forgetAwaitedInvoice()
  })
}

function forgetOffline(): void {
  // With blocked storage even the name of the caches may throw.
  void (async () => 'caches' in globalThis && caches.delete(playerStore))().catch(() => false)
}

/** Without storage, other tabs notice when they become visible. */
function keep(note: string): void {
  writeStored('local', markerKey, note)
}
