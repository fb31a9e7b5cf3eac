import { expect, test, vi } from 'vitest'
import type { PaymentMethod } from '#contract/payments.ts'
import { contentOf } from '#tests/setup/content.ts'
import { type HookOptions, hooks } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { awaitedInvoice, forgetAwaitedInvoice } from '../../features/payments/awaited-invoice.ts'
import { enterWallet, leaveWallet } from './funnel.ts'
import { type Started, useStartDeposit } from './use-start-deposit.ts'

const run = hooks()

type Options = Omit<HookOptions, 'answer'> & { status?: number; body?: object }
/** Starts a deposit of 25 euro on the page of a game, with a server that answers so. */
async function started(
  processingType: PaymentMethod['processingType'],
  { status = 200, body = {}, ...options }: Options = {},
) {
  const continued: Started[] = []
  const partner = { open: 0, closed: 0, posted: [] as object[] }
  const hook = await run(() => useStartDeposit((begun) => continued.push(begun)), {
    path: '/games/dice',
    search: '?wallet=deposit&view=grid',
    answer: ({ route }) =>
      route.startsWith('POST') ? { status, body: status === 200 ? { invoiceId: 'i1', ...body } : body } : undefined,
    ...options,
  })
  vi.stubGlobal('window', {
    ...(window as object),
    open: () => (partner.open++, { closed: false, close: () => partner.closed++ }),
  })
  vi.stubGlobal('document', {
    ...(document as object),
    createElement: () => ({ append: (field: object) => partner.posted.push(field), submit() {}, remove() {} }),
    body: { append: (form: object) => partner.posted.push(form) },
  })
  enterWallet('deposit', 'fiat')
  const faults = await hook.perform(({ start }) =>
    start({
      method: { method: 'card', processingType },
      account: { id: 'a1', currency: 'EUR' },
      country: 'DE',
      amount: 2500,
      fields: { phone: '+4915124000001' },
      bonusId: 'welcome',
      isBonusDecline: false,
    } as never),
  )
  leaveWallet()
  const sent = hook.calls.filter(({ route }) => route.startsWith('POST'))
  return { hook, continued, partner, faults, sent, address: hook.address, alerts: hook.alerts }
}

// Shows: 3.14.1, 4.8.1
test('form: the request has every field, the window gets action and fields, and the wallet makes way', async () => {
  const { sent, partner, address, continued } = await started('form', {
    body: { action: 'https://bank.example/pay', fields: { token: 't' } },
  })
  expect(sent).toEqual([
    {
      route: 'POST /api/payment/invoices/deposit',
      body: {
        method: 'card',
        currency: 'EUR',
        country: 'DE',
        amount: 2500,
        accountId: 'a1',
        fields: { phone: '+4915124000001' },
        bonusId: 'welcome',
        isBonusDecline: false,
        redirectUrl: '/games/dice?view=grid',
        redirectSuccessUrl: '/games/dice?view=grid&deposit-success=true',
        redirectErrorUrl: '/games/dice?view=grid&deposit-error=true',
      },
    },
  ])
  expect(partner).toMatchObject({ open: 1, closed: 0 })
  expect(partner.posted).toMatchObject([
    { type: 'hidden', name: 'token', value: 't' },
    { method: 'post', action: 'https://bank.example/pay' },
  ])
  expect(address).toBe('/games/dice?view=grid&deposit-pending=i1')
  expect(continued).toEqual([])
})

// Shows: 4.8.2
test('qr and iframe continue in the wallet, message opens the pending modal, and none opens a window', async () => {
  for (const type of ['qr', 'iframe'] as const) {
    const { continued, address, partner } = await started(type, { body: { qr: 'code' } })
    expect(continued).toMatchObject([{ reply: { invoiceId: 'i1', qr: 'code' }, amount: 2500, currency: 'EUR' }])
    expect([address, partner.open]).toEqual(['/games/dice?wallet=deposit&view=grid', 0])
  }
  const { continued, address, partner } = await started('message')
  expect([continued, address, partner.open]).toEqual([[], '/games/dice?view=grid&deposit-pending=i1', 0])
})

// Shows: 4.8.3
test('asyncRedirect stores the invoice that is awaited, and opens its modal', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  const { continued, address } = await started('asyncRedirect')
  expect([continued, address]).toEqual([[], '/games/dice?view=grid&deposit-redirect=true'])
  expect([...stored.values()]).toEqual(['i1'])
  expect(awaitedInvoice()).toBe('i1')
  forgetAwaitedInvoice()
})

// Shows: 8.5.2
test('a deposit that is refused closes its window and opens deposit-error over the wallet', async () => {
  const error = { name: 'fieldsInvalid', fields: { phone: ['Wrong'] } }
  const refused = await started('form', { status: 422, body: { error } })
  expect(refused.partner).toMatchObject({ open: 1, closed: 1, posted: [] })
  expect(refused.address).toBe('/games/dice?wallet=deposit&view=grid&deposit-error=true')
  expect(refused.faults).toEqual({ phone: ['Wrong'] })
  expect(refused.alerts).toEqual([])
  const failed = await started('form', { status: 502, body: { error: { name: 'partnerFailed' } } })
  expect([failed.partner.closed, failed.address, failed.faults]).toEqual([1, refused.address, {}])
  expect(failed.hook.current.isBusy).toBe(false)
})

// Shows: 8.5.1
test.each([13_100, 13_101])(
  'a deposit refused with %i shows the notice of the limit, not deposit-error',
  async (code) => {
    const { hook, address, partner } = await started('form', {
      status: 409,
      body: { error: { name: 'limited', code } },
    })
    expect(hook.current.isLimitReached).toBe(true)
    expect([address, partner.closed]).toEqual(['/games/dice?wallet=deposit&view=grid', 1])
    await hook.perform(({ leaveLimit }) => leaveLimit())
    expect(hook.current.isLimitReached).toBe(false)
  },
)

const limitedDeposit = (contentOf('alerts/profile').limitedDeposit as { title: string }).title

// Shows: 6.2.1, 8.7.1
test('a limited player gets the alert limitedDeposit and nothing is sent; so if only the server knows', async () => {
  const known = await started('form', { answers: [[apiKey('GET /api/player/profile'), { status: 2 }]] })
  expect([known.alerts, known.sent, known.partner.open]).toEqual([[limitedDeposit], [], 0])
  expect(known.hook.events).toEqual([
    { event: 'wallet', step: 'open', ...deposit },
    { event: 'wallet', step: 'close', ...deposit },
  ])
  const refused = await started('form', { status: 409, body: { error: { name: 'playerLimited' } } })
  expect([refused.alerts, refused.partner.closed]).toEqual([[limitedDeposit], 1])
  expect(refused.address).toBe('/games/dice?wallet=deposit&view=grid')
})
const deposit = { walletOperationType: 'deposit', walletType: 'fiat' }

// Shows: 4.14.2
test('a deposit that is sent is measured once', async () => {
  const { hook } = await started('qr')
  expect(hook.events).toEqual(['open', 'sent', 'close'].map((step) => ({ event: 'wallet', step, ...deposit })))
})
