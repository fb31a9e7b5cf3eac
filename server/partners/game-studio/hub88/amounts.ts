/** Amounts of the Hub88 protocol: whole numbers of a hundred-thousandth of the currency's unit, converted exactly. */
import type { Subunits } from '#contract/money.ts'

const scale = 100_000n
const highest = BigInt(Number.MAX_SAFE_INTEGER)

/** Null for what is no whole number of subunits, or more than is exact in JSON. */
export function fromHub88(amount: number, subunitToUnit: number): Subunits | null {
  const scaled = BigInt(amount) * BigInt(subunitToUnit)
  const subunits = scaled / scale
  return scaled % scale === 0n && subunits <= highest ? (subunits as Subunits) : null
}

/** Rounded down where the currency is finer than the protocol: never more than there is. */
export function toHub88(subunits: bigint, subunitToUnit: number): number {
  const amount = (subunits * scale) / BigInt(subunitToUnit)
  return Number(amount > highest ? highest : amount)
}
