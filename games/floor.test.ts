import { expect, test } from 'vitest'
import { computeFigures, readFigures } from './figures.ts'
import { games } from './games.ts'
import { type Draw, type FloorMaths, isFloor } from './maths.ts'
import { oddsOf } from './odds.ts'
import { rational, toDecimal } from './slot-engine/rational.ts'

const floor = games.filter(isFloor)
const named = floor.map((maths) => [maths.slug, maths] as const)
const percentOf = (maths: FloorMaths, choice: Parameters<FloorMaths['payouts']>[0], stake: number) =>
  toDecimal(times100(oddsOf(maths, choice, stake).rtp), 6)
const times100 = (value: { numerator: bigint; denominator: bigint }) =>
  rational(value.numerator * 100n, value.denominator)

/** The published return of every choice, in percent: from, to. */
const published: Record<string, [number, number]> = { limbo: [99, 99] }

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

test.each(named)('%s offers its own choices as they are, and refuses others', async (_slug, maths) => {
  const stake = maths.unit * 100
  for (const choice of [maths.firstChoice(stake), ...maths.everyChoice(stake)])
    expect(maths.readChoice(JSON.parse(JSON.stringify(choice)), stake)).toEqual(choice)
  for (const wrong of [
    null,
    undefined,
    5,
    'x',
    [],
    {},
    { target: 0.5 },
    { target: 2.55 },
    { target: '2' },
    { target: 1e9 },
  ])
    expect(maths.readChoice(wrong, stake)).toBeUndefined()
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
