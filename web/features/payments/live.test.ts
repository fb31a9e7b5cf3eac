import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Invoice } from '#contract/payments.ts'
import { current } from '../../design/toast/toast-store.ts'
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'
import { followPayments } from './live.ts'

let startsAt = 0
beforeEach(() => {
  // The same alert as in the test before would wait.
  vi.useFakeTimers({ now: (startsAt += 60_000) })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === 'awaitedInvoice' ? 'awaited' : null) })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that hears of invoices: `push` tells it of one, `opened` are the modals that this opened. */
function listeningPage() {
  const opened: string[] = []
  const handlers: Array<(invoice: Invoice) => void> = []
  const live = {
    on: (_channel: string, _event: string, handler: (invoice: Invoice) => void) => handlers.push(handler),
    onUnrecovered: () => undefined,
  } as unknown as Live
  const alert = (title: string) => ({ type: 'info', title, description: '' })
  const navigator = {
    loader: {
      client: new QueryClient(),
      fetch: async () => ({
        payments: {
          depositSuccess: alert('Paid'),
          depositFailed: alert('Failed'),
          withdrawalSuccess: alert('Sent'),
          withdrawalFailed: alert('Not sent'),
        },
      }),
    },
    visitor: { locale: 'en', init: { config: { gtm: null } } },
    place: { search: '' },
    setSearch: (search: string) => opened.push(search),
  } as unknown as Navigator
  followPayments(live, navigator)
  const push = async (change: Partial<Invoice>) => {
    const invoice = { id: 'awaited', type: 1, status: 1, amount: 100, currency: 'EUR', publicData: {}, ...change }
    handlers[0]!(invoice as Invoice)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { opened, push, titles: () => current().map(({ title }) => title) }
}

test('a pending deposit that is awaited opens its QR code once it has one; no other does', async () => {
  const { opened, push, titles } = listeningPage()
  await push({})
  await push({ id: 'other', publicData: { qr: 'code' } })
  await push({ status: 2, publicData: { qr: 'code' } })
  expect(opened).toEqual([])
  await push({ publicData: { qr: 'code' } })
  expect(opened).toEqual(['?deposit-redirect=true'])
  expect(titles()).toEqual(['Paid'])
})

test('only a deposit that has succeeded or failed raises an alert, once', async () => {
  const { push, titles } = listeningPage()
  await push({ id: 'a' })
  expect(titles()).toEqual([])
  await push({ id: 'a', status: 2 })
  await push({ id: 'a', status: 2 })
  await push({ id: 'b', status: 3 })
  expect(titles()).toEqual(['Paid', 'Failed'])
})

test('a pending withdrawal raises no alert; one that was paid or has failed does', async () => {
  const { push, titles } = listeningPage()
  await push({ id: 'c', type: 2 })
  expect(titles()).toEqual([])
  await push({ id: 'c', type: 2, status: 2 })
  await push({ id: 'd', type: 2, status: 3 })
  expect(titles()).toEqual(['Sent', 'Not sent'])
})
