/** Odds in the six formats that players choose from. The decimal odds are exact; the others are for display. */
import { readOdds, writeOdds } from './odds.ts'

export const oddsFormats = ['decimal', 'fractional', 'american', 'hongKong', 'malay', 'indonesian'] as const
export type OddsFormat = (typeof oddsFormats)[number]

/** `odds` is decimal text as in the protocol, or a number of thousandths: "2.50" is 3/2, +150, 1.50, -0.67 and 1.50. */
export function formatOdds(odds: string | bigint, format: OddsFormat): string {
  const thousandths = typeof odds === 'bigint' ? odds : readOdds(odds)
  /** The winnings of one unit, without the stake. */
  const gain = thousandths - 1000n
  switch (format) {
    case 'decimal':
      return writeOdds(thousandths)
    case 'fractional': {
      const divisor = greatestDivisor(gain, 1000n)
      return `${gain / divisor}/${1000n / divisor}`
    }
    case 'american':
      return gain >= 1000n ? `+${divide(gain, 10n)}` : `-${divide(100_000n, gain)}`
    case 'hongKong':
      return hundredths(gain, 1000n)
    case 'malay':
      return gain <= 1000n ? hundredths(gain, 1000n) : `-${hundredths(1000n, gain)}`
    case 'indonesian':
      return gain >= 1000n ? hundredths(gain, 1000n) : `-${hundredths(1000n, gain)}`
  }
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other)
}

/** Rounds to the nearest whole number, a half upwards. */
const divide = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator)

function hundredths(numerator: bigint, denominator: bigint): string {
  const value = divide(numerator * 100n, denominator)
  return `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
}
