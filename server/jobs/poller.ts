/** Work that is done again and again beside the requests: one round at a time, and stopping waits for the round under way. */
import type { Logger } from 'pino'

export type Rounds = { stop(): Promise<void> }

export function startPoller(
  { log }: { log: Logger },
  everyMs: number,
  name: string,
  work: (signal: AbortSignal) => Promise<unknown>,
): Rounds {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let round = Promise.resolve()
  const begin = () => {
    round = work(stopping.signal)
      .then(
        () => undefined,
        (error) => log.error({ err: error }, `${name} failed and will go on`),
      )
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(begin, everyMs)
      })
  }
  timer = setTimeout(begin, 0)
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await round
    },
  }
}
