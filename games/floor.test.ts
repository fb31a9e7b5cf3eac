import { expect, test } from 'vitest'
import type { FloorChoice } from '#contract/floor-rounds.ts'
import { countDeals } from './baccarat/count.ts'
import { computeFigures, readFigures } from './figures.ts'
import { games } from './games.ts'
import { type Draw, type FloorMaths, isFloor, risks } from './maths.ts'
import { oddsOf } from './odds.ts'
import { bucketsOf } from './plinko/maths.ts'
import { isEvenChance, positions, sections, wheelOrder } from './roulette/positions.ts'
import { rational, toDecimal } from './slot-engine/rational.ts'

type Choice = FloorChoice | null

const floor = games.filter(isFloor)
const named = floor.map((maths) => [maths.slug, maths] as const)
const percentOf = (maths: FloorMaths, choice: Parameters<FloorMaths['payouts']>[0], stake: number) =>
  toDecimal(times100(oddsOf(maths, choice, stake).rtp), 6)
const times100 = (value: { numerator: bigint; denominator: bigint }) =>
  rational(value.numerator * 100n, value.denominator)

/** The published return of every choice, in percent: from, to. */
const published: Record<string, [number, number]> = {
  limbo: [99, 99],
  wheel: [99, 99],
  plinko: [98.9, 99.1],
  keno: [98.6, 99.1],
  diamonds: [99.0004, 99.0005],
  roulette: [97.297297, 97.297298],
  'french-roulette': [97.297297, 98.648649],
  baccarat: [85.6, 98.95],
}

test.each(named)('every choice of %s returns what is published', (slug, maths) => {
  const stake = maths.unit * 100
  const [from, to] = published[slug]!
  for (const choice of maths.everyChoice(stake)) {
    const percent = percentOf(maths, choice, stake)
    expect([choice, percent >= from && percent <= to ? null : percent]).toEqual([choice, null])
  }
})

test.each(named)('no payout of %s is ever rounded, at the lowest stake or any other', (_slug, maths) => {
  for (const stake of [1, 2, 13, 9_999, 1_000_001].map((times) => times * maths.unit))
    for (const choice of maths.everyChoice(stake)) {
      const broken = maths.payouts(choice, stake).filter(({ payout }) => !Number.isSafeInteger(payout))
      expect([choice, broken]).toEqual([choice, []])
    }
})

test.each(named)('%s offers its own choices as they are, and refuses others', async (slug, maths) => {
  const stake = maths.unit * 100
  for (const choice of [maths.firstChoice(stake), ...maths.everyChoice(stake)])
    expect(maths.readChoice(JSON.parse(JSON.stringify(choice)), stake)).toEqual(choice)
  for (const wrong of [5, 'x', [], {}, { target: 0.5 }, { target: 2.55 }, { target: '2' }, { target: 1e9 }])
    expect(maths.readChoice(wrong, stake)).toBeUndefined()
  if (slug !== 'diamonds') expect(maths.readChoice(null, stake)).toBeUndefined()
  const draw: Draw = { below: async () => 0 }
  await expect(maths.play(draw, stake, {})).rejects.toThrow('this choice is not offered')
  await expect(maths.play(draw, stake + 1, maths.firstChoice(stake + 1))).rejects.toThrow()
})

test.each(named)('the figures shown for %s belong to the deployed build', (slug, maths) => {
  expect(readFigures(slug)).toEqual(computeFigures(maths))
})

test('limbo wins with exactly the numbers that its odds count, and shows what was reached', async () => {
  const maths = floor.find(({ slug }) => slug === 'limbo')!
  const at = async (target: number, number: number) =>
    (await maths.play({ below: async () => number }, 100, { target })) as { isWin: boolean; reached: number }
  for (const { target } of maths.everyChoice(100) as Iterable<{ target: number }>) {
    const wins = Number(maths.payouts({ target }, 100)[0]!.ways)
    const [last, next] = [await at(target, wins - 1), await at(target, wins)]
    expect([target, last.isWin, next.isWin]).toEqual([target, true, false])
    expect([target, last.reached >= target, next.reached < target]).toEqual([target, true, true])
  }
})

/** What all results of a draw pay, played one by one; for games that draw once, or each time from the same number. */
async function playedOut(maths: FloorMaths, choice: Choice, stake: number): Promise<Map<number, bigint>> {
  const paid = new Map<number, bigint>()
  const drawn: number[] = []
  for (;;) {
    const bounds: number[] = []
    const draw: Draw = {
      async below(bound) {
        bounds.push(bound)
        return drawn[bounds.length - 1] ?? (drawn.push(0), 0)
      },
    }
    const { payout } = await maths.play(draw, stake, choice)
    paid.set(payout, (paid.get(payout) ?? 0n) + 1n)
    let last = drawn.length - 1
    while (last >= 0 && drawn[last] === (bounds[last] ?? 0) - 1) drawn[last--] = 0
    if (last < 0) return paid
    drawn[last]!++
  }
}

const counted = (payouts: ReturnType<FloorMaths['payouts']>) => {
  const paid = new Map<number, bigint>()
  for (const { payout, ways } of payouts) paid.set(payout, (paid.get(payout) ?? 0n) + ways)
  return paid
}

