import { expect, test } from 'vitest'
import { percentOf } from './jackpot-odds.ts'
import { averageReturn, checkTerms, sideStakesOf, suggestTerms } from './jackpot-terms.ts'

test('suggested terms are valid at every side stake that can be divided, and return about 90 %', () => {
  for (const sideStake of [10n, 11n, 19n, 25n, 100n, 12_345n, 10_000_000n]) {
    const terms = suggestTerms(sideStake)!
    expect([sideStake, checkTerms(terms)]).toEqual([sideStake, null])
    const percent = percentOf(averageReturn(terms))
    expect(percent).toBeGreaterThan(60)
    expect(percent).toBeLessThan(91)
  }
  expect(percentOf(averageReturn(suggestTerms(10n)!))).toBe(90.6185)
  expect(suggestTerms(9n)).toBeNull()
})

test('each of the side stakes of a pot is equally likely to win it', () => {
  expect(sideStakesOf({ contribution: 30n, seed: 0n, cap: 60n })).toEqual({ average: 1.5, most: 2 })
  expect(sideStakesOf(suggestTerms(10n)!.levels.mini)).toEqual({ average: 250.5, most: 500 })
})

test('terms without a positive side stake or part, with an inexact cap or with too high a return are refused', () => {
  const good = suggestTerms(10n)!
  const mini = (changed: object) =>
    checkTerms({ ...good, levels: { ...good.levels, mini: { ...good.levels.mini, ...changed } } })
  expect(checkTerms({ ...good, sideStake: 0n })).toBe('splitInvalid')
  expect(mini({ contribution: 0n })).toBe('splitInvalid')
  expect(mini({ seed: -1n })).toBe('splitInvalid')
  expect(mini({ contribution: 8n })).toBe('splitInvalid')
  expect(mini({ cap: good.levels.mini.cap + 1n })).toBe('capInvalid')
  expect(mini({ cap: good.levels.mini.seed })).toBe('capInvalid')
  expect(mini({ cap: good.levels.mini.seed + 3n })).toBe('returnTooHigh')
})
