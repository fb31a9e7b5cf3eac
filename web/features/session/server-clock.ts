/** The server's time, by which tokens expire: on a slow clock of the device they would expire unnoticed. */
let slowMs = 0

export function serverNow(): number {
  return Date.now() + slowMs
}

/** `serverMs` and `deviceMs` are the same moment. A fast clock is no harm: tokens are refreshed early. */
export function compareClocks(serverMs: number, deviceMs: number): void {
  slowMs = Math.max(0, serverMs - deviceMs)
}

/** By the time at which the server wrote a player's page. */
export function readServerClock(): void {
  const written = Number(document.documentElement.dataset.now)
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (written && loaded) compareClocks(written, Date.now() - performance.now() + loaded.responseStart)
}
