/**
 * The exact return of blackjack from an infinite deck under optimal play. The figures and the strategy table are checked against
 * it; play does not need it.
 */
import { compare, minus, plus, type Rational, rational, times, toNumber } from '../slot-engine/rational.ts'

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

/** The values 1 (ace) to 10, and how many of the 13 ranks have each. */
const cards = Array.from({ length: 10 }, (_, index) => ({ value: index + 1, ways: index === 9 ? 4n : 1n }))
const zero = rational(0n, 1n)
const one = rational(1n, 1n)
const chance = (ways: bigint) => rational(ways, 13n)
const negative = ({ numerator, denominator }: Rational): Rational => ({ numerator: -numerator, denominator })
const twice = (value: Rational) => times(value, rational(2n, 1n))
const greatest = (values: readonly Rational[]) =>
  values.reduce((greater, value) => (compare(value, greater) > 0 ? value : greater))

/** `total` counts aces as 1. One of them counts as 11 if the hand then does not exceed 21. */
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
    const value = make(hand)
    known.set(key, value)
    return value
  }
}

/** The probabilities of the dealer's results (17 to 21, and 22 for a bust) with an upcard and no blackjack. */
function dealerResults(up: number, { hitsSoft17 }: Rules): Results {
  const from = memoized((hand): Results => {
    const total = best(hand)
    if (total > 21) return new Map([[22, one]])
    if (total > 17 || (total === 17 && !(hitsSoft17 && isSoft(hand)))) return new Map([[total, one]])
    return mixed(cards.map(({ value, ways }) => [chance(ways), from(add(hand, value))]))
  })
  const start = add({ total: 0, hasAce: false }, up)
  // Without blackjack, the hole card under an ace is not a ten, and under a ten not an ace.
  const others = cards.filter(({ value }) => !(up === 1 && value === 10) && !(up === 10 && value === 1))
  const all = others.reduce((sum, { ways }) => sum + ways, 0n)
  return mixed(others.map(({ value, ways }) => [rational(ways, all), from(add(start, value))]))
}

/** The probability of each result. */
type Results = Map<number, Rational>

function mixed(parts: ReadonlyArray<readonly [Rational, Results]>): Results {
  const sum: Results = new Map()
  for (const [weight, results] of parts)
    for (const [total, share] of results) sum.set(total, plus(sum.get(total) ?? zero, times(weight, share)))
  return sum
}

/** The sum of two independent results. */
const together = (some: Results, others: Results): Results =>
  mixed([...some].map(([first, share]) => [share, new Map([...others].map(([next, rest]) => [first + next, rest]))]))

