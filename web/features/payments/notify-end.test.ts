import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Invoice } from '#contract/payments.ts'
import { measuredEvents } from '#tests/setup/measured-events.ts'
import { apiKey } from '../../api/use-api.ts'
import type { Navigator } from '../../render/navigate.ts'
import { endData, endEvent, notifyEnd } from './notify-end.ts'

const measured = measuredEvents()

// Shows: 3.27.1, 4.14.3
test('an ended payment is tracked, a deposit with its number, and nothing is requested without a tag manager', async () => {
  const events = measured()
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json({ successDepositNumber: 4 })
  })
  const client = new QueryClient()
  client.setQueryData(apiKey('GET /api/settings/currencies'), [{ code: 'EUR', type: 'fiat', subunitToUnit: 100 }])
  const page = (gtm: string | null) =>
    ({ loader: { client }, visitor: { init: { config: { gtm } } } }) as unknown as Navigator
  const end = (gtm: string | null, type: 1 | 2, status: 2 | 3) =>
    notifyEnd(page(gtm), { id: 'a', type, status, amount: 2550, currency: 'EUR' } as Invoice)
  await end(null, 1, 2)
  for (const type of [1, 2] as const) for (const status of [2, 3] as const) await end('GTM-AB12', type, status)
  const deposit = { invoiceId: 'a', walletOperationType: 'deposit', walletType: 'fiat', depositCurrency: 'EUR' }
  const withdrawal = { invoiceId: 'a', walletOperationType: 'withdraw', walletType: 'fiat', withdrawCurrency: 'EUR' }
  expect(events()).toEqual([
    { event: 'purchase', ...deposit, depositAmount: 25.5, successDepositNumber: 4 },
    { event: 'purchaseFail', ...deposit, depositAmount: 25.5 },
    { event: 'withdraw', ...withdrawal, withdrawAmount: 25.5 },
    { event: 'withdrawFail', ...withdrawal, withdrawAmount: 25.5 },
  ])
  expect(requests).toEqual(['/api/payment/invoices/statistics'])
})

// Shows: 4.14.3
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

// Shows: 3.27.1
test('endData contains the amount in currency units, the invoice and the number of the deposit', () => {
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

test('endData omits the amount for an unknown currency', () => {
  expect(endData({ id: 'c', type: 1, amount: 1, currency: 'XXX' }, undefined)).toEqual({
    invoiceId: 'c',
    walletOperationType: 'deposit',
    depositCurrency: 'XXX',
  })
})
