import { expect, test } from 'vitest'
import { parseAmount, stakeNear, stepFrom } from './stake-steps.ts'

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
