import { expect, test } from 'vitest'
import { guardMs } from '#contract/control-guard.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import type { Account } from '#contract/wallet.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { methodField, paymentMethod, walletAccount } from '#tests/setup/payment-method.ts'
import { apiKey } from '../../api/use-api.ts'
// Loaded by the form on demand.
import './address-book.tsx'
import '../../features/payments/hold-parts.tsx'
import { WithdrawForm } from './withdraw-form.tsx'

const show = views()
const words = labelsOf('wallet')
const bank = (part: Partial<PaymentMethod> = {}) =>
  paymentMethod({ method: 'bank', names: { en: 'Bank' }, kind: 'bank', ...part })
const account = (part: Partial<Account> = {}) => walletAccount({ balance: 30_000, withdrawalBalance: 20_050, ...part })
const bonus = (part: object = {}) => ({
  id: 'b1',
  name: 'Welcome',
  status: 2,
  currency: 'EUR',
  amount: 700,
  version: 1,
  ...part,
})
type Form = {
  method?: PaymentMethod
  account?: Account
  posts?: Answering
  bonuses?: object[]
  canCancelWithdrawals?: boolean
}
const form = async ({
  method = bank(),
  account: of = account(),
  posts = () => ({}),
  bonuses = [],
  ...rules
}: Form = {}) => {
  const page = await show(<WithdrawForm method={method} account={of} country="DE" />, {
    path: '/',
    search: '?wallet=withdraw',
    answers: [
      [apiKey('GET /api/game/player-bonuses', { query: { status: [1, 2] } }), bonuses],
      [apiKey('GET /api/game/player-freespins', { query: { status: [1, 2] } }), []],
      [apiKey('GET /api/player/protection'), { canCancelWithdrawals: false, ...rules }],
    ],
    answer: (call) =>
      call.route.startsWith('POST')
        ? posts(call)
        : { body: call.route.includes('requirements') ? { checks: [], promisedHours: 1, compensation: null } : [] },
  })
  await page.pass(guardMs)
  return page
}
const sent = ({ calls }: ShownView) => calls.filter(({ route }) => route === 'POST /api/payment/invoices/withdrawal')
const withdraw = (amount: string) => words.withdrawAmount!.replace('{amount}', amount)
const amountName = words.amount!

// Shows: 2.5.21, 5.11.1
test('exactly the amounts within the limits of the method and the balance can be withdrawn', async () => {
  const page = await form()
  const note = words.minMax!.replace('{min}', '€10').replace('{max}', '€200.50')
  expect(page.text).toContain(note)
  for (const [amount, isFitting] of [
    ['9', false],
    ['10', true],
    ['200', true],
    ['201', false],
    ['0', false],
  ] as const) {
    await page.enter(amountName, amount)
    const name = isFitting ? withdraw(`€${amount}`) : words.enterAmount!
    expect([amount, page.find(name).disabled]).toEqual([amount, !isFitting])
  }
})

// Shows: 2.5.21, 3.15.1
test('all of it is withdrawn to the subunit', async () => {
  const page = await form({ posts: () => ({ body: { id: 'w1' } }) })
  await page.press(words.all!.replace('{amount}', '€200.50'))
  await page.press(withdraw('€200.50'))
  expect(sent(page).map(({ body }) => body)).toMatchObject([
    { method: 'bank', country: 'DE', amount: 20_050, currency: 'EUR', accountId: 'a1', fields: {} },
  ])
  expect(sent(page)[0]!.body).not.toHaveProperty('isBonusEndConfirmed')
  expect(page.address).toBe('/?withdrawal-requested=w1')
})

test('of a balance above what the method pays, no more than that is offered', async () => {
  const page = await form({ method: bank({ amountMax: 5000 }) })
  expect(page.has(words.all!.replace('{amount}', '€200.50'))).toBe(false)
  await page.press('€50')
  expect(page.find(withdraw('€50')).disabled).toBe(false)
})

// Shows: 2.5.21, 5.11.1
test('a field that is missing or wrong is named on the button, and nothing is sent', async () => {
  const method = bank({
    fields: [
      methodField({ regexp: '^DE\\d{2}$' }),
      methodField({ key: 'note', labels: { en: 'Note' }, isRequired: false }),
    ],
  })
  const page = await form({ method, posts: () => ({ body: { id: 'w1' } }) })
  await page.enter(amountName, '50')
  expect(page.find(words.complete!.replace('{field}', 'Holder')).disabled).toBe(true)
  await page.enter('Holder', 'XX')
  expect(page.find(words.check!.replace('{field}', 'Holder')).disabled).toBe(true)
  await page.fire(page.find(words.check!.replace('{field}', 'Holder')).closest('form')!, 'submit')
  expect(sent(page)).toEqual([])
  await page.enter('Holder', 'DE89')
  await page.press(withdraw('€50'))
  expect(sent(page)[0]!.body).toMatchObject({ fields: { holder: 'DE89' } })
})

// Shows: 5.11.3
test('a refusal is shown beside its field until that gets the focus, and one about nothing else above the button', async () => {
  const page = await form({
    method: bank({ fields: [methodField({})] }),
    posts: () => ({
      status: 422,
      body: {
        error: {
          name: 'fieldsInvalid',
          fields: { holder: ['No such account'], amount: ['Too much'], other: ['Not today'] },
        },
      },
    }),
  })
  await page.enter(amountName, '50')
  await page.enter('Holder', 'DE89')
  await page.press(withdraw('€50'))
  for (const part of ['No such account', 'Too much', 'Not today']) expect(page.text).toContain(part)
  await page.perform(() => page.find('Holder').focus())
  expect(page.text).not.toContain('No such account')
  await page.perform(() => page.find(amountName).focus())
  for (const part of ['Too much', 'Not today']) expect(page.text).not.toContain(part)
})

