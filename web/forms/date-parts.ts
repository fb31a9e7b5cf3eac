/** A date in three parts, and its stored form `YYYY-MM-DD`. */
import { plainDigits } from '#contract/fields/phone.ts'
import { dateFormat } from '../render/formats.ts'

export type DatePart = 'day' | 'month' | 'year'
export type DateParts = Record<DatePart, string>
export const partDigits: Record<DatePart, number> = { day: 2, month: 2, year: 4 }

/** Day, month and year in the order of the locale. */
export function dateOrder(locale: string): DatePart[] {
  const parts = dateFormat(locale, { dateStyle: 'short' })
    .formatToParts(new Date(0))
    .map(({ type }) => type)
  return parts.filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year')
}

export function splitDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { year, month, day }
}

/** Returns an empty text if all parts are empty. An incomplete date gives an invalid text, which the rules report. */
export function joinDate({ year, month, day }: DateParts): string {
  if (!year && !month && !day) return ''
  return [year, month && month.padStart(2, '0'), day && day.padStart(2, '0')].join('-')
}

export function digitsOfPart(text: string, part: DatePart): string {
  return plainDigits(text).replaceAll(/\D/g, '').slice(0, partDigits[part])
}
