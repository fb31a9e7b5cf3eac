import { expect, test } from 'vitest'
import { type FloorChoice, risks } from '#contract/floor-rounds.ts'
import { computeFigures, readFigures } from './figures.ts'
import { games } from './games.ts'
import { type Draw, type FloorMaths, isFloor } from './maths.ts'
import { oddsOf } from './odds.ts'
import { bucketsOf } from './plinko/maths.ts'
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
