/** Calendar dates: text `YYYY-M-D` from year 1000 to 3000, or a timestamp in milliseconds. */

/** The date in milliseconds (midnight UTC for text), or null when invalid. */
export function readDate(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? value : null
  if (typeof value !== 'string') return null
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(value)
  if (!parts) return null
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (year < 1000 || year > 3000 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null
  return Date.UTC(year, month - 1, day)
}

function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

export const isDate = (value: unknown): boolean => readDate(value) !== null
export const isAfter = (value: unknown, reference: unknown): boolean => compare(value, reference, (a, b) => a > b)
export const isOnOrAfter = (value: unknown, reference: unknown): boolean => compare(value, reference, (a, b) => a >= b)
export const isBefore = (value: unknown, reference: unknown): boolean => compare(value, reference, (a, b) => a < b)
export const isOnOrBefore = (value: unknown, reference: unknown): boolean => compare(value, reference, (a, b) => a <= b)

function compare(value: unknown, reference: unknown, holds: (a: number, b: number) => boolean): boolean {
  const [a, b] = [readDate(value), readDate(reference)]
  return a !== null && b !== null && holds(a, b)
}

/** Age in whole years, or null for an invalid or future date. Birthdays on 29 February count on 1 March. */
export function ageOn(birthdate: unknown, today: Date): number | null {
  const born = readDate(birthdate)
  if (born === null || born > today.getTime()) return null
  const birth = new Date(born)
  const years = today.getUTCFullYear() - birth.getUTCFullYear()
  const hadBirthday =
    today.getUTCMonth() > birth.getUTCMonth() ||
    (today.getUTCMonth() === birth.getUTCMonth() && today.getUTCDate() >= birth.getUTCDate())
  return hadBirthday ? years : years - 1
}
