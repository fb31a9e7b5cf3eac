import { expect, test } from 'vitest'
import { haveOdds, lowestOdds } from './free-bets.ts'

const at = (...odds: string[]) => odds.map((each) => ({ odds: each }))

test('every selection needs the least odds, which themselves are enough', () => {
  expect(haveOdds(at('1.50'), '1.50')).toBe(true)
  expect(haveOdds(at('3', '1.5'), '1.50')).toBe(true)
  expect(haveOdds(at('3', '1.499'), '1.50')).toBe(false)
  expect(haveOdds(at('1.501', '1.49', '9'), '1.50')).toBe(false)
})

test('the lowest odds are found at any place, in thousandths', () => {
  for (const odds of [at('1.2', '3', '2'), at('3', '1.2', '2'), at('3', '2', '1.2')])
    expect(lowestOdds(odds)).toBe(1200n)
})
