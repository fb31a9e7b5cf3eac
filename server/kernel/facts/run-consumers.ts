/**
 * Runs the consumers of this process alongside those of others: woken by its own commits, polling for those of others.
 */
import { Kysely, PostgresDialect } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Alarm, createAlarm } from '../db/alarm.ts'
import type { Database } from '../db/connect.ts'
import { type Rest, restAfter } from '../db/rest.ts'
import type { Tables } from '../db/tables.ts'
import { isOutage } from '../http/errors.ts'
import { retryDelayMs } from '../retry-delay.ts'
import { columnOf, type Consumer, LeftToOthers, type Source, sourcesOf, versionOf } from './consumer.ts'
import { BatchFailed, type Positions, step, type Step } from './consume.ts'
import { type Horizon, openHorizon } from './horizon.ts'

export type ConsumersOptions<Needs> = {
  db: Database
  clock: { now(): Date }
  log: { warn(message: string): void; error(message: string): void }
  needs: Needs
  /** How often to poll for commits of other processes. */
  pollEveryMs?: number
  /** Consumers yield to posting while it is true, each for at most its maximum delay. */
  isPostingSaturated?: () => boolean
  timers?: Timers
}
/** Injected in tests. */
export type Timers = { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> }
const realTimers: Timers = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
}
export type Consumers = {
  /** Applies everything committed so far, except for stopped consumers. */
  catchUp(): Promise<void>
  /** Runs until `stop`, which waits for batches in progress. */
  start(): void
  stop(): Promise<void>
}

const connections = 2
const defaultBatchSize = 5_000
/** A batch costs about as much for one round as for hundreds. */
const betweenRounds: Rest = { times: 9, shortestMs: 50, longestMs: 300 }
/** The same for looking at what was committed. A missing id usually belongs to a transaction that is about to commit. */
const betweenLooks: Rest = { times: 20, shortestMs: 10, longestMs: 100 }
/**
 * At saturation everything beside posting takes from it, and a batch costs less for each round the larger it is. A
 * consumer that yields is behind by at most its maximum delay and the time of one round of work.
 */
const defaultMaxDelayMs = 5_000
const saturationCheckMs = 50
const gapPauseMs = 10
const busyPauseMs = 150
const outagePauseMs = 500
const longestRetryMs = 60_000

/** A stopped consumer retries by itself, so that a repaired one needs no command. */
export function retryAfterMs(failures: number): number {
  return retryDelayMs(Math.max(0, failures - 1), longestRetryMs)
}

/** Registers the consumers and starts them, on connections of their own; `stop` ends them after their batch. */
export async function createConsumers<Needs>(
  consumers: ReadonlyArray<Consumer<Needs>>,
  options: ConsumersOptions<Needs>,
): Promise<Consumers> {
  const { db, log, pollEveryMs = 1000, isPostingSaturated = () => false, timers = realTimers } = options
  await register(db, consumers)
  // Connections of their own: consumers neither wait for requests nor take their connections. The planner would rather
  // read a whole table than look up the thousands of rows that a batch names, which takes longer where it is in memory.
  const pool = db.openPool(connections, { prefersIndexes: true })
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const horizon = await openHorizon(pool)
  const readers = lanesOf(consumers).map((lane) => createReader(lane, kysely, horizon, options))
  const wake = createAlarm()
  const forget = db.onCommit(wake.ring)
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Array<Promise<void>> = []

  const pause = (ms: number): Promise<void> => timers.sleep(ms, signal)

  async function followHorizon(): Promise<void> {
    let isUp = true
    while (!signal.aborted) {
      const startedAt = timers.now()
      try {
        const { hasAdvanced, isWaiting, isReplayed } = await horizon.advance()
        isUp = true
        if (isReplayed) for (const reader of readers) reader.forgetPositions()
        if (hasAdvanced || isReplayed) for (const { alarm } of readers) alarm.ring()
        await pause(restAfter(timers.now() - startedAt, betweenLooks))
        if (!isWaiting) await wake.wait(pollEveryMs)
      } catch (error) {
        if (isUp) log.warn(`cannot read facts: ${(error as Error).message}`)
        isUp = false
        await pause(outagePauseMs)
      }
    }
  }

  /** `since`: the moment up to which everything was applied. */
  async function yieldToPosting(since: number, maxDelayMs: number): Promise<void> {
    for (;;) {
      const leftMs = since + maxDelayMs - timers.now()
      if (leftMs <= 0 || signal.aborted || !isPostingSaturated()) return
      await pause(Math.min(saturationCheckMs, leftMs))
    }
  }

  async function follow(reader: Reader): Promise<void> {
    let hasRung = true
    let appliedUpTo = timers.now()
    while (!signal.aborted) {
      await yieldToPosting(appliedUpTo, reader.maxDelayMs)
      const startedAt = timers.now()
      const state = await reader.round(() => signal.aborted)
      if (state === 'busy') await pause(busyPauseMs)
      else if (state === 'outage') await pause(outagePauseMs)
      else {
        // A poll that found nothing is nothing to rest from.
        appliedUpTo = startedAt
        if (hasRung) await pause(restAfter(timers.now() - startedAt, betweenRounds))
        hasRung = await reader.alarm.wait(untilNext(pollEveryMs))
      }
    }
  }

  return {
    async catchUp() {
      while ((await horizon.advance()).isWaiting) await sleep(gapPauseMs)
      for (const reader of readers) {
        reader.forgetPositions()
        while ((await reader.round(() => false)) === 'busy') await sleep(gapPauseMs)
      }
    },
    start() {
      running = [followHorizon(), ...readers.map(follow)]
    },
    async stop() {
      stopping.abort()
      forget()
      wake.ring()
      for (const { alarm } of readers) alarm.ring()
      await Promise.all(running)
      await kysely.destroy()
    },
  }
}

