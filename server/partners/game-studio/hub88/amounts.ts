/** Amounts of the Hub88 protocol: whole numbers of a hundred-thousandth of the currency's unit, converted exactly. */
import { type CutAmount, cutToSubunits, type Decimal } from '#contract/exact-number.ts'
import type { Subunits } from '#contract/money.ts'

const places = 5
const scale = 10n ** BigInt(places)
const highest = BigInt(Number.MAX_SAFE_INTEGER)

/** Rounded down to a subunit; null for more than is exact in JSON. */
export function fromHub88(amount: Decimal, subunitToUnit: number): CutAmount | null {
  return cutToSubunits({ digits: amount.digits * BigInt(subunitToUnit), scale: amount.scale + places })
}

/** Null also for what is no whole number of subunits: of a stake nothing can be left out. */
export function wholeFromHub88(amount: Decimal, subunitToUnit: number): Subunits | null {
  const cut = fromHub88(amount, subunitToUnit)
  return cut && cut.remainder === null ? cut.amount : null
}

/** Rounded down where the currency is finer than the protocol: never more than there is. */
export function toHub88(subunits: bigint, subunitToUnit: number): number {
  const amount = (subunits * scale) / BigInt(subunitToUnit)
  return Number(amount > highest ? highest : amount)
}
