import { expect, test } from 'vitest'
import { mathsOf } from '../games.ts'
import type { GameMaths } from '../maths.ts'
import { highestStake, isStakeAllowed, stakesFor } from './stakes.ts'

const of = (volatility: GameMaths['volatility'], unit: number, more: object = {}) =>
  stakesFor({ volatility, unit, ...more } as unknown as GameMaths, 'EUR')!

test('the ladder goes up to the highest stake of the volatility, and the longest odds allow less', () => {
  expect(of('low', 10)).toEqual({
    unit: 10,
    min: 10,
    max: 10_000,
    ladder: [10, 20, 30, 50, 100, 200, 300, 500, 1000, 2000, 3000, 5000, 10_000],
    default: 100,
  })
  const highest = (['low', 'medium', 'high', 'extreme'] as const).map((each) => of(each, 20).max)
  expect(highest).toEqual([10_000, 6000, 2000, 2000])
  expect(of('high', 25).max).toBe(2500)
  expect(of('low', 10, { payouts: () => [], mostCoins: 2500 }).max).toBe(2000)
})

test('the usual stake is the first of about a euro or more', () => {
  expect(of('medium', 30).default).toBe(150)
  expect(of('medium', 50).default).toBe(100)
  expect(of('medium', 150).default).toBe(150)
})

test('in another currency every stake is the same number of its coins', () => {
  const game = { volatility: 'high', unit: 25 } as unknown as GameMaths
  const euro = stakesFor(game, 'EUR')!
  const real = stakesFor(game, 'BRL')!
  expect(real).toEqual({
    unit: 25,
    min: euro.min * 5,
    max: euro.max * 5,
    ladder: euro.ladder.map((stake) => stake * 5),
    default: euro.default * 5,
  })
  expect(stakesFor(game, 'XYZ')).toBeNull()
})

test('a stake is allowed from the lowest to the highest, in whole multiples of the unit', () => {
  const stakes = of('high', 25)
  const allowed = [24, 25, 26, 50, 2500, 2525].filter((stake) => isStakeAllowed(stakes, stake))
  expect(allowed).toEqual([25, 50, 2500])
  for (const stake of [25.5, Number.NaN, Infinity, -25, 0])
    expect(isStakeAllowed(stakes, stake), `${stake}`).toBe(false)
})

test('a choice with long odds has a highest stake of its own, in the coins of the currency', () => {
  const mines = mathsOf('mines')!
  const at = (slug: string, currency: string, choice: object) =>
    highestStake({ maths: mathsOf(slug)!, launch: { currency } }, choice as never)
  expect(mines).toMatchObject({ kind: 'original' })
  const highest = Array.from({ length: 24 }, (_, index) => at('mines', 'EUR', { mines: index + 1 }))
  expect(Math.max(...highest)).toBeLessThanOrEqual(stakesFor(mines, 'EUR')!.max)
  expect(Math.min(...highest)).toBeGreaterThan(0)
  expect(at('mines', 'BRL', { mines: 3 })).toBe(highest[2]! * 5)
  expect(at('mines', 'XYZ', { mines: 3 })).toBe(0)
  expect(at('ember-forge', 'EUR', {})).toBe(Infinity)
})
