import { expect, test } from 'vitest'
import { chipColour, chipValues, parseAmount, stakeNear, stepFrom } from './stake-steps.ts'

const stakes = { unit: 20, min: 20, max: 10_000, ladder: [20, 40, 100, 200, 1_000, 10_000] }

test('any entered amount becomes an offered stake that is no higher', () => {
  for (const [wish, stake] of [
    [0, 20],
    [39, 20],
    [55, 40],
    [101, 100],
    [999_999, 10_000],
  ])
    expect(stakeNear(stakes, wish!)).toBe(stake)
})

test('a limit is respected, down to the lowest stake', () => {
  expect(stakeNear(stakes, 5_000, 510)).toBe(500)
  expect(stakeNear(stakes, 5_000, 5)).toBe(20)
})

test('the steppers go along the ladder from any stake, and stop at its ends', () => {
  expect([stepFrom(stakes, 60, 1), stepFrom(stakes, 60, -1)]).toEqual([100, 40])
  expect([stepFrom(stakes, 10_000, 1), stepFrom(stakes, 20, -1)]).toEqual([10_000, 20])
})

test('a table has at most five chips, in steps of one and five, from its lowest stake to its highest', () => {
  expect(chipValues({ ladder: [10, 20, 30, 50, 100, 200] })).toEqual([10, 50, 100])
  const ladder = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1_000].map((step) => step * 10)
  expect(chipValues({ ladder })).toEqual([10, 100, 500, 5_000, 10_000])
  expect([10, 90, 100, 750, 1_000_000].map((amount) => chipColour({ ladder }, amount))).toEqual([0, 0, 1, 2, 4])
})

test('a typed stake keeps its order of magnitude in every notation', () => {
  for (const [text, decimal, amount] of [
    ['2', '.', 2],
    ['2.50', '.', 2.5],
    ['2,50', '.', 2.5],
    ['2,5', ',', 2.5],
    ['2.50', ',', 2.5],
    ['1,000', '.', 1000],
    ['1.000', ',', 1000],
    ['1.000', '.', 1],
    ['1.234,56', ',', 1234.56],
    ['1,234.56', '.', 1234.56],
    ['.5', '.', 0.5],
    ['0.125', ',', 0.125],
    ['12 000', ',', 12_000],
  ] as const)
    expect([text, parseAmount(text, decimal)]).toEqual([text, amount])
  for (const text of ['', 'abc', '-5', '1e9', '€5']) expect(parseAmount(text, '.')).toBe(null)
})
