/**
 * Poker hands with deuces wild, and what they pay: the pay table known as Not So Ugly Ducks, with 16 for five of a kind and 10
 * for a straight flush. Cards are 0 to 51: the rank is `card % 13` from the ace, so deuces have rank 1.
 */
import type { PokerHand } from '#contract/rounds.ts'
import { payOfHands, type Pays } from '../video-poker/maths.ts'

/** From the highest, as multiples of the stake. A royal flush with deuces is a `wildRoyalFlush`. */
export const pays: Pays = [
  ['royalFlush', 800],
  ['fourDeuces', 200],
  ['wildRoyalFlush', 25],
  ['fiveOfAKind', 16],
  ['straightFlush', 10],
  ['fourOfAKind', 4],
  ['fullHouse', 4],
  ['flush', 3],
  ['straight', 2],
  ['threeOfAKind', 1],
]

const deuce = 1
const royal = 0b1_1110_0000_0001
/** Whether a set of ranks fits into a straight: ten to ace, or any five consecutive ranks from the ace up. */
const runs = [royal, ...Array.from({ length: 9 }, (_, lowest) => 31 << lowest)]
const isRun = Uint8Array.from({ length: 1 << 13 }, (_, ranks) => +runs.some((run) => (ranks & ~run) === 0))

/** Returns null for hands below three of a kind, which pay nothing. */
export function handOf(a: number, b: number, c: number, d: number, e: number): PokerHand | null {
  const [i, j, k, l, m] = [a % 13, b % 13, c % 13, d % 13, e % 13]
  const deuces = +(i === deuce) + +(j === deuce) + +(k === deuce) + +(l === deuce) + +(m === deuce)
  if (deuces === 4) return 'fourDeuces'
  // The number of pairs of cards with equal ranks, without deuces: 1 for a pair, 2 for two pairs, 3 for three of a kind, 4 for a
  // full house, 6 for four of a kind.
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
    +(l === m) -
    (deuces * (deuces - 1)) / 2
  if (equal > 0) {
    const same = (equal === 6 ? 4 : equal >= 3 ? 3 : 2) + deuces
    if (same === 5) return 'fiveOfAKind'
    if (same === 4) return 'fourOfAKind'
    if (equal === 4 || (equal === 2 && deuces === 1)) return 'fullHouse'
    return same === 3 ? 'threeOfAKind' : null
  }
  const ranks = ((1 << i) | (1 << j) | (1 << k) | (1 << l) | (1 << m)) & ~(1 << deuce)
  const suits = suitOf(a, i) | suitOf(b, j) | suitOf(c, k) | suitOf(d, l) | suitOf(e, m)
  const isFlush = (suits & (suits - 1)) === 0
  if (isFlush && (ranks & ~royal) === 0) return deuces === 0 ? 'royalFlush' : 'wildRoyalFlush'
  if (isFlush && isRun[ranks]) return 'straightFlush'
  if (deuces === 3) return 'fourOfAKind'
  if (isFlush) return 'flush'
  if (isRun[ranks]) return 'straight'
  return deuces === 2 ? 'threeOfAKind' : null
}

/** A bit for each suit; none for a deuce. */
const suitOf = (card: number, rank: number): number => (rank === deuce ? 0 : 1 << ((card / 13) | 0))

export const payOf = payOfHands(pays, handOf)
