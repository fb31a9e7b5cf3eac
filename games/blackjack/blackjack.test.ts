import { expect, test } from 'vitest'
import type { Act, BlackjackView } from '#contract/rounds.ts'
import { computeFigures, readFigures } from '../figures.ts'
import {
  compare,
  isEqual,
  plus,
  type Rational,
  rational,
  sum,
  times,
  toDecimal,
  toNumber,
} from '../slot-engine/rational.ts'
import { maths as withSurrender } from '../blackjack-surrender/maths.ts'
import { maths, totalOf } from './maths.ts'
import { add, against, edgeOf, type Move, netResults, type Rules } from './odds.ts'
import { bestMove, hard, pairs, soft, surrendered } from './strategy.ts'

const offered: Rules = {
  hitsSoft17: false,
  doubleAfterSplit: true,
  mostHands: 4,
  resplitAces: false,
  lateSurrender: false,
  blackjackPays: rational(3n, 2n),
}
const percent = (rules: Partial<Rules>) => {
  const edge = edgeOf({ ...offered, ...rules })
  const { numerator, denominator } = edge
  return -toDecimal({ numerator: -numerator * 100n, denominator }, 6)
}

test('the edge from an infinite deck is the published one, and those of other rules are', () => {
  expect(percent({})).toBe(-0.511734)
  expect(percent({ doubleAfterSplit: false })).toBe(-0.652538)
  expect(percent({ hitsSoft17: true })).toBe(-0.731096)
  expect(percent({ mostHands: 2 })).toBe(-0.570388)
  expect(percent({ lateSurrender: true })).toBe(-0.426223)
  expect(percent({ resplitAces: true })).toBe(-0.434692)
  expect(percent({ blackjackPays: rational(6n, 5n) })).toBe(-1.864627)
})

test('the return that is shown is that edge, exactly', () => {
  expect(maths.figures.rtp).toEqual(plus(rational(1n, 1n), edgeOf(offered)))
  expect(readFigures('blackjack')).toEqual(computeFigures(maths))
  expect(withSurrender.figures.rtp).toEqual(plus(rational(1n, 1n), edgeOf({ ...offered, lateSurrender: true })))
  expect(readFigures('blackjack-surrender')).toEqual(computeFigures(withSurrender))
})

test.each([
  [maths, false],
  [withSurrender, true],
] as const)(
  '$slug: all results of the best play have that edge, the spread that is shown, and the chance of the highest win',
  ({ figures }, lateSurrender) => {
    const rules = { ...offered, lateSurrender }
    const results = netResults(rules)
    const mean = (valueOf: (net: Rational) => Rational) =>
      sum([...results].map(([half, chance]) => times(chance, valueOf(rational(half, 2)))))
    expect(
      isEqual(
        mean(() => rational(1)),
        rational(1),
      ),
    ).toBe(true)
    expect(
      isEqual(
        mean((net) => net),
        edgeOf(rules),
      ),
    ).toBe(true)
    const variance = toNumber(mean((net) => times(net, net))) - toNumber(edgeOf(rules)) ** 2
    expect(figures.deviation).toBe(Number(Math.sqrt(variance).toFixed(2)))
    // Four hands, each doubled and won: 16 stakes are paid, 8 of which were staked.
    expect([Math.max(...results.keys()), figures.highest]).toEqual([16, 16])
    const { numerator, denominator } = results.get(16)!
    expect(figures.highestOneIn).toBe(toDecimal(rational(denominator, numerator), 0))
  },
)

const ups = [2, 3, 4, 5, 6, 7, 8, 9, 10, 1]
/** A card of each value. */
const cardOf = (value: number) => value - 1
const viewOf = (cards: number[], up: number, moves: BlackjackView['moves']): BlackjackView => ({
  game: 'blackjack',
  dealer: [cardOf(up)],
  hands: [{ cards: cards.map(cardOf), stake: 10, result: null, payout: 0 }],
  active: 0,
  moves,
  insurance: null,
})

