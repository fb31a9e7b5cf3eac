/** Keeps so many calls in flight for a while, and says how many ended and how long they took. */
export type Figures = { perSecond: number; p50Ms: number; p99Ms: number; failures: number }

/** `calls` has one entry for each call in flight; each is made again as soon as it has ended. False is a failure. */
export async function sustain(calls: Array<() => Promise<boolean>>, ms: number): Promise<Figures> {
  const tookMs: number[] = []
  let failures = 0
  const startedAt = performance.now()
  await Promise.all(calls.map(async (call) => {
    while (performance.now() - startedAt < ms) {
      const from = performance.now()
      if (!(await call())) failures++
      tookMs.push(performance.now() - from)
    }
  }))
  const seconds = (performance.now() - startedAt) / 1000
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0
  return { perSecond: (tookMs.length - failures) / seconds, p50Ms: at(0.5), p99Ms: at(0.99), failures }
}
