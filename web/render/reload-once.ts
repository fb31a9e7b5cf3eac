/**
 * Where a chunk of an old build or the network is missing, a full document load decides: once there is a connection,
 * and once only. Rejects with the error in a document that was itself loaded again.
 */
export async function reloadOnce(error: unknown): Promise<never> {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (loaded?.type === 'reload') throw error
  if (!navigator.onLine) await new Promise((online) => addEventListener('online', online, { once: true }))
  location.reload()
  return new Promise(() => {})
}