/** Consumers for which nothing happens poll at the same moments: an idle process wakes once for all of them. */
const untilNext = (everyMs: number): number => Math.ceil(everyMs - (performance.now() % everyMs))

/**
 * A new consumer starts at the beginning; a source that is added later starts at its own beginning. A process with an
 * earlier version changes nothing. A source that is not followed any more loses its position with a later version.
 */
async function register<Needs>(db: Database, consumers: ReadonlyArray<Consumer<Needs>>): Promise<void> {
  const names = consumers.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`duplicate consumer name ${twice}: the consumers would share a position`)
  for (const each of consumers) {
    const sources = sourcesOf(each)
    const followed = (source: 'facts' | 'movements'): bigint | null => (sources.includes(source) ? 0n : null)
    await db.pool.query(
      `INSERT INTO facts.consumers AS known (name, facts_passed, movements_passed, version) VALUES ($1, $2, $3, $4)
      ON CONFLICT (name) DO UPDATE SET
        version = excluded.version,
        facts_passed = CASE
          WHEN excluded.facts_passed IS NOT NULL OR known.version = excluded.version THEN coalesce(known.facts_passed, excluded.facts_passed) END,
        movements_passed = CASE
          WHEN excluded.movements_passed IS NOT NULL OR known.version = excluded.version THEN coalesce(known.movements_passed, excluded.movements_passed) END
      WHERE known.version < excluded.version
        OR known.version = excluded.version AND (known.facts_passed IS NULL AND excluded.facts_passed IS NOT NULL
          OR known.movements_passed IS NULL AND excluded.movements_passed IS NOT NULL)`,
      [each.name, followed('facts'), followed('movements'), versionOf(each)],
    )
  }
}

/** Consumers that are worked on one batch after the other, at the same pace; lanes run beside each other. */
type Lane<Needs> = {
  /** In the order in which they are applied. */
  consumers: Array<Consumer<Needs>>
  sources: Source[]
  batchSize: number
  maxDelayMs: number
}

/** One for each pass, and one for what a consumer reads by itself. */
function lanesOf<Needs>(consumers: ReadonlyArray<Consumer<Needs>>): Array<Lane<Needs>> {
  const passes = Map.groupBy(
    consumers.filter(({ pass }) => pass),
    ({ pass }) => pass!,
  )
  const together = [...passes].map(([{ batchSize, maxDelayMs }, members]) => ({
    consumers: members,
    sources: ['movements' as const],
    batchSize,
    maxDelayMs,
  }))
  const alone = consumers.map((each) => ({
    consumers: [each],
    sources: sourcesOf(each).filter((source) => !each.pass || source === 'facts'),
    batchSize: each.batchSize ?? defaultBatchSize,
    maxDelayMs: each.maxDelayMs ?? defaultMaxDelayMs,
  }))
  return [...together, ...alone.filter(({ sources }) => sources.length > 0)]
}

type Reader = {
  alarm: Alarm
  maxDelayMs: number
  /** Another process reset them. */
  forgetPositions(): void
  /** Applies batch after batch until it has passed what is settled now, or cannot continue. */
  round(isStopping: () => boolean): Promise<'caughtUp' | 'stopped' | 'busy' | 'outage'>
}