test.each([false, true])(
  'the hint is the best move with any two cards against any upcard (surrender: %s)',
  (lateSurrender) => {
    for (const up of ups) {
      const table = against(up, offered)
      for (let first = 1; first <= 10; first++)
        for (let second = first; second <= 10; second++) {
          if (first + second === 11 && first === 1) continue
          const worth: Partial<Record<Move | 'surrender', Rational>> = {
            ...table.moves(first, second),
            ...(lateSurrender && { surrender: rational(-1n, 2n) }),
          }
          const allowed = Object.keys(worth) as Array<Move | 'surrender'>
          const best = allowed.reduce((one, other) => (compare(worth[other]!, worth[one]!) > 0 ? other : one))
          expect([up, first, second, bestMove(viewOf([first, second], up, allowed))]).toEqual([up, first, second, best])
        }
    }
  },
)

test('the hint is the best of hit and stand with three cards, and declines insurance', () => {
  for (const up of ups) {
    const table = against(up, offered)
    for (let first = 1; first <= 10; first++)
      for (let second = 1; second <= 10; second++)
        for (let third = 1; third <= 10; third++) {
          const hand = [first, second, third].reduce(add, { total: 0, hasAce: false })
          const { total } = totalOf([first, second, third].map(cardOf))
          if (total >= 21) continue
          expect([up, first, second, third, bestMove(viewOf([first, second, third], up, ['hit', 'stand']))]).toEqual([
            up,
            first,
            second,
            third,
            table.later(hand),
          ])
        }
  }
  expect(bestMove({ ...viewOf([10, 10], 1, ['insure', 'decline']), active: null })).toBe('decline')
  for (const row of [hard, soft, pairs, surrendered].flatMap((table) => Object.values(table)))
    expect(row).toHaveLength(10)
})

/** Cards by rank (1 to 13) in the order of dealing: player, dealer, player, dealer, then as they are asked for. */
async function played(ranks: number[], acts: Act['type'][], { stake = 100, rules = maths } = {}) {
  const cards = ranks.map((rank) => rank - 1)
  const draw = { below: async () => cards.shift()! }
  let step = await rules.open(draw, stake, null)
  let extra = 0
  for (const type of acts) {
    const next = await rules.act(draw, step.state, { type })
    if (!next) throw new Error(`${type} is not possible: ${JSON.stringify(step.view)}`)
    step = next
    extra += step.extraStake ?? 0
  }
  return { step, extra, view: step.view as BlackjackView, left: cards.length }
}

test('blackjack pays 3:2 at once, pushes against another, and is beaten by nothing', async () => {
  expect((await played([1, 7, 13, 10], [])).step).toMatchObject({ isFinal: true, payout: 250 })
  expect((await played([1, 10, 13, 1], [])).step).toMatchObject({ isFinal: true, payout: 100 })
  expect((await played([10, 13, 10, 1], [])).step).toMatchObject({ isFinal: true, payout: 0 })
})

test('insurance costs half the stake and pays 2:1, also with blackjack: even money', async () => {
  expect(await played([10, 1, 9, 13], ['insure'])).toMatchObject({ extra: 50, step: { isFinal: true, payout: 150 } })
  expect(await played([1, 1, 13, 13], ['insure'])).toMatchObject({ extra: 50, step: { isFinal: true, payout: 250 } })
  expect(await played([1, 1, 13, 9], ['insure'])).toMatchObject({ extra: 50, step: { isFinal: true, payout: 250 } })
  expect((await played([10, 1, 9, 13], ['decline'])).step).toMatchObject({ isFinal: true, payout: 0 })
  const { view } = await played([10, 1, 9, 5], ['insure'])
  expect(view).toMatchObject({ dealer: [0], active: 0, insurance: { stake: 50, payout: 0 } })
  await expect(played([10, 1, 9, 5], ['hit'])).rejects.toThrow('hit is not possible')
})

