/** When the periods of limits start and end, and how long cooling-off periods and exclusions last. */

export type CashPeriod = 'daily' | 'weekly' | 'monthly'
const hourMs = 3_600_000
/** Unconfirmed for this long after the delay, a request expires. */
const confirmWithinMs = 7 * 24 * hourMs

export type Window = { from: Date; to: Date }

/**
 * The current period at `now`, counted from the day the limit was set: 24 hours, 7 days, or from one day of a month to
 * the same day of the next.
 */
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

/** The same day and time so many months later; the last day of a shorter month. */
export function addMonths(date: Date, months: number): Date {
  const result = new Date(date)
  result.setUTCDate(1)
  result.setUTCMonth(result.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate()
  result.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return result
}

/**
 * When a cooling-off period or exclusion of that name, started now, ends; null for an unknown name. The names are
 * those of the constants.
 */
export function endOf(period: string, now: Date): Date | null {
  const [, count, unit] = /^(\d+)-(day|week|month|year)s?$/.exec(period) ?? []
  if (!count || !unit) return null
  if (unit === 'day' || unit === 'week')
    return new Date(now.getTime() + Number(count) * (unit === 'day' ? 24 : 7 * 24) * hourMs)
  return addMonths(now, Number(count) * (unit === 'year' ? 12 : 1))
}

export function hoursLater(date: Date, hours: number): Date {
  return new Date(date.getTime() + hours * hourMs)
}

/** Whether a request that can apply from `until` is still delayed, can be confirmed, or has expired. */
export function pendingAt(until: Date, now: Date): 'waits' | 'may be confirmed' | 'forgotten' {
  const lateMs = now.getTime() - until.getTime()
  return lateMs < 0 ? 'waits' : lateMs < confirmWithinMs ? 'may be confirmed' : 'forgotten'
}
