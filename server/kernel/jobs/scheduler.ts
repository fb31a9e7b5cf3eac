/**
 * Runs recurring jobs. A job with a `due` query sleeps until it is due: one query reads the due times of all such
 * jobs, after commits and every few seconds for commits of other processes. A job never runs twice at once in a
 * process, and stopping waits for running jobs.
 */
import type { Logger } from 'pino'
import { Counter, Gauge } from 'prom-client'
import type { Database } from '../db/connect.ts'
import { registry } from '../http/metrics.ts'
import type { SystemActor } from '../actor.ts'

export type Job = {
  /** Appears in logs and metrics. */
  name: string
  /** Minimum time from the end of one run to the start of the next. */
  everyMs: number
  /** Without `due`: rests at least this many times as long as the last run took. */
  restTimes?: number
  /** SQL for one value: the time from which there is work; null for never. Without it the job runs every `everyMs`. */
  due?: string
  /**
   * At most one process on the database runs the job at a time; the others skip the run
   * (server/kernel/db/sole-work.ts). Without `due` and from a minute on, `everyMs` counts from the last run of any of
   * them, so that neither a start nor another process repeats it.
   */
  isExclusive?: boolean
  /** Publishes something, or owes for what was not done in time, which only the live site may do; a drill skips it. */
  isLiveOnly?: boolean
  /** `actor`: the job's actor, for entries in the audit log. */
  run(signal: AbortSignal, actor: SystemActor): Promise<unknown>
}
export type Scheduler = { stop(): Promise<void> }
export type SchedulerDeps = {
  db: Pick<Database, 'pool' | 'runSole' | 'onCommit'>
  clock: { now(): Date }
  log: Pick<Logger, 'error'>
}

/** Finds work committed by other processes, or written without `transaction`. */
const pollEveryMs = 3_000
/** A job that runs more often costs less than the row of its turns. */
const recordedFromMs = 60_000
/** The maximum pause, however long a run took. */
const longestRestMs = 86_400_000
/** Under load, commits within this time share one poll. */
const shortestPauseMs = 200

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

export function startScheduler(deps: SchedulerDeps, jobs: Job[]): Scheduler {
  const stopping = new AbortController()
  const { signal } = stopping
  const queues = jobs.filter((job): job is Job & { due: string } => job.due !== undefined)
  const started = [
    ...jobs.filter(({ due }) => due === undefined).map((job) => repeat(deps, job, signal)),
    ...(queues.length > 0 ? [watch(deps, queues, signal)] : []),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(started.map((stopped) => stopped()))
    },
  }
}

type Stopped = () => Promise<unknown>

function repeat(deps: SchedulerDeps, job: Job, signal: AbortSignal): Stopped {
  let timer: NodeJS.Timeout
  let turn = Promise.resolve()
  const begin = () => {
    const startedAt = performance.now()
    turn = runJob(deps, job, signal).then((waitMs) => {
      if (!signal.aborted) timer = setTimeout(begin, waitMs ?? restOf(job, startedAt))
    })
  }
  timer = setTimeout(begin, 0)
  return () => {
    clearTimeout(timer)
    return turn
  }
}

let watchers = 0

/** `readyAt`: when the pause after the last run ends. */
type Queue = { job: Job & { due: string }; readyAt: number; turn: Promise<void> | null }