/** What hands are worth against an upcard, in stakes, if the dealer has no blackjack. */
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
    return greatest([stand(hand), hit(hand)])
  })
  const doubled = memoized((hand): Rational =>
    twice(cards.reduce((sum, { value, ways }) => plus(sum, times(chance(ways), stand(add(hand, value)))), zero)),
  )
  const pairOf = (first: number, second: number) => add(add({ total: 0, hasAce: false }, first), second)

  /** What all hands of a split pair are worth, each of one stake, and when a further pair should be split again. */
  function splitOf(value: number) {
    const isAces = value === 1
    const played = (second: number): Rational => {
      const hand = pairOf(value, second)
      if (isAces) return stand(hand)
      return rules.doubleAfterSplit && best(hand) < 21 ? greatest([drawn(hand), doubled(hand)]) : drawn(hand)
    }
    const known = new Map<string, Rational>()
    const mayResplit = !isAces || rules.resplitAces
    /** `open` of `all` hands still have one card. */
    const worth = (open: number, all: number): Rational => {
      if (open === 0) return zero
      const key = `${open} ${all}`
      const found = known.get(key)
      if (found) return found
      const total = cards.reduce((sum, { value: second, ways }) => {
        const stay = plus(played(second), worth(open - 1, all))
        const again = second === value && mayResplit && all < rules.mostHands
        return plus(sum, times(chance(ways), again ? greatest([stay, worth(open + 1, all + 1)]) : stay))
      }, zero)
      known.set(key, total)
      return total
    }
    return {
      worth: worth(2, 2),
      isAgain: (open: number, all: number) =>
        mayResplit &&
        all < rules.mostHands &&
        compare(worth(open + 1, all + 1), plus(played(value), worth(open - 1, all))) > 0,
    }
  }

  /** The totals at which a hand ends under optimal play; 22 for a bust. */
  const last = (hand: Hand): Results => new Map([[Math.min(best(hand), 22), one]])
  const ends = memoized((hand): Results => {
    if (best(hand) >= 21 || compare(hit(hand), stand(hand)) <= 0) return last(hand)
    return mixed(cards.map(({ value, ways }) => [chance(ways), ends(add(hand, value))]))
  })
  const endsDoubled = (hand: Hand): Results =>
    mixed(cards.map(({ value, ways }) => [chance(ways), last(add(hand, value))]))

  /** The net result of a finished hand against the dealer's, in half stakes. */
  function netOf(totals: Results, stakes: number, dealer: number): Results {
    const net = (total: number) => {
      if (total > 21) return -2
      return dealer === 22 || total > dealer ? 2 : total === dealer ? 0 : -2
    }
    return mixed([...totals].map(([total, share]) => [share, new Map([[net(total) * stakes, one]])]))
  }
  function netOfSplit(value: number, dealer: number): Results {
    const { isAgain } = splitOf(value)
    const played = (second: number): Results => {
      const hand = pairOf(value, second)
      if (value === 1) return netOf(last(hand), 1, dealer)
      const isDoubled = rules.doubleAfterSplit && best(hand) < 21 && compare(doubled(hand), drawn(hand)) > 0
      return isDoubled ? netOf(endsDoubled(hand), 2, dealer) : netOf(ends(hand), 1, dealer)
    }
    const known = new Map<string, Results>()
    const net = (open: number, all: number): Results => {
      if (open === 0) return new Map([[0, one]])
      const key = `${open} ${all}`
      const found = known.get(key)
      if (found) return found
      const isSplit = isAgain(open, all)
      const others = cards.filter(({ value: second }) => !isSplit || second !== value)
      const hand = mixed(others.map(({ value: second, ways }) => [chance(ways), played(second)]))
      const total = mixed([
        [one, together(hand, net(open - 1, all))],
        ...(isSplit ? [[chance(value === 10 ? 4n : 1n), net(open + 1, all + 1)] as const] : []),
      ])
      known.set(key, total)
      return total
    }
    return net(2, 2)
  }

  return {
    /** The worth of every move with two cards. */
    moves(first: number, second: number): Partial<Record<Move, Rational>> {
      const hand = pairOf(first, second)
      return {
        stand: stand(hand),
        hit: hit(hand),
        double: doubled(hand),
        ...(first === second && { split: splitOf(first).worth }),
      }
    },
    /** The better move for a hand that can only hit or stand. */
    later: (hand: Hand): 'hit' | 'stand' => (best(hand) < 21 && compare(hit(hand), stand(hand)) > 0 ? 'hit' : 'stand'),
    start(first: number, second: number): Rational {
      const values = Object.values(this.moves(first, second))
      return greatest(rules.lateSurrender ? [...values, rational(-1n, 2n)] : values)
    },
    /** The net results of two cards under optimal play, in half stakes. */
    net(first: number, second: number): Results {
      const hand = pairOf(first, second)
      const worths = this.moves(first, second)
      const top = greatest(Object.values(worths))
      if (rules.lateSurrender && compare(rational(-1n, 2n), top) > 0) return new Map([[-1, one]])
      const move = (Object.keys(worths) as Move[]).find((each) => worths[each] === top)!
      const netAgainst = (dealer: number): Results => {
        if (move === 'split') return netOfSplit(first, dealer)
        if (move === 'double') return netOf(endsDoubled(hand), 2, dealer)
        return netOf(ends(hand), 1, dealer)
      }
      return mixed([...results].map(([dealer, share]) => [share, netAgainst(dealer)]))
    },
  }
}

/** Every deal of an upcard and two cards, with its probability and the probability that the dealer then has blackjack. */
function* deals(rules: Rules) {
  // Two cards are the same hand in either order.
  const pairs = cards.flatMap((first) =>
    cards.filter(({ value }) => value >= first.value).map((second) => ({ first, second })),
  )
  for (const { value: up, ways: upWays } of cards) {
    const table = against(up, rules)
    const blackjackChance = rational(up === 1 ? 4n : up === 10 ? 1n : 0n, 13n)
    for (const { first, second } of pairs) {
      const orders = first === second ? 1n : 2n
      yield {
        table,
        first: first.value,
        second: second.value,
        weight: rational(upWays * first.ways * second.ways * orders, 13n ** 3n),
        blackjackChance,
        noBlackjackChance: minus(one, blackjackChance),
        isBlackjack: first.value === 1 && second.value === 10,
      }
    }
  }
}

/** The player's expected net result in stakes; negative, it is the house edge. Insurance is never worth its price and is left out. */
export function edgeOf(rules: Rules): Rational {
  let edge = zero
  for (const { table, first, second, weight, blackjackChance, noBlackjackChance, isBlackjack } of deals(rules)) {
    const lost = isBlackjack ? zero : negative(blackjackChance)
    const won = times(noBlackjackChance, isBlackjack ? rules.blackjackPays : table.start(first, second))
    edge = plus(edge, times(weight, plus(lost, won)))
  }
  return edge
}

/** The probability of each net result of a round under optimal play, in half stakes. */
export function netResults(rules: Rules): Results {
  const blackjack: Results = new Map([[toNumber(twice(rules.blackjackPays)), one]])
  return mixed(
    [...deals(rules)].flatMap(({ table, first, second, weight, blackjackChance, noBlackjackChance, isBlackjack }) => [
      [times(weight, blackjackChance), new Map([[isBlackjack ? 0 : -2, one]])] as const,
      [times(weight, noBlackjackChance), isBlackjack ? blackjack : table.net(first, second)] as const,
    ]),
  )
}