test.each<[string, Choice[]]>([
  ['wheel', risks.flatMap((risk) => [10, 20, 30, 50].map((segments) => ({ risk, segments })))],
  ['plinko', [...risks.map((risk) => ({ risk, rows: 8 })), { risk: 'medium', rows: 13 }, { risk: 'high', rows: 16 }]],
  ['diamonds', [null]],
])('every result of %s, played one by one, pays as its odds count', async (slug, choices) => {
  const maths = floor.find((each) => each.slug === slug)!
  for (const choice of choices) {
    const stake = maths.unit * 10
    const sorted = (paid: Map<number, bigint>) => [...paid].toSorted(([one], [other]) => one - other)
    expect(sorted(await playedOut(maths, choice, stake))).toEqual(sorted(counted(maths.payouts(choice, stake))))
  }
})

test('the buckets of plinko pay the same on both sides, and more towards the edges', () => {
  for (const risk of risks)
    for (let rows = 8; rows <= 16; rows++) {
      const buckets = bucketsOf({ risk, rows })
      expect(buckets).toEqual(buckets.toReversed())
      const half = buckets.slice(0, Math.floor(rows / 2) + 1)
      expect(half).toEqual(half.toSorted((one, other) => other - one))
    }
})

test('keno draws ten different numbers of forty by Fisher-Yates, from 40, 39, … numbers, and counts the hits', async () => {
  const maths = floor.find(({ slug }) => slug === 'keno')!
  const picks = [1, 2, 3, 38, 39, 40]
  for (const pick of [(bound: number) => bound - 1, () => 0, (bound: number) => Math.floor(bound / 3)]) {
    const bounds: number[] = []
    const draw: Draw = {
      async below(bound) {
        bounds.push(bound)
        return pick(bound)
      },
    }
    const outcome = await maths.play(draw, 100, { risk: 'low', picks })
    if (outcome.game !== 'keno') throw new Error('another game was played')
    expect(bounds).toEqual([40, 39, 38, 37, 36, 35, 34, 33, 32, 31])
    expect(new Set(outcome.drawn).size).toBe(10)
    expect(outcome.hits).toBe(picks.filter((each) => outcome.drawn.includes(each)).length)
  }
  for (const picks of [[], [1, 1], [2, 1], [0], [41], [1.5], Array.from({ length: 11 }, (_, index) => index + 1)])
    expect(maths.readChoice({ risk: 'low', picks }, 100)).toBeUndefined()
})

test('the draws of keno and of diamonds are all counted once', () => {
  const total = (slug: string, choice: Choice) =>
    floor
      .find((each) => each.slug === slug)!
      .payouts(choice, 100)
      .reduce((sum, { ways }) => sum + ways, 0n)
  expect(total('diamonds', null)).toBe(16_807n)
  for (const picks of [[1], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])
    expect(total('keno', { risk: 'high', picks })).toBe(847_660_528n)
})

const partage = ({ payouts }: FloorMaths, position: string) => {
  const paid = payouts({ bets: [{ position, amount: 100 }] }, 100).reduce((sum, { payout }) => sum + payout, 0)
  return rational(paid, 3_700)
}

test('roulette has 157 positions to bet on, each of which returns 36/37, and with la partage even chances 73/74', () => {
  const [european, french] = ['roulette', 'french-roulette'].map((slug) => floor.find((each) => each.slug === slug)!)
  expect(positions.size).toBe(157)
  for (const position of positions.keys()) {
    expect([position, partage(european!, position)]).toEqual([position, rational(36, 37)])
    expect([position, partage(french!, position)]).toEqual([
      position,
      isEvenChance(position) ? rational(73, 74) : rational(36, 37),
    ])
  }
  expect([...positions.keys()].filter(isEvenChance)).toHaveLength(6)
})

test('bets lie where numbers meet on the table, and the sections of the wheel cover each number once', () => {
  expect([...wheelOrder].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 37 }, (_, number) => number),
  )
  const sizes = Map.groupBy(positions.values(), ({ length }) => length)
  expect([...sizes].map(([size, all]) => [size, all.length])).toEqual([
    [1, 37],
    [2, 60],
    [3, 14],
    [4, 23],
    [6, 11],
    [12, 6],
    [18, 6],
  ])
  const covered = (name: string) => [...new Set(sections[name]!.flatMap((position) => positions.get(position)!))]
  const all = ['voisins', 'tiers', 'orphelins'].flatMap(covered).toSorted((one, other) => one - other)
  expect(all).toEqual(Array.from({ length: 37 }, (_, number) => number))
  for (const name of Object.keys(sections)) {
    const around = covered(name).map((number) => wheelOrder.indexOf(number))
    const gaps = around
      .toSorted((one, other) => one - other)
      .filter((at, index, sorted) => (sorted[(index + 1) % sorted.length]! - at + 37) % 37 !== 1)
    expect([name, gaps.length]).toEqual([name, name === 'orphelins' ? 2 : 1])
  }
})

