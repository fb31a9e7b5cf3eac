/** Runs repeated work beside the requests. A job never runs twice at once in a process, and stopping waits for the turns under way. */
import { Counter, Gauge } from 'prom-client'
import type { Logger } from 'pino'
import { registry } from '../http/metrics.ts'

export type Job = {
  /** Stands in logs and metrics. */
  name: string
  /** From the end of one turn to the start of the next. */
  everyMs: number
  run(signal: AbortSignal): Promise<unknown>
}
export type Scheduler = { stop(): Promise<void> }

const turns = new Counter({
  name: 'fairhouse_job_turns_total',
  help: 'Turns of each job by outcome',
  labelNames: ['job', 'outcome'],
  registers: [registry],
})
const seconds = new Gauge({
  name: 'fairhouse_job_last_turn_seconds',
  help: 'Duration of the last turn of each job',
  labelNames: ['job'],
  registers: [registry],
})

export function startScheduler(deps: { log: Pick<Logger, 'error'> }, jobs: Job[]): Scheduler {
  const stopping = new AbortController()
  const started = jobs.map((job) => startJob(deps, job, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(started.map(({ stopped }) => stopped()))
    },
  }
}

function startJob({ log }: { log: Pick<Logger, 'error'> }, job: Job, signal: AbortSignal) {
  let timer: NodeJS.Timeout
  let turn = Promise.resolve()
  const begin = () => {
    turn = takeTurn(job, signal, log).then(() => {
      if (!signal.aborted) timer = setTimeout(begin, job.everyMs)
    })
  }
  timer = setTimeout(begin, 0)
  return {
    stopped() {
      clearTimeout(timer)
      return turn
    },
  }
}

/** A turn that fails is logged, and the next one tries again. */
async function takeTurn({ name, run }: Job, signal: AbortSignal, log: Pick<Logger, 'error'>): Promise<void> {
  const startedAt = performance.now()
  try {
    await run(signal)
    turns.inc({ job: name, outcome: 'done' })
  } catch (error) {
    turns.inc({ job: name, outcome: 'failed' })
    log.error({ err: error, job: name }, `the job ${name} failed and will run again`)
  }
  seconds.set({ job: name }, (performance.now() - startedAt) / 1000)
}
