/** Rules for numbers, which forms submit as text. */

export const isNumeric = (value: unknown): boolean => /^\d*(\.\d+)?$/.test(plain(value)) && plain(value) !== ''
export const isInteger = (value: unknown): boolean => /^-?\d+$/.test(plain(value))
export const isDecimal = (value: unknown): boolean => /^-?\d*(\.\d+)?$/.test(plain(value)) && /\d/.test(plain(value))

export const isAtLeast = (value: unknown, min: number): boolean => isDecimal(value) && Number(value) >= min
export const isAtMost = (value: unknown, max: number): boolean => isDecimal(value) && Number(value) <= max

function plain(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? decimals(value) : ''
  return typeof value === 'string' ? value : ''
}

/** Formats a number without an exponent, which the patterns above do not accept. */
function decimals(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text
}
