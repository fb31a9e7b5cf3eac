/**
 * The time by which a process acts. Processes on several machines share leases, rounds and expiry times through the
 * database, so one whose clock is off goes by the database's clock instead; otherwise a machine twelve seconds ahead
 * would take the lead of shared rounds from a living leader and end bets by a time that nobody else has.
 */
import { Gauge } from 'prom-client'
import type { Clock } from '../../deps.ts'
import { registry } from '../http/metrics.ts'
import type { Database } from './connect.ts'

/** Clocks that are set by NTP differ by less. They are used as they are, because a correction is itself inexact. */
const toleratedMs = 50
const everyMs = 30_000
/** The fastest answer says most, because the time at which the database read its clock is known best. */
const readings = 3

const gauge = new Gauge({
  name: 'fairhouse_clock_offset_seconds',
  help: "Difference between the database's clock and this process's, at least",
  registers: [registry],
})

type Needs = {
  pool: Pick<Database['pool'], 'query'>
  log: { warn(text: string): void; info(text: string): void }
  /** The machine's clock, in milliseconds since 1970. */
  own?: () => number
}

export class DatabaseClock implements Clock {
  readonly #needs: Needs
  readonly #own: () => number
  /** Milliseconds to add to the machine's clock; 0 while it is right. */
  #correctionMs = 0
  #timer: NodeJS.Timeout | undefined

  constructor(needs: Needs) {
    this.#needs = needs
    this.#own = needs.own ?? Date.now
  }

  now(): Date {
    return new Date(this.#own() + this.#correctionMs)
  }

  /** Measures now and every half minute. A database that is away changes nothing. */
  async start(): Promise<void> {
    await this.measure().catch(() => undefined)
    this.#timer = setTimeout(() => void this.start(), everyMs)
    this.#timer.unref()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  async measure(): Promise<void> {
    let best = { offsetMs: 0, uncertainMs: Infinity }
    for (let reading = 0; reading < readings; reading++) {
      const before = this.#own()
      const { rows } = await this.#needs.pool.query<{ ms: number }>(
        'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS ms',
      )
      const after = this.#own()
      const uncertainMs = (after - before) / 2
      // A clock that was set back meanwhile says nothing.
      if (after >= before && uncertainMs < best.uncertainMs)
        best = { offsetMs: rows[0]!.ms - (before + after) / 2, uncertainMs }
    }
    const leastMs = Math.max(0, Math.abs(best.offsetMs) - best.uncertainMs)
    // What is certain, so that a slow answer never corrects beyond the right time.
    const certainMs = Math.sign(best.offsetMs) * Math.round(leastMs)
    gauge.set(certainMs / 1000)
    // A slow answer, as under load, must not end a correction that it does not contradict.
    if (Math.abs(best.offsetMs - this.#correctionMs) > best.uncertainMs + toleratedMs)
      this.#correct(leastMs > toleratedMs ? certainMs : 0)
  }

  #correct(ms: number): void {
    const { log } = this.#needs
    const wasRight = this.#correctionMs === 0
    this.#correctionMs = ms
    if (ms !== 0 && wasRight)
      log.warn(
        `this machine's clock is ${Math.abs(ms)} ms ${ms > 0 ? 'behind' : 'ahead of'} the database's, which is used instead: synchronise both by NTP`,
      )
    if (ms === 0 && !wasRight) log.info("this machine's clock agrees with the database's again")
  }
}
