// The arithmetic of stakes: any multiple of the unit within the limits is allowed; the steppers use the ladder.

export type Stakes = { unit: number; min: number; max: number; ladder: number[] }

/** The requested amount rounded down to an allowed stake, but never below the lowest one. */
export function stakeNear({ unit, min, max }: Stakes, wish: number, most = max): number {
  const capped = Math.min(Math.max(min, most), max, wish)
  return Math.max(min, Math.floor(capped / unit) * unit)
}

/** The next stake of the ladder in this direction, or the same at its end. */
export function stepFrom({ ladder }: Stakes, stake: number, direction: 1 | -1): number {
  const next = direction > 0 ? ladder.find((step) => step > stake) : ladder.findLast((step) => step < stake)
  return next ?? stake
}

const chipCount = 5

/** The values of a table's chips, in steps of one and five, from the lowest stake to the highest. */
export function chipValues({ ladder }: Pick<Stakes, 'ladder'>): number[] {
  const lowest = ladder[0]!
  const values = ladder.filter((value) => /^[15]0*$/.test(String(value / lowest)))
  if (values.length <= chipCount) return values
  return Array.from(
    { length: chipCount },
    (_, index) => values[Math.round((index * (values.length - 1)) / (chipCount - 1))]!,
  )
}

/** The number of the largest chip that is not more than the amount: chips of one amount have one colour everywhere. */
export const chipColour = (stakes: Pick<Stakes, 'ladder'>, amount: number): number =>
  Math.max(
    0,
    chipValues(stakes).findLastIndex((value) => value <= amount),
  )

/** Parses a typed amount in the locale's notation, with any separators; null if it is not an amount. */
export function parseAmount(text: string, decimal: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0\u202f\u2066-\u2069]/g, '')
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(plain)) return null
  const separators = [...plain.matchAll(/[.,]/g)]
  const last = separators.at(-1)
  if (!last) return Number(plain)
  const tail = plain.slice(last.index + 1)
  const isGrouping =
    last[0] !== decimal && tail.length === 3 && separators.every(([sign]) => sign === last[0]) && /^[1-9]/.test(plain)
  const whole = plain.slice(0, last.index).replaceAll(/[.,]/g, '')
  return isGrouping ? Number(whole + tail) : Number(`${whole || '0'}.${tail || '0'}`)
}
