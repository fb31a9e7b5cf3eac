/**
 * Starts token refresh and tab synchronisation; for players before hydration, so that no call uses an expired token.
 */
import { api } from '../../api/client.ts'
import { accessToken, clearSession, onSessionChange, refreshWith, storeToken } from '../../api/session.ts'
import { dropReturnGame } from '../games/return-game.ts'
import { forgetAwaitedInvoice } from '../payments/awaited-invoice.ts'
import { playerStore } from '../../worker/stores.ts'
import { computeWhenIdle } from './fingerprint.ts'
import { createTabFollower, playerOf } from './follow-tabs.ts'
import { createRefresh } from './keep-fresh.ts'
import { compareClocks, latestNow, readServerClock } from './server-clock.ts'
import { writeMarker } from './session-marker.ts'
import { withTabLock } from './tab-lock.ts'
import { readClaims } from './token-claims.ts'

export function beginSession(): void {
  readServerClock()
  onSessionChange(({ reason }) => {
    const claims = reason === 'signedIn' && readClaims(accessToken() ?? '')
    if (claims) compareClocks(claims.issuedAtMs, Date.now())
  })
  const refresh = createRefresh({
    now: latestNow,
    currentToken: accessToken,
    store: (token) => storeToken(token, 'refreshed'),
    drop: (message) => clearSession('refused', message),
    swap: async () => (await api('POST /api/player/sessions/refresh')).accessToken,
    withTabLock,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  })
  const tabs = createTabFollower({
    currentToken: accessToken,
    onChange: onSessionChange,
    leave: () => clearSession('otherTab'),
    reload: () => location.reload(),
    mark: writeMarker,
    now: () => Date.now(),
  })
  // A call that this tab's player started must not run with the token of another player.
  refreshWith(async (token) => {
    // A change in this tab is complete after all listeners have been called.
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
 * Reloads the page and returns true if it was rendered for another player, because another tab has signed in since the
 * request. It reloads only once, in case the server does not receive the same cookie as the page.
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
 * Deletes a player's offline data when the session ends or another player signs in. The tab's own data is kept if the
 * server ended the session, so that the player finds it after signing in again.
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
  // If storage is blocked, reading the global `caches` may throw.
  void (async () => 'caches' in globalThis && caches.delete(playerStore))().catch(() => false)
}
