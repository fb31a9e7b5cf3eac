/** Converts amounts of the Hub88 protocol exactly: they are integers in hundred-thousandths of the currency's unit. */
import { type CutAmount, cutToSubunits, type Decimal } from '#contract/exact-number.ts'
import type { Subunits } from '#contract/money.ts'

const places = 5
const scale = 10n ** BigInt(places)
const highest = BigInt(Number.MAX_SAFE_INTEGER)

/** Converts and rounds down to a subunit; null for amounts that JSON cannot represent exactly. */
export function fromHub88(amount: Decimal, subunitToUnit: number): CutAmount | null {
  return cutToSubunits({ digits: amount.digits * BigInt(subunitToUnit), scale: amount.scale + places })
}

/** Null also for amounts that are not whole subunits, because a stake must not be rounded. */
export function wholeFromHub88(amount: Decimal, subunitToUnit: number): Subunits | null {
  const cut = fromHub88(amount, subunitToUnit)
  return cut && cut.remainder === null ? cut.amount : null
}

/** Rounds down if the currency is finer than the protocol, so that a balance is never overstated. */
export function toHub88(subunits: bigint, subunitToUnit: number): number {
  const amount = (subunits * scale) / BigInt(subunitToUnit)
  return Number(amount > highest ? highest : amount)
}
