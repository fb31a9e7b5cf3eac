/**
 * The exact return of blackjack from a deck that never ends, by the best decision at every hand: fractions, no sampling. Not needed
 * to play; the figures and the strategy table are checked against it.
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
function dealerResults(up: number, { hitsSoft17 }: Rules): Results {
  const from = memoized((hand): Results => {
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

/** How likely each result is. */
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

  /** A pair that is split: what all its hands are worth, each of one stake, and when a pair of them is split again. */
  function splitOf(value: number) {
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
    return {
      worth: worth(2, 2),
      isAgain: (open: number, all: number) =>
        mayResplit &&
        all < rules.mostHands &&
        compare(worth(open + 1, all + 1), plus(played(value), worth(open - 1, all))) > 0,
    }
  }

  /** The total with which a hand ends by the best play, 22 for all that are bust. */
  const last = (hand: Hand): Results => new Map([[Math.min(best(hand), 22), one]])
  const ends = memoized((hand): Results => {
    if (best(hand) >= 21 || compare(hit(hand), stand(hand)) <= 0) return last(hand)
    return mixed(cards.map(({ value, ways }) => [chance(ways), ends(add(hand, value))]))
  })
  const endsDoubled = (hand: Hand): Results =>
    mixed(cards.map(({ value, ways }) => [chance(ways), last(add(hand, value))]))

  /** What an ended hand brings against the dealer's result. */
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
      const made = mixed([
        [one, together(hand, net(open - 1, all))],
        ...(isSplit ? [[chance(value === 10 ? 4n : 1n), net(open + 1, all + 1)] as const] : []),
      ])
      known.set(key, made)
      return made
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
    /** The better move of a hand that can only be hit or stood. */
    later: (hand: Hand): 'hit' | 'stand' => (best(hand) < 21 && compare(hit(hand), stand(hand)) > 0 ? 'hit' : 'stand'),
    start(first: number, second: number): Rational {
      const values = Object.values(this.moves(first, second))
      return most(rules.lateSurrender ? [...values, rational(-1n, 2n)] : values)
    },
    /** What the best play of two cards brings, in half stakes. */
    net(first: number, second: number): Results {
      const hand = pairOf(first, second)
      const worths = this.moves(first, second)
      const top = most(Object.values(worths))
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

/** Every deal of an upcard and two cards with its chance, and how likely the dealer then has blackjack. */
function* deals(rules: Rules) {
  // In either order, the same two cards are one hand.
  const pairs = cards.flatMap((first) =>
    cards.filter(({ value }) => value >= first.value).map((second) => ({ first, second })),
  )
  for (const { value: up, ways: upWays } of cards) {
    const table = against(up, rules)
    const dealerHasIt = rational(up === 1 ? 4n : up === 10 ? 1n : 0n, 13n)
    for (const { first, second } of pairs) {
      const orders = first === second ? 1n : 2n
      yield {
        table,
        first: first.value,
        second: second.value,
        weight: rational(upWays * first.ways * second.ways * orders, 13n ** 3n),
        dealerHasIt,
        dealerHasNot: minus(one, dealerHasIt),
        isBlackjack: first.value === 1 && second.value === 10,
      }
    }
  }
}

/** The player's advantage in stakes: negative, the house's edge. Insurance is never worth its price and is left out. */
export function edgeOf(rules: Rules): Rational {
  let edge = zero
  for (const { table, first, second, weight, dealerHasIt, dealerHasNot, isBlackjack } of deals(rules)) {
    const lost = isBlackjack ? zero : negative(dealerHasIt)
    const won = times(dealerHasNot, isBlackjack ? rules.blackjackPays : table.start(first, second))
    edge = plus(edge, times(weight, plus(lost, won)))
  }
  return edge
}

/** How likely a round brings how many half stakes beyond what was staked, by the best play. */
export function netResults(rules: Rules): Results {
  const blackjack: Results = new Map([[toNumber(twice(rules.blackjackPays)), one]])
  return mixed(
    [...deals(rules)].flatMap(({ table, first, second, weight, dealerHasIt, dealerHasNot, isBlackjack }) => [
      [times(weight, dealerHasIt), new Map([[isBlackjack ? 0 : -2, one]])] as const,
      [times(weight, dealerHasNot), isBlackjack ? blackjack : table.net(first, second)] as const,
    ]),
  )
}
