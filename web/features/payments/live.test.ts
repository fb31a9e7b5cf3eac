import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Invoice } from '#contract/payments.ts'
import { contentOf } from '#tests/setup/content.ts'
import { measuredEvents } from '#tests/setup/measured-events.ts'
import { current } from '../../design/toast/toast-store.ts'
import type { Live } from '../../live/live.ts'
import type { Navigator } from '../../render/navigate.ts'
import { followPayments } from './live.ts'

let startsAt = 0
beforeEach(() => {
  // An alert with the same text as in the previous test would be delayed.
  vi.useFakeTimers({ now: (startsAt += 60_000) })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => (key === 'awaitedInvoice' ? 'awaited' : null) })
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const measured = measuredEvents()

/** Creates a page with realtime handlers: `push` sends an invoice, `opened` has the opened modals. */
function listeningPage({ gtm = null }: { gtm?: string | null } = {}) {
  const opened: string[] = []
  const handlers: Array<(invoice: Invoice) => void> = []
  const live = {
    on: (_channel: string, _event: string, handler: (invoice: Invoice) => void) => handlers.push(handler),
    onUnrecovered: () => undefined,
  } as unknown as Live
  const navigator = {
    loader: {
      client: new QueryClient(),
      fetch: async () => ({ payments: contentOf('alerts/payments') }),
    },
    visitor: { locale: 'en', init: { config: { gtm } } },
    place: { search: '' },
    setSearch: (search: string) => opened.push(search),
  } as unknown as Navigator
  followPayments(live, navigator)
  const push = async (change: Partial<Invoice>) => {
    const invoice = { id: 'awaited', type: 1, status: 1, amount: 100, currency: 'EUR', publicData: {}, ...change }
    handlers[0]!(invoice as Invoice)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { opened, push, alerts: () => current().map(({ type, title }) => `${type}: ${title}`) }
}

// Shows: 4.7.3
test('only the awaited pending deposit opens the modal with its QR code', async () => {
  const { opened, push, alerts } = listeningPage()
  await push({})
  await push({ id: 'other', publicData: { qr: 'code' } })
  await push({ status: 2, publicData: { qr: 'code' } })
  expect(opened).toEqual([])
  await push({ publicData: { qr: 'code' } })
  expect(opened).toEqual(['?deposit-redirect=true'])
  expect(alerts()).toEqual(['success: Deposit received'])
})

// Shows: 3.9.1, 4.7.2
test('a deposit shows an alert once when it has succeeded or failed', async () => {
  const { push, alerts } = listeningPage()
  await push({ id: 'a' })
  expect(alerts()).toEqual([])
  await push({ id: 'a', status: 2 })
  await push({ id: 'a', status: 2 })
  await push({ id: 'b', status: 3 })
  expect(alerts()).toEqual(['success: Deposit received', 'error: Deposit failed'])
})

// Shows: 4.7.2
test('a withdrawal shows an alert when it is paid or has failed, and none while pending', async () => {
  const { push, alerts } = listeningPage()
  await push({ id: 'c', type: 2 })
  expect(alerts()).toEqual([])
  await push({ id: 'c', type: 2, status: 2 })
  await push({ id: 'd', type: 2, status: 3 })
  expect(alerts()).toEqual(['success: Withdrawal paid', 'error: Withdrawal failed'])
})

// Shows: 4.14.3
test('a payment that has failed is measured as well as one that has succeeded, once; a pending one is not', async () => {
  const events = measured()
  const { push } = listeningPage({ gtm: 'GTM-AB12' })
  await push({ id: 'e', type: 2 })
  await push({ id: 'e', type: 2, status: 2 })
  for (const type of [1, 2] as const) {
    await push({ id: `f${type}`, type, status: 3 })
    await push({ id: `f${type}`, type, status: 3 })
  }
  expect(events().map((each) => (each as { event: string }).event)).toEqual([
    'withdraw',
    'purchaseFail',
    'withdrawFail',
  ])
})