function createReader<Needs>(
  { consumers, sources, batchSize, maxDelayMs }: Lane<Needs>,
  kysely: Kysely<Tables>,
  horizon: Horizon,
  { db, clock, log, needs }: ConsumersOptions<Needs>,
): Reader {
  let size = batchSize
  let positions = new Map<string, Positions>()
  let isUp = true
  let isTurnOfLast = false
  let isApart = false
  /** Consumers whose next entry only another build can count, and those of them that were tried in this round. */
  const leftAt = new Map<string, { source: Source; id: bigint }>()
  let left = new Set<string>()
  const warned = new Set<string>()
  const isDue = (failures: number, failedAt: Date): boolean =>
    clock.now().getTime() >= failedAt.getTime() + retryAfterMs(failures)
  const isSlow = (name: string, own: Positions): boolean => {
    const at = leftAt.get(name)
    return at !== undefined && own[at.source]! < at.id
  }

  const havePassed = (target: (source: Source) => bigint): boolean =>
    consumers.every((each) =>
      sources.every(
        (source) => !sourcesOf(each).includes(source) || (positions.get(each.name)?.[source] ?? -1n) >= target(source),
      ),
    )

  async function next(): Promise<Step['state'] | 'outage'> {
    // Known without a query: an empty round costs nothing.
    if (havePassed(horizon.of)) return 'caughtUp'
    try {
      const done = await kysely.transaction().execute((tx) =>
        step(tx, consumers, {
          horizon,
          sources,
          needs,
          size,
          isDue,
          isSlow,
          isTurnOfLast,
          isApart,
          isLeft: (name) => left.has(name),
        }),
      )
      isUp = true
      for (const { name, version, own } of done.outdated)
        leave(name, `of a newer build: theirs is version ${version}, this one ${own}`)
      for (const [name, own] of done.positions) {
        positions.set(name, own)
        if (isSlow(name, own)) continue
        leftAt.delete(name)
        warned.delete(name)
      }
      if (done.state !== 'applied') return done.state
      size = Math.min(batchSize, size * 4)
      isTurnOfLast = !isTurnOfLast
      isApart &&= !areTogether(done.positions)
      db.committed()
      return 'applied'
    } catch (error) {
      return failed(error)
    }
  }

  const areTogether = (own: Step['positions']): boolean =>
    sources.every((source) => new Set([...own.values()].map((each) => each[source])).size === 1)

  function leave(name: string, why: string): void {
    if (!warned.has(name)) log.warn(`consumer ${name} is left to processes ${why}`)
    warned.add(name)
  }

  /**
   * Of several consumers that fail together, each is given the batch alone. A failing batch is reduced until a single
   * id is left: everything before it is applied, and the consumer stops there.
   */
  async function failed(error: unknown): Promise<Step['state'] | 'outage'> {
    const names = error instanceof BatchFailed ? error.names : consumers.map(({ name }) => name)
    if (isOutage(error instanceof BatchFailed ? error.cause : error)) {
      if (isUp) log.warn(`consumer ${names.join(', ')} is waiting for the database: ${(error as Error).message}`)
      isUp = false
      return 'outage'
    }
    if (error instanceof BatchFailed && names.length > 1) {
      isApart = true
      return 'applied'
    }
    if (error instanceof BatchFailed && error.count > 1) {
      size = Math.max(1, Math.floor(error.count / 8))
      return 'applied'
    }
    const name = names.join(', ')
    if (error instanceof BatchFailed && error.cause instanceof LeftToOthers) {
      leave(name, `of a newer build, at ${error.source} ${error.firstId}: ${error.message}`)
      leftAt.set(name, { source: error.source, id: error.firstId })
      left.add(name)
      return 'applied'
    }
    const at = error instanceof BatchFailed ? ` at ${error.source} ${error.firstId}` : ''
    log.error(`consumer ${name} is stopped${at}: ${(error as Error).message}`)
    if (!(error instanceof BatchFailed)) return 'outage'
    await kysely
      .updateTable('facts.consumers')
      .set((eb) => ({
        failed_source: error.source,
        failed_id: error.firstId,
        failure: error.message,
        failed_at: clock.now(),
        failures: eb('failures', '+', 1),
      }))
      .where('name', '=', name)
      .where(columnOf[error.source], '<', error.firstId)
      .execute()
    return 'applied'
  }

  return {
    alarm: createAlarm(),
    maxDelayMs,
    forgetPositions: () => void (positions = new Map()),
    async round(isStopping) {
      const settled = new Map(sources.map((source) => [source, horizon.of(source)]))
      left = new Set()
      for (;;) {
        const state = await next()
        if (state !== 'applied') return state
        if (isStopping() || havePassed((source) => settled.get(source)!)) return 'caughtUp'
      }
    },
  }
}
