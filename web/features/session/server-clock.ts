/** The server's time, because the clock of the device may be wrong. */
let aheadMs = 0

export function serverNow(): number {
  return Date.now() + aheadMs
}

/**
 * The time for token expiry: never earlier than the device's, because a late answer makes the server's clock seem slow.
 */
export function latestNow(): number {
  return Date.now() + Math.max(0, aheadMs)
}

/** `serverMs` and `deviceMs` are the same moment. */
export function compareClocks(serverMs: number, deviceMs: number): void {
  aheadMs = serverMs - deviceMs
}

/** Compares the clocks by the time at which the server rendered a player's page. */
export function readServerClock(): void {
  const renderedAt = Number(document.documentElement.dataset.now)
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (renderedAt && loaded) compareClocks(renderedAt, Date.now() - performance.now() + loaded.responseStart)
}
