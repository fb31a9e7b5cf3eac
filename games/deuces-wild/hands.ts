/**
 * Poker hands with four wild cards, and what they pay: the table known as Not So Ugly Ducks, 16 for five of a kind and 10 for a straight
 * flush. Cards are 0 to 51: rank `card % 13` from the ace, so deuces have rank 1.
 */
import type { PokerHand } from '#contract/rounds.ts'
import { paying, type Pays } from '../video-poker/maths.ts'

/** From the highest, as a multiple of the stake. The royal flush is one without deuces. */
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
/** Which sets of ranks lie within ten to ace, or within one of the runs of five from the ace up. */
const runs = [royal, ...Array.from({ length: 9 }, (_, lowest) => 31 << lowest)]
const isRun = Uint8Array.from({ length: 1 << 13 }, (_, ranks) => +runs.some((run) => (ranks & ~run) === 0))

/** Null for less than three of a kind. */
export function handOf(a: number, b: number, c: number, d: number, e: number): PokerHand | null {
  const [i, j, k, l, m] = [a % 13, b % 13, c % 13, d % 13, e % 13]
  const deuces = +(i === deuce) + +(j === deuce) + +(k === deuce) + +(l === deuce) + +(m === deuce)
  if (deuces === 4) return 'fourDeuces'
  // Equal ranks among the pairs of cards that are no deuces: 1 pair, 2 two pairs, 3 three of a kind, 4 full house, 6 four of a kind.
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

export const payOf = paying(pays, handOf)
