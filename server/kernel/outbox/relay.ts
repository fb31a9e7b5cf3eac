/**
 * Publishes committed outbox events in order. Each process follows the outbox for its own connections, from its start;
 * clients that connect later load the current state anyway.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Publication } from '#contract/channels.ts'
import { createAlarm } from '../db/alarm.ts'
import type { Database } from '../db/connect.ts'
import { type Rest, restAfter } from '../db/rest.ts'
import { createTail, DatabaseRewound, lastId, type StoredEvent } from './tail.ts'

export type RelayOptions = {
  db: Database
  /** A rejection retries the event, and with it all that follow; a throw means that it can never be published. */
  publish(channel: string, publication: Publication): void | Promise<void>
  /** Conversions of stored payloads to the form that clients receive, by the name in `form`. */
  forms?: Record<string, (payload: unknown, version: number) => unknown>
  log: { warn(message: string): void; error(message: string): void }
  /** How often to poll for events that other processes committed; this process's own commits are seen at once. */
  pollEveryMs?: number
  /** Called at most once; the relay has stopped then. */
  onRewound?(error: DatabaseRewound): void
}
export type Relay = {
  /** Publishes all events committed so far, then stops. */
  stop(): Promise<void>
}

/** Under load there are hundreds of commits a second, and reading one event costs about as much as reading fifty. */
const betweenReadings: Rest = { times: 5, shortestMs: 5, longestMs: 20 }
/** A gap in the ids is usually another transaction between its insert and its commit. */
const whileGap: Rest = { times: 5, shortestMs: 2, longestMs: 20 }
const outagePauseMs = 250

export async function startRelay({
  db,
  publish,
  forms = {},
  log,
  pollEveryMs = 50,
  onRewound = () => {},
}: RelayOptions): Promise<Relay> {
  // A separate connection, so that a push never waits for one that a page uses.
  const pool = db.openPool(1)
  const tail = createTail(pool, await lastId(pool))
  const alarm = createAlarm()
  const forget = db.onCommit(alarm.ring)
  let isStopping = false

  async function run(): Promise<void> {
    let isUp = true
    for (;;) {
      const isLast = isStopping
      try {
        const startedAt = performance.now()
        const { events, isWaiting, isFull } = await tail.next()
        const readMs = performance.now() - startedAt
        for (const event of events) await deliver(event)
        isUp = true
        if (isFull) continue
        if (isLast) return
        if (isWaiting) await sleep(restAfter(readMs, whileGap))
        else {
          if (events.length > 0 && !isStopping) await sleep(restAfter(readMs, betweenReadings))
          await alarm.wait(pollEveryMs)
        }
      } catch (error) {
        if (error instanceof DatabaseRewound) {
          log.error(`the database has gone back in time: ${error.message}`)
          return onRewound(error)
        }
        if (isLast) return
        if (isUp) log.warn(`cannot read the outbox: ${(error as Error).message}`)
        isUp = false
        await sleep(outagePauseMs)
      }
    }
  }

  async function deliver({ channel, event, form, payload, version }: StoredEvent): Promise<void> {
    for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 2000)) {
      let handedOver: void | Promise<void>
      try {
        const shown = form === null ? payload : render(form, payload, Number(version))
        handedOver = publish(channel, { event, payload: shown, version: Number(version) } as Publication)
      } catch (error) {
        log.error(`cannot publish an event of ${channel.split('#')[0]}: ${(error as Error).message}`)
        return
      }
      try {
        return await handedOver
      } catch (error) {
        if (isStopping) return
        log.warn(`publishing is delayed: ${(error as Error).message}`)
        await sleep(pauseMs)
      }
    }
  }

  function render(form: string, payload: unknown, version: number): unknown {
    const make = forms[form]
    if (!make) throw new Error(`unknown form ${form}`)
    return make(payload, version)
  }

  const running = run()
  return {
    async stop() {
      isStopping = true
      forget()
      alarm.ring()
      await running
      await pool.end()
    },
  }
}
