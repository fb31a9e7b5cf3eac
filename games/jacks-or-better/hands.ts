/** Poker hands of five cards and what they pay, 9/6: nine for a full house, six for a flush. Cards are 0 to 51: rank `card % 13` from the ace. */
import type { PokerHand } from '#contract/rounds.ts'
import { paying, type Pays } from '../video-poker/maths.ts'

/** From the highest, as a multiple of the stake. */
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

/** Null for less than a pair of jacks. */
export function handOf(a: number, b: number, c: number, d: number, e: number): PokerHand | null {
  const [i, j, k, l, m] = [a % 13, b % 13, c % 13, d % 13, e % 13]
  // Equal ranks among the ten pairs of cards: 1 pair, 2 two pairs, 3 three of a kind, 4 full house, 6 four of a kind.
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

export const payOf = paying(pays, handOf)
