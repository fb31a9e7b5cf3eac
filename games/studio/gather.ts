/**
 * Collects the requests that arrive during a run and handles them together in the next run. Under low load each run handles one
 * request, under high load a batch.
 */
export type GatherOptions<Request, Answer> = {
  /** Two requests with the same key never share a run: the later one waits for the next run. */
  keyOf(request: Request): string
  maxBatch: number
  /** Returns the answers in the order of the requests. */
  run(requests: Request[]): Promise<Answer[]>
}

type Waiting<Request, Answer> = {
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

export function gather<Request, Answer>({
  keyOf,
  maxBatch,
  run,
}: GatherOptions<Request, Answer>): (request: Request) => Promise<Answer> {
  let waiting: Array<Waiting<Request, Answer>> = []
  let isRunning = false

  function next(): Array<Waiting<Request, Answer>> {
    const keys = new Set<string>()
    const chosen: typeof waiting = []
    const later: typeof waiting = []
    for (const each of waiting) {
      const key = keyOf(each.request)
      if (chosen.length < maxBatch && !keys.has(key)) chosen.push(each)
      else later.push(each)
      keys.add(key)
    }
    waiting = later
    return chosen
  }

  async function start(): Promise<void> {
    if (isRunning) return
    isRunning = true
    // Waits one turn of the event loop, so that all requests that arrive in it share the run.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = next()
      try {
        const answers = await run(batch.map(({ request }) => request))
        batch.forEach(({ resolve }, index) => resolve(answers[index]!))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      void start()
    })
}
