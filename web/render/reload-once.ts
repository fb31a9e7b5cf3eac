/**
 * Reloads the document after a chunk failed to load, because it belongs to an old build or the network failed. Waits
 * for a connection first. If this document is itself a reload, it rethrows the error instead, to avoid a loop.
 */
export async function reloadOnce(error: unknown): Promise<never> {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (loaded?.type === 'reload') throw error
  if (!navigator.onLine) await new Promise((online) => addEventListener('online', online, { once: true }))
  location.reload()
  return new Promise(() => {})
}
