import { expect, test } from 'vitest'
import { byCurrency } from './by-currency.ts'

const held = ['USD 1', 'EUR 1', 'BTC 1', 'EUR 2', 'USD 2'].map((id) => ({ id, currency: id.slice(0, 3) }))
const ids = (active: string | undefined) => byCurrency(held, active).map(({ id }) => id)

test('bonuses are listed by currency, those of the active account first, each currency in its own order', () => {
  expect(ids('USD')).toEqual(['USD 1', 'USD 2', 'BTC 1', 'EUR 1', 'EUR 2'])
  expect(ids(undefined)).toEqual(['BTC 1', 'EUR 1', 'EUR 2', 'USD 1', 'USD 2'])
  expect(held[0]!.id).toBe('USD 1')
})
