/** When the periods of limits start and end, and when a requested change can apply. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import { namesOfZone } from '../../kernel/time-zones.ts'

const hourMs = 3_600_000
/** Unconfirmed for this long after the delay, a request expires. */
const confirmWithinMs = 7 * 24 * hourMs

export type Window = { from: Date; to: Date }

/** The day, the week from Monday or the month at a moment, in a time zone. */
export async function windowAt(
  db: Kysely<Tables>,
  { period, zone }: { period: string; zone: string },
  moment: Date,
): Promise<Window> {
  const { rows } = await sql<{ from: Date | null; to: Date | null }>`
    SELECT window_from AS "from", window_to AS "to"
    FROM limits.window_at(${period}, limits.known_zone(${namesOfZone(zone)}::text[]), ${moment})`.execute(db)
  const { from, to } = rows[0]!
  if (!from || !to) throw new Error(`The database knows no time zone ${zone}: update its time zone data`)
  return { from, to }
}

export function hoursLater(date: Date, hours: number): Date {
  return new Date(date.getTime() + hours * hourMs)
}

/** Whether a request that can apply from `until` is still delayed, can be confirmed, or has expired. */
export function pendingAt(until: Date, now: Date): 'waits' | 'may be confirmed' | 'forgotten' {
  const lateMs = now.getTime() - until.getTime()
  return lateMs < 0 ? 'waits' : lateMs < confirmWithinMs ? 'may be confirmed' : 'forgotten'
}
