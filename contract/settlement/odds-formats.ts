/**
 * Odds in the six formats that players choose from. The decimal odds are exact; the others are for display, rounded so
 * that none promises more than the bet pays.
 */
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
      return gain >= 1000n ? `+${gain / 10n}` : `-${roundedUp(100_000n, gain)}`
    case 'hongKong':
      return won(gain)
    case 'malay':
      return gain <= 1000n ? won(gain) : `-${staked(gain)}`
    case 'indonesian':
      return gain >= 1000n ? won(gain) : `-${staked(gain)}`
  }
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one : greatestDivisor(other, one % other)
}

const roundedUp = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator

/** What one unit wins. */
const won = (gain: bigint) => hundredths(gain / 10n)
/** What is staked to win one unit. */
const staked = (gain: bigint) => hundredths(roundedUp(100_000n, gain))

const hundredths = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, '0')}`
