/** When cooling-off periods and self-exclusions end: computed by the server, and stated by the browser beforehand. */

const hourMs = 3_600_000

/** The end of a self-exclusion without end: later than any date that a player can reach. */
export const noEnd = '9999-12-31T00:00:00.000Z'

export function isEndless(endsAt: string | null): boolean {
  return endsAt === noEnd
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
export function breakEnd(period: string, now: Date): Date | null {
  if (period === 'no-end') return new Date(noEnd)
  const [, count, unit] = /^(\d+)-(day|week|month|year)s?$/.exec(period) ?? []
  if (!count || !unit) return null
  if (unit === 'day' || unit === 'week')
    return new Date(now.getTime() + Number(count) * (unit === 'day' ? 24 : 7 * 24) * hourMs)
  return addMonths(now, Number(count) * (unit === 'year' ? 12 : 1))
}
