/** When the periods of limits begin and end, and how long breaks and exclusions last. */

export type CashPeriod = 'daily' | 'weekly' | 'monthly'
const hourMs = 3_600_000
/** An increase or removal waits this long (player protection, 7). */
export const waitMs = 24 * hourMs
/** Not confirmed for this long after the wait, it is forgotten. */
const confirmWithinMs = 7 * 24 * hourMs

export type Window = { from: Date; to: Date }

/** The period that runs at `now`, counted from the day the limit was set: 24 hours, 7 days, or from one day of a month to the same of the next. */
export function windowAt(period: CashPeriod, anchor: Date, now: Date): Window {
  if (period === 'monthly') return monthAt(anchor, now)
  const length = (period === 'daily' ? 24 : 7 * 24) * hourMs
  const count = Math.max(0, Math.floor((now.getTime() - anchor.getTime()) / length))
  const from = anchor.getTime() + count * length
  return { from: new Date(from), to: new Date(from + length) }
}

function monthAt(anchor: Date, now: Date): Window {
  let count = Math.max(
    0,
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth(),
  )
  if (count > 0 && addMonths(anchor, count) > now) count -= 1
  return { from: addMonths(anchor, count), to: addMonths(anchor, count + 1) }
}

/** The same day and time so many months on; the month's last day where it has no such day. */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return result
}

/** When a break or exclusion of that name, begun now, ends; null for a name that is not offered. The names are those of the constants. */
export function endOf(period: string, now: Date): Date | null {
  const [, count, unit] = /^(\d+)-(day|week|month|year)s?$/.exec(period) ?? []
  if (!count || !unit) return null
  if (unit === 'day' || unit === 'week')
    return new Date(now.getTime() + Number(count) * (unit === 'day' ? 24 : 7 * 24) * hourMs)
  return addMonths(now, Number(count) * (unit === 'year' ? 12 : 1))
}

/** Whether what was asked for waits still, may be confirmed, or was forgotten. */
export function pendingAt(since: Date, now: Date): 'waits' | 'may be confirmed' | 'forgotten' {
  const age = now.getTime() - since.getTime()
  return age < waitMs ? 'waits' : age < waitMs + confirmWithinMs ? 'may be confirmed' : 'forgotten'
}
