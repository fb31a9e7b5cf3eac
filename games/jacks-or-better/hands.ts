/**
 * Poker hands of five cards, and the 9/6 pay table: nine for a full house, six for a flush. Cards are 0 to 51: the rank is
 * `card % 13` from the ace.
 */
import type { PokerHand } from '#contract/rounds.ts'
import { payOfHands, type Pays } from '../video-poker/maths.ts'

/** From the highest, as multiples of the stake. */
export const pays: Pays = [
  ['royalFlush', 800],
  ['straightFlush', 50],
  ['fourOfAKind', 25],
  ['fullHouse', 9],
  ['flush', 6],
  ['straight', 4],
  ['threeOfAKind', 3],
  ['twoPair', 2],
  ['jacksOrBetter', 1],
]

const aceHigh = 0b1_1110_0000_0001

/** Returns null for hands below a pair of jacks, which pay nothing. */
export function handOf(a: number, b: number, c: number, d: number, e: number): PokerHand | null {
  const [i, j, k, l, m] = [a % 13, b % 13, c % 13, d % 13, e % 13]
  // The number of pairs of cards with equal ranks: 1 for a pair, 2 for two pairs, 3 for three of a kind, 4 for a full house, 6 for
  // four of a kind.
  const equal =
    +(i === j) +
    +(i === k) +
    +(i === l) +
    +(i === m) +
    +(j === k) +
    +(j === l) +
    +(j === m) +
    +(k === l) +
    +(k === m) +
    +(l === m)
  switch (equal) {
    case 6:
      return 'fourOfAKind'
    case 4:
      return 'fullHouse'
    case 3:
      return 'threeOfAKind'
    case 2:
      return 'twoPair'
    case 1: {
      const rank =
        i === j || i === k || i === l || i === m ? i : j === k || j === l || j === m ? j : k === l || k === m ? k : l
      return rank === 0 || rank >= 10 ? 'jacksOrBetter' : null
    }
    default: {
      const ranks = (1 << i) | (1 << j) | (1 << k) | (1 << l) | (1 << m)
      const isStraight = ranks === aceHigh || ranks === 31 * (ranks & -ranks)
      const suit = (a / 13) | 0
      const isFlush =
        suit === ((b / 13) | 0) && suit === ((c / 13) | 0) && suit === ((d / 13) | 0) && suit === ((e / 13) | 0)
      if (isFlush) return ranks === aceHigh ? 'royalFlush' : isStraight ? 'straightFlush' : 'flush'
      return isStraight ? 'straight' : null
    }
  }
}

export const payOf = payOfHands(pays, handOf)