function watch(deps: SchedulerDeps, jobs: Array<Job & { due: string }>, signal: AbortSignal): Stopped {
  const { db, clock, log } = deps
  // The statement has a name, so that each connection plans it once; planning would be most of the work when idle.
  const dueTimes = {
    name: `due-times-${++watchers}`,
    text: `SELECT ${jobs.map(({ due }, index) => `(${due}) AS "${index}"`).join(', ')}`,
  }
  const queues: Queue[] = jobs.map((job) => ({ job, readyAt: 0, turn: null }))
  let timer: NodeJS.Timeout
  let nextPollAt = Infinity
  let polledAt = -Infinity
  let polling: Promise<void> | null = null
  let isUp = true

  /** Brings the next poll forward; a poll in progress is followed by another. */
  function pollIn(ms: number): void {
    const at = performance.now() + ms
    if (signal.aborted || at >= nextPollAt) return
    nextPollAt = at
    if (!polling) arm()
  }
  function arm(): void {
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        polling = pollDue().then((waitMs) => {
          polling = null
          pollIn(waitMs)
          if (!signal.aborted && nextPollAt < Infinity) arm()
        })
      },
      Math.max(0, nextPollAt - performance.now()),
    )
  }

  async function pollDue(): Promise<number> {
    nextPollAt = Infinity
    polledAt = performance.now()
    try {
      const { rows } = await db.pool.query<Record<string, Date | null>>(dueTimes)
      isUp = true
      const now = clock.now().getTime()
      const waits = queues.map((queue, index) => begin(queue, (rows[0]![index]?.getTime() ?? Infinity) - now))
      return Math.min(pollEveryMs, ...waits)
    } catch (error) {
      if (isUp) log.error({ err: error }, 'cannot read the due jobs; retrying')
      isUp = false
      return pollEveryMs
    }
  }

  /** Starts the due jobs and resolves to the time until the next poll. */
  function begin(queue: Queue, dueInMs: number): number {
    const waitMs = Math.max(dueInMs, queue.readyAt - performance.now())
    if (waitMs > 0 || queue.turn || signal.aborted) return queue.turn ? Infinity : Math.max(waitMs, shortestPauseMs)
    queue.turn = runJob(deps, queue.job, signal).then(() => {
      queue.turn = null
      queue.readyAt = performance.now() + queue.job.everyMs
      pollIn(queue.job.everyMs)
    })
    return Infinity
  }

  const forget = db.onCommit(() => pollIn(Math.max(0, polledAt + shortestPauseMs - performance.now())))
  pollIn(0)
  return async () => {
    forget()
    clearTimeout(timer)
    await polling
    await Promise.all(queues.map(async ({ turn }) => turn))
  }
}

function restOf({ everyMs, restTimes = 0 }: Job, startedAt: number): number {
  return Math.min(Math.max(everyMs, restTimes * (performance.now() - startedAt)), longestRestMs)
}

/** A failed run is logged, and the next one retries. Resolves to the time to wait if another process has run the job. */
async function runJob(deps: SchedulerDeps, job: Job, signal: AbortSignal): Promise<number | null> {
  const startedAt = performance.now()
  let outcome = 'done'
  let waitMs = null as number | null
  try {
    if (!job.isExclusive) await job.run(signal, actorOf(job))
    else {
      const isRecorded = job.due === undefined && job.everyMs >= recordedFromMs
      const run = async (lost: AbortSignal) => {
        if (isRecorded) waitMs = await untilNextTurn(deps.db, job)
        if (waitMs !== null) return
        await job.run(AbortSignal.any([signal, lost]), actorOf(job))
        if (isRecorded) await recordTurn(deps.db, job, restOf(job, startedAt))
      }
      if (!(await deps.db.runSole(job.name, run)) || waitMs !== null) outcome = 'elsewhere'
    }
  } catch (error) {
    outcome = 'failed'
    deps.log.error({ err: error, job: job.name }, `job ${job.name} failed; it will run again`)
  }
  turns.inc({ job: job.name, outcome })
  if (waitMs === null) seconds.set({ job: job.name }, (performance.now() - startedAt) / 1000)
  return waitMs
}

/** Null if the job's next turn has come; never more than its pause, even if the database's clock was set back. */
async function untilNextTurn({ pool }: SchedulerDeps['db'], { name, everyMs }: Job): Promise<number | null> {
  const { rows } = await pool.query<{ ms: number }>(
    'SELECT extract(epoch FROM next_at - clock_timestamp())::float8 * 1000 AS ms FROM jobs.turns WHERE job = $1',
    [name],
  )
  const ms = rows[0]?.ms ?? 0
  return ms > 0 ? Math.min(Math.ceil(ms), everyMs) : null
}

async function recordTurn({ pool }: SchedulerDeps['db'], { name }: Job, restMs: number): Promise<void> {
  await pool.query(
    `INSERT INTO jobs.turns (job, next_at) VALUES ($1, clock_timestamp() + make_interval(secs => $2))
    ON CONFLICT (job) DO UPDATE SET next_at = excluded.next_at`,
    [name, restMs / 1000],
  )
}

function actorOf({ name }: Job): SystemActor {
  return { kind: 'system', job: name }
}
