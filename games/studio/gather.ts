/**
 * Collects requests that arrive during a run, and handles them together in the next one: single requests under low
 * load, batches under high load.
 */
export type GatherOptions<Ask, Answer> = {
  /** Two requests with the same key never share a run: the later one waits for the next run. */
  keyOf(ask: Ask): string
  most: number
  /** Answers in the order of `asks`. */
  run(asks: Ask[]): Promise<Answer[]>
}

type Waiting<Ask, Answer> = { ask: Ask; resolve: (answer: Answer) => void; reject: (error: unknown) => void }

export function gather<Ask, Answer>({ keyOf, most, run }: GatherOptions<Ask, Answer>): (ask: Ask) => Promise<Answer> {
  let waiting: Array<Waiting<Ask, Answer>> = []
  let isRunning = false

  function next(): Array<Waiting<Ask, Answer>> {
    const keys = new Set<string>()
    const chosen: typeof waiting = []
    const later: typeof waiting = []
    for (const each of waiting) {
      const key = keyOf(each.ask)
      if (chosen.length < most && !keys.has(key)) chosen.push(each)
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
        const answers = await run(batch.map(({ ask }) => ask))
        batch.forEach(({ resolve }, index) => resolve(answers[index]!))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      void start()
    })
}