test('many bets of one round are paid together, from the one pocket that was drawn', async () => {
  const maths = floor.find(({ slug }) => slug === 'french-roulette')!
  const bets = [
    { position: '17', amount: 100 },
    { position: '17-20', amount: 50 },
    { position: 'dozen2', amount: 200 },
    { position: 'black', amount: 150 },
  ]
  const paidAt = async (pocket: number) => (await maths.play({ below: async () => pocket }, 500, { bets })).payout
  expect(await paidAt(17)).toBe(3_600 + 900 + 600 + 300)
  expect(await paidAt(20)).toBe(900 + 600 + 300)
  expect(await paidAt(0)).toBe(75)
  expect(await paidAt(1)).toBe(0)
})

// Shows: attack 160
test.each(['roulette', 'baccarat'])('%s refuses bets that are not offered or do not add up to the stake', (slug) => {
  const maths = floor.find((each) => each.slug === slug)!
  const position = slug === 'roulette' ? 'red' : 'tie'
  const other = slug === 'roulette' ? '0-1' : 'banker'
  expect(
    maths.readChoice(
      {
        bets: [
          { position, amount: 100 },
          { position: other, amount: 40 },
        ],
      },
      140,
    ),
  ).toBeDefined()
  for (const bets of [
    [],
    [{ position, amount: 100 }],
    [
      { position, amount: 70 },
      { position, amount: 70 },
    ],
    [{ position: 'toString', amount: 140 }],
    [{ position: '1-5', amount: 140 }],
    [
      { position, amount: 135 },
      { position: other, amount: 5 },
    ],
    [
      { position, amount: 200 },
      { position: other, amount: -60 },
    ],
    [
      { position, amount: 140 },
      { position: other, amount: 0 },
    ],
    [{ position, amount: '140' }],
    [null],
  ])
    expect([bets, maths.readChoice({ bets }, 140)]).toEqual([bets, undefined])
})

test('baccarat: all deals of six cards from eight decks come out as published, to the last one', () => {
  expect(countDeals()).toEqual({
    banker: 2_292_252_566_437_888n,
    player: 2_230_518_282_592_256n,
    tie: 475_627_426_473_216n,
  })
  const maths = floor.find(({ slug }) => slug === 'baccarat')!
  const edge = (position: string) => {
    const { rtp } = oddsOf(maths, { bets: [{ position, amount: 2_000 }] }, 2_000)
    return toDecimal(times100(rational(rtp.denominator - rtp.numerator, rtp.denominator)), 4)
  }
  expect(['player', 'banker', 'tie', 'playerPair', 'bankerPair'].map(edge)).toEqual([
    1.2351, 1.0579, 14.3596, 10.3614, 10.3614,
  ])
})

test('baccarat deals in turn from a shoe without return, and draws by the table of third cards', async () => {
  const maths = floor.find(({ slug }) => slug === 'baccarat')!
  /** The shoe begins with these cards, as indices into it. */
  const dealt = async (cards: number[]) => {
    const bounds: number[] = []
    const shoe = Array.from({ length: 416 }, (_, index) => index)
    const draw: Draw = {
      async below(bound) {
        const position = bounds.length
        bounds.push(bound)
        const at = shoe.findIndex((card, index) => index >= position && card % 52 === cards[position])
        ;[shoe[position], shoe[at]] = [shoe[at]!, shoe[position]!]
        return at - position
      },
    }
    const outcome = await maths.play(draw, 2_000, { bets: [{ position: 'banker', amount: 2_000 }] })
    if (outcome.game !== 'baccarat') throw new Error('another game was played')
    expect(bounds).toEqual([416, 415, 414, 413, 412, 411].slice(0, bounds.length))
    return outcome
  }
  const points = (value: number, suit = 0) => (value === 0 ? 12 : value - 1) + suit * 13
  // Whether the banker draws at each total, by the player's third card from 0 to 9.
  const published: Record<number, string> = {
    0: '1111111111',
    1: '1111111111',
    2: '1111111111',
    3: '1111111101',
    4: '0011111100',
    5: '0000111100',
    6: '0000001100',
    7: '0000000000',
  }
  for (const [total, row] of Object.entries(published))
    for (let third = 0; third < 10; third++) {
      const cards = [points(0), points(0, 1), points(2), points(Number(total), 2), points(third, 3), points(1, 1)]
      const { player, banker } = await dealt(cards)
      expect([total, third, player.length, banker.length - 2]).toEqual([total, third, 3, Number(row[third])])
    }
  expect(await dealt([points(4), points(1), points(4, 1), points(1, 1)])).toMatchObject({
    winner: 'player',
    isPlayerPair: true,
    isBankerPair: true,
    payout: 0,
  })
  expect(await dealt([points(3), points(9), points(4), points(0)])).toMatchObject({ winner: 'banker', payout: 3_900 })
  expect(await dealt([points(9), points(9, 1), points(0), points(0, 1)])).toMatchObject({
    winner: 'tie',
    payout: 2_000,
  })
  expect((await dealt([points(6), points(2), points(0), points(3), points(1), points(1, 1)])).banker).toHaveLength(3)
})
