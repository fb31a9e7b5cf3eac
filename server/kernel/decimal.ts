/** Converts subunits to the decimal text that partners use, and back, without floating point. */
import { type Subunits, toSubunits } from '#contract/money.ts'

/** Decimal places in the partner's amounts. */
const digits: Record<string, number> = { EUR: 2, USD: 2, BRL: 2, USDT: 6, BTC: 8, ETH: 9 }

export function toDecimal(amount: Subunits, currency: string): string {
  const places = digits[currency]
  if (places === undefined) throw new RangeError(`no decimal form for ${currency}`)
  const text = String(amount).padStart(places + 1, '0')
  return `${text.slice(0, -places)}.${text.slice(-places)}`
}

/**
 * Null for text that is not an amount, exceeds any balance, or has more decimal places than the currency;
 * `isRoundedDown` drops the additional ones instead.
 */
export function fromDecimal(text: unknown, currency: string, { isRoundedDown = false } = {}): Subunits | null {
  const places = digits[currency]
  const match = typeof text === 'string' ? /^(\d{1,15})(?:\.(\d{1,28}))?$/.exec(text) : null
  if (!match || places === undefined) return null
  const fraction = match[2] ?? ''
  if (!isRoundedDown && !/^0*$/.test(fraction.slice(places))) return null
  const amount = BigInt(match[1]! + fraction.slice(0, places).padEnd(places, '0'))
  return amount <= BigInt(Number.MAX_SAFE_INTEGER) ? toSubunits(amount) : null
}
