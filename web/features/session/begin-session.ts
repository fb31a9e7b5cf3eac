/** Starts session upkeep before hydration, so that no call uses an expired token. */
import { api } from '../../api/client.ts'
import { accessToken, clearSession, onSessionChange, refreshWith, storeToken } from '../../api/session.ts'
import { computeWhenIdle } from './fingerprint.ts'
import { createTabFollower } from './follow-tabs.ts'
import { createRefresh } from './keep-fresh.ts'
import { markerKey } from './session-marker.ts'
import { withTabLock } from './tab-lock.ts'

export function beginSession(): void {
  refreshWith(
    createRefresh({
      now: () => Date.now(),
      held: accessToken,
      store: (token) => storeToken(token, 'refreshed'),
      drop: () => clearSession('refused'),
      swap: async () => (await api('POST /api/player/sessions/refresh')).accessToken,
      withTabLock,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    }),
  )
  const tabs = createTabFollower({
    held: accessToken,
    onChange: onSessionChange,
    leave: () => clearSession('otherTab'),
    reload: () => location.reload(),
    mark: keep,
    now: () => Date.now(),
  })
  addEventListener('storage', tabs.onStorage)
  addEventListener('pageshow', (event) => event.persisted && tabs.onReturn())
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && tabs.onReturn())
  computeWhenIdle()
}

/** Storage may be full or unavailable; other tabs then notice when they become visible. */
function keep(note: string): void {
  try {
    localStorage.setItem(markerKey, note)
  } catch {
    // Nothing to recover.
  }
}