test('a hand of two cards is surrendered for half of the stake, after the dealer looked for blackjack and only where it is offered', async () => {
  const rules = withSurrender
  // The dealer draws no card: 5 would be next.
  expect(await played([10, 9, 6, 10, 5], ['surrender'], { rules })).toMatchObject({
    extra: 0,
    left: 1,
    step: { isFinal: true, payout: 50 },
    view: { dealer: [8, 9], hands: [{ result: 'surrender', payout: 50 }] },
  })
  // Under the ten lay an ace: the stake is lost before there is a choice.
  expect((await played([10, 10, 6, 1], [], { rules })).step).toMatchObject({ isFinal: true, payout: 0 })
  // Insurance against an ace without a blackjack is lost, and the hand can be surrendered.
  expect(await played([10, 1, 6, 9], ['insure', 'surrender'], { rules })).toMatchObject({
    extra: 50,
    step: { payout: 50 },
  })
  await expect(played([10, 1, 6, 9], ['surrender'], { rules })).rejects.toThrow('surrender is not possible')
  await expect(played([2, 9, 3, 10, 4], ['hit', 'surrender'], { rules })).rejects.toThrow('surrender is not possible')
  await expect(played([8, 9, 8, 10, 4, 5], ['split', 'surrender'], { rules })).rejects.toThrow('not possible')
  await expect(played([10, 9, 6, 10], ['surrender'])).rejects.toThrow('surrender is not possible')
  expect(await played([10, 9, 6, 10], ['surrender'], { rules, stake: 10 })).toMatchObject({ step: { payout: 5 } })
})

test('the dealer stands on a soft 17, draws to 16, and not at all once every hand is bust', async () => {
  expect(await played([10, 6, 8, 1], ['stand'])).toMatchObject({ step: { payout: 200 }, view: { dealer: [5, 0] } })
  expect(await played([10, 6, 7, 10, 5], ['stand'])).toMatchObject({ step: { payout: 0 }, view: { dealer: [5, 9, 4] } })
  expect(await played([10, 6, 7, 10, 10], ['hit'])).toMatchObject({
    step: { payout: 0 },
    left: 0,
    view: { dealer: [5, 9] },
  })
  expect(await played([10, 6, 7, 10, 10], ['stand'])).toMatchObject({ step: { payout: 200 } })
})

test('a double takes one card and a second stake, also after a split', async () => {
  expect(await played([5, 6, 6, 10, 10, 10], ['double'])).toMatchObject({
    extra: 100,
    step: { isFinal: true, payout: 400 },
  })
  const split = await played([8, 6, 8, 10, 3, 2, 10, 9, 10], ['split', 'double', 'double'])
  expect(split).toMatchObject({ extra: 300, step: { isFinal: true, payout: 800 } })
})

test('up to four hands; split aces get one card each, are not split again, and make no blackjack', async () => {
  const three = ['split', 'split', 'split'] as Act['type'][]
  const { view, extra } = await played([8, 6, 8, 10, 8, 8, 8, 8, 8, 8], three)
  expect(extra).toBe(300)
  expect(view.hands).toHaveLength(4)
  expect(view.moves).toEqual(['hit', 'stand', 'double'])
  const aces = await played([1, 6, 1, 10, 13, 1, 10], ['split'])
  expect(aces).toMatchObject({ extra: 100, step: { isFinal: true, payout: 400 } })
  expect(aces.view.hands.map(({ result }) => result)).toEqual(['win', 'win'])
})

test('21 stands automatically, and the remaining hand is played next', async () => {
  const { view } = await played([8, 6, 8, 10, 3, 5, 10], ['split', 'hit'])
  expect(view).toMatchObject({ active: 1, hands: [{ cards: [7, 2, 9] }, { cards: [7, 4] }] })
})

// Shows: attack 133
test.each([maths, withSurrender])(
  '$slug: nothing that is shown before the end depends on the hole card',
  async (rules) => {
    for (let up = 0; up < 13; up++) {
      const shown = new Set<string>()
      for (let hole = 0; hole < 52; hole++) {
        const cards = [8, up, 3, hole]
        const step = await rules.open({ below: async () => cards.shift()! }, 100, null)
        if (step.isFinal) continue
        shown.add(JSON.stringify(step.view))
        expect(step.view).toMatchObject({ dealer: [up] })
      }
      expect(shown.size).toBe(1)
    }
  },
)