const ending = [
  bonus(),
  bonus({ id: 'b2', name: 'Reload', status: 1, amount: 1500 }),
  bonus({ id: 'b3', name: 'Dollars', currency: 'USDT', status: 1, amount: 9900 }),
]
const rich = account({ bonusBalance: 2500 })

// Shows: 4.14.2
test('a withdrawal that ends bonuses names them and what is lost, and is sent only after that is confirmed', async () => {
  const page = await form({ account: rich, bonuses: ending, posts: () => ({ body: { id: 'w1' } }) })
  await page.enter(amountName, '50')
  expect(page.text).toContain('A withdrawal ends “Welcome” and “Reload” and forfeits €40.00 of bonus money.')
  expect(page.text).not.toContain('Dollars')
  await page.press(withdraw('€50'))
  expect(sent(page)).toEqual([])
  expect(page.text).toContain(words.bonusEndTitle)
  await page.pass(guardMs)
  await page.press(words.bonusEndKeep!)
  expect([page.has(words.bonusEndTitle!), sent(page)]).toEqual([false, []])
  await page.pass(guardMs)
  await page.press(withdraw('€50'))
  await page.pass(guardMs)
  await page.press(words.bonusEndConfirm!)
  expect(sent(page).map(({ body }) => body)).toMatchObject([{ amount: 5000, isBonusEndConfirmed: true }])
})

// Shows: 4.14.2
test('a bonus that the page did not know of is asked about once the server refuses', async () => {
  const answers = [{ status: 409, body: { error: { name: 'bonusWouldEnd' } } }, { body: { id: 'w1' } }]
  const page = await form({ posts: () => answers.shift() })
  await page.enter(amountName, '50')
  await page.press(withdraw('€50'))
  expect(page.has(words.bonusEndTitle!)).toBe(true)
  await page.pass(guardMs)
  await page.press(words.bonusEndConfirm!)
  expect(sent(page).map(({ body }) => (body as { isBonusEndConfirmed?: boolean }).isBonusEndConfirmed)).toEqual([
    undefined,
    true,
  ])
  expect(page.address).toBe('/?withdrawal-requested=w1')
})

// Shows: 3.15.1
test('a withdrawal whose answer was lost is asked about again under the same key, so that it is made once', async () => {
  let calls = 0
  const page = await form({
    posts() {
      if (++calls === 1) throw new TypeError('network')
      return { body: { id: 'w1' } }
    },
  })
  await page.enter(amountName, '50')
  await page.press(withdraw('€50'))
  const keys = sent(page).map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(page.address).toBe('/?withdrawal-requested=w1')
})

test('another amount or field is another withdrawal, the same again is the same', async () => {
  const page = await form({ posts: () => ({ status: 503 }) })
  const send = async (amount: string) => {
    await page.enter(amountName, amount)
    await page.press(withdraw(`€${amount}`))
    return (sent(page).at(-1)!.body as { idempotencyKey: string }).idempotencyKey
  }
  const first = await send('50')
  expect(await send('50')).toBe(first)
  expect(await send('60')).not.toBe(first)
  expect(page.alerts).toContain((contentOf('alerts/common').somethingWrong as { title: string }).title)
})

test('a withdrawal to where the money came from says so, and one that can be cancelled', async () => {
  const page = await form({ method: bank({ isToOrigin: true }), canCancelWithdrawals: true })
  for (const part of [words.toOrigin!, words.withdrawCancellable!]) expect(page.text).toContain(part)
  const plain = await form()
  for (const part of [words.toOrigin!, words.withdrawCancellable!]) expect(plain.text).not.toContain(part)
})

test('a balance below the least amount cannot be withdrawn, one of exactly it can', async () => {
  const poor = await form({ account: account({ withdrawalBalance: 999 }) })
  expect(poor.text).toContain(words.tooPoor!.replace('{amount}', '€10'))
  expect(poor.find(words.nothingToWithdraw!).disabled).toBe(true)
  expect(poor.has(words.all!.replace('{amount}', '€9.99'))).toBe(false)
  const enough = await form({ account: account({ withdrawalBalance: 1000 }) })
  expect(enough.find(withdraw('€10')).disabled).toBe(false)
})

// Shows: 5.11.1
test('a network has limits of its own', async () => {
  const network = (id: string, minAmount: number, maxAmount: number) => ({ id, name: id, minAmount, maxAmount })
  const fields = [
    methodField({
      key: 'crypto_network',
      fieldType: 'select',
      labels: { en: 'Network' },
      options: [network('Tron', 2000, 4000), network('Ethereum', 5000, 9000)],
    }),
  ]
  const page = await form({ method: bank({ fields }) })
  await page.enter(amountName, '30')
  expect(page.has(words.complete!.replace('{field}', 'Network'))).toBe(true)
  await page.enter('Network', 'Tron')
  expect(page.text).toContain(words.minMax!.replace('{min}', '€20').replace('{max}', '€40'))
  expect(page.find(withdraw('€30')).disabled).toBe(false)
  await page.enter('Network', 'Ethereum')
  expect(page.find(words.enterAmount!).disabled).toBe(true)
})
