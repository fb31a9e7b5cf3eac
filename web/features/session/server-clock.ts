/** The server's time, which the clock of the device may differ from. */
let aheadMs = 0

export function serverNow(): number {
  return Date.now() + aheadMs
}

/** By which tokens expire: never earlier than the device's, as an answer that arrived late makes the server's seem slow. */
export function latestNow(): number {
  return Date.now() + Math.max(0, aheadMs)
}

/** `serverMs` and `deviceMs` are the same moment. */
export function compareClocks(serverMs: number, deviceMs: number): void {
  aheadMs = serverMs - deviceMs
}

/** By the time at which the server wrote a player's page. */
export function readServerClock(): void {
  const written = Number(document.documentElement.dataset.now)
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (written && loaded) compareClocks(written, Date.now() - performance.now() + loaded.responseStart)
}
