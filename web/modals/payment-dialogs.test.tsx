import { expect, test, vi } from 'vitest'
import type { Invoice } from '#contract/payments.ts'
import { contentOf } from '#tests/setup/content.ts'
import { dialog } from '#tests/setup/dialog.tsx'
import { hooks, type HookOptions, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../api/use-api.ts'
import { dropReturnGame, keepReturnGame } from '../features/games/return-game.ts'
import { markWindow } from '../features/payments/window-mark.ts'
import { useEquivalentChoice } from '../features/wallet/equivalent.ts'
import { chosenRegion } from '../features/wallet/region.ts'
import { modal as cancelDeposit } from './cancel-deposit.tsx'
import { modal as depositError } from './deposit-error.tsx'
import { modal as depositPending } from './deposit-pending.tsx'
import { modal as depositSuccess } from './deposit-success.tsx'
import { modal as equivalent } from './equivalent-currency.tsx'
import { modal as region } from './wallet-region.tsx'
import { modal as withdrawalRequested } from './withdrawal-requested.tsx'

const run = hooks()
const show = views()
const id = '00000000-0000-4000-8000-000000000001'
const invoiceOf = (part: Partial<Invoice>): Invoice => ({
  id,
  number: 'D-1042',
  type: 1,
  status: 1,
  method: 'sandbox.card',
  methodNames: { en: 'Card' },
  amount: 2500,
  currency: 'EUR',
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:01.000Z',
  stage: 'created',
  timeline: [{ stage: 'created', at: '2026-01-01T10:00:00.000Z' }],
  owner: 'player',
  expectedBy: null,
  detail: null,
  publicData: {},
  version: 2,
  ...part,
})
const withInvoices = (...invoices: Invoice[]): HookOptions => ({
  answer: ({ route }) =>
    route.startsWith('GET /api/payment/invoices?') ? { body: { data: invoices, meta: {} } } : { status: 404 },
})

// Shows: 2.5.3
test.each([
  ['?wallet=deposit&cancel-deposit=true&page=2', '/?wallet=deposit&page=2', '/?page=2'],
  ['?cancel-deposit=true', '/?wallet=deposit', '/'],
])('who stays at a deposit has the wallet, who leaves has neither dialog: %s', async (search, stayed, left) => {
  const { stayLabel, leaveLabel, title } = contentOf('modals/cancel-deposit') as Record<string, string>
  const page = await show(dialog(cancelDeposit), { search })
  expect(page.text).toContain(title)
  await page.press(stayLabel!)
  expect(page.address).toBe(stayed)
  const other = await show(dialog(cancelDeposit), { search })
  await other.press(leaveLabel!)
  expect(other.address).toBe(left)
})

// Shows: 8.5.2
test.each([
  ['?wallet=deposit&deposit-error=true', '/?wallet=deposit'],
  ['?deposit-error=true', '/?wallet=deposit'],
])('a failed deposit leads back to the wallet, and to support: %s', async (search, address) => {
  const page = await show(dialog(depositError), { search })
  expect(page.has('Close this window')).toBe(false)
  expect(page.find('Contact support').getAttribute('href')).toBe('/contact')
  await page.press('Try again')
  expect(page.address).toBe(address)
})

// Shows: 2.5.24
test.each([
  ['deposit-error', depositError],
  ['deposit-success', depositSuccess],
])('%s in a window of a payment closes that window, and says so where the browser keeps it open', async (_, modal) => {
  markWindow(true)
  const page = await show(dialog(modal), withInvoices())
  markWindow(false)
  const close = vi.fn()
  Object.assign(window, { close })
  expect(page.has('Try again') || page.has('Continue to games')).toBe(false)
  await page.press('Close this window')
  expect(close).toHaveBeenCalledOnce()
  const words = contentOf('ui/wallet').closeYourself as string
  await page.pass(299)
  expect(page.text).not.toContain(words)
  await page.pass(1)
  expect(page.text).toContain(words)
})

// Shows: 2.5.24
test.each([
  [1 as const, 'Thank you', 'successText'],
  [2 as const, 'Thank you', 'outcomePaid'],
  [3 as const, 'Deposit failed', 'outcomeFailed'],
])('who returns from a payment reads the state of the latest deposit: %i', async (status, title, text) => {
  const page = await show(dialog(depositSuccess), {
    search: '?deposit-success=true',
    ...withInvoices(invoiceOf({ status })),
  })
  expect(page.text).toContain(title)
  expect(page.text).toContain(contentOf('ui/wallet')[text] as string)
  expect(page.text).toContain('€25.00')
  await page.press('Continue to games')
  expect(page.address).toBe('/')
})

// Shows: 2.6.7
test('who left a game for a deposit returns to it, unless its page is already open', async () => {
  keepReturnGame('/games/dice')
  const elsewhere = await show(dialog(depositSuccess), withInvoices())
  expect(elsewhere.find('Back to game').getAttribute('href')).toBe('/games/dice?play=real')
  const there = await show(dialog(depositSuccess), { path: '/games/dice', ...withInvoices() })
  expect(there.has('Continue to games')).toBe(true)
  await there.perform(dropReturnGame)
})

const pendingOptions = (...invoices: Invoice[]): HookOptions => ({
  search: '?deposit-pending=x',
  ...withInvoices(...invoices),
})

// Shows: 4.8.2
test('a pending deposit is named after who acts next, and its page is read once for the player alone', async () => {
  const own = await show(dialog(depositPending, id), pendingOptions(invoiceOf({})))
  expect(own.text).toContain('Finish your deposit')
  expect(own.calls.map(({ route }) => route)).toContain(`GET /api/payment/invoices/${id}/page`)
  const partners = await show(dialog(depositPending, id), pendingOptions(invoiceOf({ owner: 'partner' })))
  expect(partners.text).toContain('Your deposit is being confirmed')
  expect(partners.calls.map(({ route }) => route)).not.toContain(`GET /api/payment/invoices/${id}/page`)
  await partners.press('Close')
  expect(partners.address).toBe('/')
})

test('without an id the latest deposit is shown, and without any a note', async () => {
  const latest = await show(dialog(depositPending), pendingOptions(invoiceOf({ status: 2 })))
  expect(latest.calls.map(({ route }) => route)).toEqual(['GET /api/payment/invoices?type=1&perPage=10'])
  expect(latest.text).toContain('Added to your balance.')
  await latest.press('Done')
  expect(latest.address).toBe('/')
  const none = await show(dialog(depositPending), pendingOptions())
  expect(none.text).toContain('Payment not found')
  expect(none.text).not.toContain('Loading')
})

test.each([
  ['deposit-pending', depositPending],
  ['withdrawal-requested', withdrawalRequested],
])('%s waits for its payment, and names one that is missing', async (_, modal) => {
  const reading = await show(dialog(modal, id), { answer: () => new Promise(() => undefined) })
  expect(reading.text).toContain('Loading')
  expect(reading.text).not.toContain('Payment not found')
  const missing = await show(dialog(modal, id), withInvoices())
  expect(missing.text).toContain('Payment not found')
  expect(missing.text).not.toContain('Loading')
})

// Shows: 4.7.2
test('a pending deposit that fails offers another one in its place', async () => {
  const page = await show(dialog(depositPending, id), pendingOptions(invoiceOf({ status: 3, stage: 'failed' })))
  await page.press('Try again')
  expect(page.address).toBe('/?wallet=deposit')
})

// Shows: 10.25
test.each([
  [{ status: 1, stage: 'review' }, true],
  [{ status: 1, stage: 'sent' }, false],
  [{ status: 1, stage: 'review', isCancellable: false }, false],
  [{ status: 2, stage: 'paid' }, false],
] satisfies Array<[Partial<Invoice>, boolean]>)('a withdrawal %j can be cancelled: %s', async (part, isCancellable) => {
  const page = await show(dialog(withdrawalRequested, id), {
    search: `?withdrawal-requested=${id}`,
    ...withInvoices(invoiceOf({ type: 2, ...part })),
  })
  expect(page.has('Cancel withdrawal')).toBe(isCancellable)
  expect(page.find('View history').getAttribute('href')).toBe('/profile/history?tab=invoices')
  await page.press('Done')
  expect(page.address).toBe('/')
})

// Shows: 2.5.7, 7.4.2
test('the region is searched by its name and chosen for the methods', async () => {
  const countries = [{ code: 'DE' }, { code: 'BR' }, { code: 'AT' }]
  const page = await show(dialog(region), {
    search: '?wallet=deposit&wallet-region=true',
    answers: [[apiKey('GET /api/settings/countries'), countries]],
    isSignedIn: false,
  })
  expect(page.text).toMatch(/Austria .*Brazil .*Germany/)
  expect(page.find('Germany').getAttribute('aria-pressed')).toBe('true')
  expect(page.find('Brazil').getAttribute('aria-pressed')).toBe('false')
  await page.enter('Search country', ' braz ')
  expect([page.has('Brazil'), page.has('Germany')]).toEqual([true, false])
  await page.enter('Search country', 'nowhere')
  expect(page.text).toContain('No country found.')
  await page.enter('Search country', '')
  expect(page.text).not.toContain('No country found.')
  await page.press('Brazil')
  expect(page.address).toBe('/?wallet=deposit')
  expect(page.find('Brazil').getAttribute('aria-pressed')).toBe('true')
  await page.perform(() => chosenRegion.write(null))
})

// Shows: 2.5.10, 9.6.2, 3.1.3
test('the currency for comparison is one of those enabled, and is shown once chosen', async () => {
  const currency = (code: string, isEnabled = true) => ({ code, name: `The ${code}`, isEnabled, symbol: code })
  const page = await show(dialog(equivalent), {
    search: '?equivalent-currency=true',
    answers: [[apiKey('GET /api/settings/currencies'), [currency('USD'), currency('EUR'), currency('XYZ', false)]]],
  })
  const isPressed = (code: string) => page.find(`${code}The ${code}${code}`).getAttribute('aria-pressed')
  expect([isPressed('USD'), isPressed('EUR'), page.has('XYZThe XYZXYZ')]).toEqual(['true', 'false', false])
  await page.press('EURThe EUREUR')
  expect([page.address, isPressed('USD'), isPressed('EUR')]).toEqual(['/', 'false', 'true'])
  const { current: choice } = await run(useEquivalentChoice)
  expect([choice.code, choice.isShown]).toEqual(['EUR', true])
  await page.perform(() => (choice.choose('USD'), choice.show(false)))
})
