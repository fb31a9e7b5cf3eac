import { dateFormat } from '../../../render/formats.ts'

/** "November 2026" of `2026-11`; a year as it is. */
export function periodText(period: string, locale: string): string {
  const [year, month] = period.split('-').map(Number) as [number, number?]
  if (month === undefined) return period
  return dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.UTC(year, month - 1))
}

/** The last day of a period whose end is not included. */
export const lastDay = (until: string): string => new Date(Date.parse(until) - 1).toISOString()
