/**
 * The exact return of blackjack from a deck that never ends, by the best decision at every hand: fractions, no sampling. Not needed
 * to play; the figures and the strategy table are checked against it.
 */
import { compare, plus, type Rational, rational, times } from '../slot-engine/rational.ts'

export type Rules = {
  /** The dealer draws to a soft 17. */
  hitsSoft17: boolean
  doubleAfterSplit: boolean
  mostHands: 2 | 4
  resplitAces: boolean
  lateSurrender: boolean
  blackjackPays: Rational
}
export type Move = 'hit' | 'stand' | 'double' | 'split'

/** Value 1 (ace) to 10, with its number among 13 ranks. */
const cards = Array.from({ length: 10 }, (_, index) => ({ value: index + 1, ways: index === 9 ? 4n : 1n }))
const zero = rational(0n, 1n)
const one = rational(1n, 1n)
const chance = (ways: bigint) => rational(ways, 13n)
const negative = ({ numerator, denominator }: Rational): Rational => ({ numerator: -numerator, denominator })
const twice = (value: Rational) => times(value, rational(2n, 1n))
const most = (values: readonly Rational[]) => values.reduce((best, value) => (compare(value, best) > 0 ? value : best))

/** A hand as it counts: aces are 1, and one of them is 11 where that does not exceed 21. */
export type Hand = { total: number; hasAce: boolean }
export const add = ({ total, hasAce }: Hand, value: number): Hand => ({
  total: total + value,
  hasAce: hasAce || value === 1,
})
export const best = ({ total, hasAce }: Hand) => (hasAce && total <= 11 ? total + 10 : total)
const isSoft = ({ total, hasAce }: Hand) => hasAce && total <= 11

function memoized<Value>(make: (hand: Hand) => Value): (hand: Hand) => Value {
  const known = new Map<number, Value>()
  return (hand) => {
    const key = hand.total * 2 + (hand.hasAce ? 1 : 0)
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(hand)
    known.set(key, made)
    return made
  }
}

/** The chances of the dealer's results, 17 to 21 and bust (22), from an upcard, after no blackjack was found under it. */
function dealerResults(up: number, { hitsSoft17 }: Rules): Map<number, Rational> {
  const from = memoized((hand): Map<number, Rational> => {
    const total = best(hand)
    if (total > 21) return new Map([[22, one]])
    if (total > 17 || (total === 17 && !(hitsSoft17 && isSoft(hand)))) return new Map([[total, one]])
    return mixed(cards.map(({ value, ways }) => [chance(ways), from(add(hand, value))]))
  })
  const start = add({ total: 0, hasAce: false }, up)
  // The hole card under an ace is never a ten, and under a ten never an ace.
  const others = cards.filter(({ value }) => !(up === 1 && value === 10) && !(up === 10 && value === 1))
  const all = others.reduce((sum, { ways }) => sum + ways, 0n)
  return mixed(others.map(({ value, ways }) => [rational(ways, all), from(add(start, value))]))
}

function mixed(parts: Array<[Rational, Map<number, Rational>]>): Map<number, Rational> {
  const sum = new Map<number, Rational>()
  for (const [weight, results] of parts)
    for (const [total, share] of results) sum.set(total, plus(sum.get(total) ?? zero, times(weight, share)))
  return sum
}

/** What hands are worth against an upcard, in stakes, after the dealer was found to have no blackjack. */
export function against(up: number, rules: Rules) {
  const results = dealerResults(up, rules)
  const stand = memoized((hand): Rational => {
    const total = best(hand)
    if (total > 21) return negative(one)
    let value = zero
    for (const [dealer, share] of results) {
      if (dealer === 22 || dealer < total) value = plus(value, share)
      else if (dealer > total) value = plus(value, negative(share))
    }
    return value
  })
  const hit = memoized((hand): Rational =>
    cards.reduce((sum, { value, ways }) => plus(sum, times(chance(ways), drawn(add(hand, value)))), zero),
  )
  const drawn = memoized((hand): Rational => {
    if (best(hand) >= 21) return stand(hand)
    return most([stand(hand), hit(hand)])
  })
  const doubled = memoized((hand): Rational =>
    twice(cards.reduce((sum, { value, ways }) => plus(sum, times(chance(ways), stand(add(hand, value)))), zero)),
  )
  const pairOf = (first: number, second: number) => add(add({ total: 0, hasAce: false }, first), second)

  /** All hands of a pair that is split, each of one stake. */
  function split(value: number): Rational {
    const isAces = value === 1
    const played = (second: number): Rational => {
      const hand = pairOf(value, second)
      if (isAces) return stand(hand)
      return rules.doubleAfterSplit && best(hand) < 21 ? most([drawn(hand), doubled(hand)]) : drawn(hand)
    }
    const known = new Map<string, Rational>()
    const mayResplit = !isAces || rules.resplitAces
    /** `open` hands of one card of `all`. */
    const worth = (open: number, all: number): Rational => {
      if (open === 0) return zero
      const key = `${open} ${all}`
      const found = known.get(key)
      if (found) return found
      const made = cards.reduce((sum, { value: second, ways }) => {
        const stay = plus(played(second), worth(open - 1, all))
        const again = second === value && mayResplit && all < rules.mostHands
        return plus(sum, times(chance(ways), again ? most([stay, worth(open + 1, all + 1)]) : stay))
      }, zero)
      known.set(key, made)
      return made
    }
    return worth(2, 2)
  }

  return {
    /** The worth of every move with two cards. */
    moves(first: number, second: number): Partial<Record<Move, Rational>> {
      const hand = pairOf(first, second)
      return {
        stand: stand(hand),
        hit: hit(hand),
        double: doubled(hand),
        ...(first === second && { split: split(first) }),
      }
    },
    /** The better move of a hand that can only be hit or stood. */
    later: (hand: Hand): 'hit' | 'stand' => (best(hand) < 21 && compare(hit(hand), stand(hand)) > 0 ? 'hit' : 'stand'),
    start(first: number, second: number): Rational {
      const values = Object.values(this.moves(first, second))
      return most(rules.lateSurrender ? [...values, rational(-1n, 2n)] : values)
    },
  }
}

/** The player's advantage in stakes: negative, the house's edge. Insurance is never worth its price and is left out. */
export function edgeOf(rules: Rules): Rational {
  let edge = zero
  for (const { value: up, ways: upWays } of cards) {
    const table = against(up, rules)
    const hole = up === 1 ? 4n : up === 10 ? 1n : 0n
    const dealerHasIt = rational(hole, 13n)
    const dealerHasNot = rational(13n - hole, 13n)
    for (const { value: first, ways: firstWays } of cards)
      for (const { value: second, ways: secondWays } of cards) {
        const weight = rational(upWays * firstWays * secondWays, 13n ** 3n)
        const isBlackjack = first + second === 11 && (first === 1 || second === 1)
        const lost = isBlackjack ? zero : negative(dealerHasIt)
        const won = times(dealerHasNot, isBlackjack ? rules.blackjackPays : table.start(first, second))
        edge = plus(edge, times(weight, plus(lost, won)))
      }
  }
  return edge
}
