/** Keeps a number of calls in flight for a time; reports how many completed and their latencies. */
export type Figures = { perSecond: number; p50Ms: number; p99Ms: number; failures: number }

/** `calls` has one entry for each call in flight; each is repeated as soon as it completes. False is a failure. */
export async function sustain(calls: Array<() => Promise<boolean>>, ms: number): Promise<Figures> {
  const tookMs: number[] = []
  let failures = 0
  const startedAt = performance.now()
  await Promise.all(
    calls.map(async (call) => {
      while (performance.now() - startedAt < ms) {
        const from = performance.now()
        if (!(await call())) failures++
        tookMs.push(performance.now() - from)
      }
    }),
  )
  return figuresOf(tookMs, failures, performance.now() - startedAt)
}

/**
 * A fixed rate of calls, regardless of completion, like arriving players: latency counts from the time at which a call
 * was due, so that a stall affects every call during it. Each of `calls` can be in flight once; further calls wait for
 * a free one.
 */
export async function pace(calls: Array<() => Promise<boolean>>, perSecond: number, ms: number): Promise<Figures> {
  const tookMs: number[] = []
  const idle = [...calls]
  const waiting: number[] = []
  const started: Array<Promise<void>> = []
  let failures = 0
  const startedAt = performance.now()
  const begin = async (call: () => Promise<boolean>, first: number): Promise<void> => {
    for (let due: number | undefined = first; due !== undefined; due = waiting.shift()) {
      if (!(await call())) failures++
      tookMs.push(performance.now() - due)
    }
    idle.push(call)
  }
  for (let sent = 0; performance.now() - startedAt < ms;) {
    for (
      let due = startedAt + (sent * 1000) / perSecond;
      due <= performance.now();
      due = startedAt + (++sent * 1000) / perSecond
    ) {
      const call = idle.pop()
      if (call) started.push(begin(call, due))
      else waiting.push(due)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(started)
  return figuresOf(tookMs, failures, performance.now() - startedAt)
}

function figuresOf(tookMs: number[], failures: number, ms: number): Figures {
  tookMs.sort((a, b) => a - b)
  const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0
  return { perSecond: (tookMs.length - failures) / (ms / 1000), p50Ms: at(0.5), p99Ms: at(0.99), failures }
}
