import { expect, test } from 'vitest'
import { endData, endEvent } from './notify-end.ts'

test('each final state of a payment has its own event', () => {
  const ends = (
    [
      [1, 2],
      [1, 3],
      [2, 2],
      [2, 3],
    ] as const
  ).map(([type, status]) => endEvent({ type, status }))
  expect(ends).toEqual(['purchase', 'purchaseFail', 'withdraw', 'withdrawFail'])
})

test('amounts are in currency units, with the invoice and the number of the deposit', () => {
  const eur = { type: 'fiat' as const, subunitToUnit: 100 }
  expect(endData({ id: 'a', type: 1, amount: 2550, currency: 'EUR' }, eur, 3)).toEqual({
    invoiceId: 'a',
    walletOperationType: 'deposit',
    walletType: 'fiat',
    depositCurrency: 'EUR',
    depositAmount: 25.5,
    successDepositNumber: 3,
  })
  expect(
    endData({ id: 'b', type: 2, amount: 150_000, currency: 'BTC' }, { type: 'crypto', subunitToUnit: 100_000_000 }),
  ).toEqual({
    invoiceId: 'b',
    walletOperationType: 'withdraw',
    walletType: 'crypto',
    withdrawCurrency: 'BTC',
    withdrawAmount: 0.0015,
  })
})

test('a currency that is not known here is named without an amount', () => {
  expect(endData({ id: 'c', type: 1, amount: 1, currency: 'XXX' }, undefined)).toEqual({
    invoiceId: 'c',
    walletOperationType: 'deposit',
    depositCurrency: 'XXX',
  })
})
