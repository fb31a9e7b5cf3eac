/** Decimal odds as exact integers of thousandths, and the ladder of prices that are offered. */

/** Matches odds above 1 and below 100,000, with at most three decimals and no leading zeros. */
export const oddsPattern = /^(?!1(?:\.0{1,3})?$)[1-9]\d{0,4}(?:\.\d{1,3})?$/

/** "1.91" -> 1910n. Throws for anything that `oddsPattern` does not match. */
export function readOdds(odds: string): bigint {
  if (!oddsPattern.test(odds)) throw new RangeError(`${odds} are not decimal odds`)
  const [whole, decimals = ''] = odds.split('.')
  return BigInt(whole!) * 1000n + BigInt(decimals.padEnd(3, '0'))
}

/** 1910n -> "1.91", 2000n -> "2.00": at least two decimals. */
export function writeOdds(thousandths: bigint): string {
  const decimals = String(thousandths % 1000n).padStart(3, '0')
  return `${thousandths / 1000n}.${decimals.endsWith('0') ? decimals.slice(0, 2) : decimals}`
}

/** The distance between two prices below each bound, at most 2.5 % of the lower price; in thousandths. */
const ladder: ReadonlyArray<readonly [below: bigint, step: bigint]> = [
  [2_000n, 10n],
  [3_000n, 20n],
  [4_000n, 50n],
  [10_000n, 100n],
  [20_000n, 200n],
  [50_000n, 500n],
  [100_000n, 1_000n],
  [200_000n, 2_000n],
  [500_000n, 5_000n],
  [1_000_000n, 10_000n],
]
export const lowestOdds = 1_010n
export const highestOdds = 1_000_000n

/** The highest price of the ladder that is not above the given one; null below its lowest. In thousandths. */
export function onLadder(thousandths: bigint): bigint | null {
  if (thousandths < lowestOdds) return null
  if (thousandths >= highestOdds) return highestOdds
  const step = ladder.find(([below]) => thousandths < below)![1]
  return thousandths - (thousandths % step)
}
