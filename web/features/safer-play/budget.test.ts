import { expect, test } from 'vitest'
import { budgetOf } from './budget.ts'

// Shows: 11.3
test('the budget is one percent of the income, limited by what remains after costs', () => {
  expect(budgetOf({ income: 300_000n, costs: 250_000n })).toEqual({ left: 50_000n, most: 3_000n })
  expect(budgetOf({ income: 300_000n, costs: 299_000n })).toEqual({ left: 1_000n, most: 1_000n })
  expect(budgetOf({ income: 99n, costs: 0n })).toEqual({ left: 99n, most: 0n })
})

test('costs above the income give zero', () => {
  expect(budgetOf({ income: 0n, costs: 0n })).toEqual({ left: 0n, most: 0n })
  expect(budgetOf({ income: 100_000n, costs: 10n ** 15n })).toEqual({ left: 0n, most: 0n })
})
