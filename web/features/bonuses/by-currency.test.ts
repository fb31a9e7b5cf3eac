import { expect, test } from 'vitest'
import { byCurrency } from './by-currency.ts'

const bonuses = ['USD 1', 'EUR 1', 'BTC 1', 'EUR 2', 'USD 2'].map((id) => ({ id, currency: id.slice(0, 3) }))
const ids = (active: string | undefined) => byCurrency(bonuses, active).map(({ id }) => id)

test('bonuses are sorted by currency with the active one first, and keep their order within a currency', () => {
  expect(ids('USD')).toEqual(['USD 1', 'USD 2', 'BTC 1', 'EUR 1', 'EUR 2'])
  expect(ids(undefined)).toEqual(['BTC 1', 'EUR 1', 'EUR 2', 'USD 1', 'USD 2'])
  expect(bonuses[0]!.id).toBe('USD 1')
})
