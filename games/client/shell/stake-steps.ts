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
