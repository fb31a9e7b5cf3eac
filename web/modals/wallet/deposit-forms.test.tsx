import { expect, test, vi } from 'vitest'
import { guardMs } from '#contract/control-guard.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { methodField, paymentMethod, walletAccount } from '#tests/setup/payment-method.ts'
import { answerProof, isRequested } from '../../features/step-up/step-up-store.ts'
import { CryptoDeposit } from './crypto-deposit.tsx'
import { DepositForm } from './deposit-form.tsx'

const show = views()
const words = labelsOf('wallet')
const limitWords = labelsOf('limits')
const method = (part: Partial<PaymentMethod> = {}) =>
  paymentMethod({ presets: [{ amount: 2500, default: true }], ...part })
const account = (currency = 'EUR') => walletAccount({ currency })
const offer = (id: string) => ({
  id,
  name: id,
  package: null,
  type: 1,
  termsVersion: 1,
  triggerConditions: { invoiceAmountItems: [{ currency: 'EUR', amountFrom: 1000, amountTo: null }] },
  assignConditions: {
    amountItems: [{ currency: 'EUR', amount: 500 }],
    maxAmountItems: [],
    presets: [],
    depositPercentage: null,
    baseCurrencyAmount: null,
    baseCurrencyMaxAmount: null,
  },
  terms: {
    wageringMultiplier: 10,
    maxBet: [],
    isOnce: false,
    contribution: null,
    expiresAfterSeconds: null,
    expectedCostPercent: null,
  },
})
const depositLimit = {
  id: 'l1',
  definition: 3,
  period: 'daily',
  amount: 20_000,
  currentAmount: 15_000,
  reservedAmount: 0,
  currency: 'EUR',
  pending: null,
}

type Site = { limits?: object[]; offers?: object[]; posts?: Answering }
const answering =
  ({ limits = [], offers = [], posts = () => ({}) }: Site): Answering =>
  (call) => {
    if (!call.route.startsWith('GET')) return posts(call)
    if (call.route.startsWith('GET /api/game/bonuses?')) return { body: offers }
    if (call.route === 'GET /api/player/limits') return { body: limits }
    if (call.route === 'GET /api/player/profile') return { body: { id: 'me', status: 1, details: {} } }
    return { body: call.route.includes('invoices') ? { status: 1 } : [] }
  }
const settled = async (page: ShownView) => {
  for (let turn = 0; turn < 3; turn++) await page.pass(1)
  await page.pass(Math.max(guardMs, 500))
  await page.pass(1)
  return page
}
const depositForm = async (of: PaymentMethod = method(), site: Site = {}, refused: Record<string, string[]> = {}) => {
  const onSubmit = vi.fn(async () => refused)
  const page = await show(<DepositForm method={of} account={account()} isBusy={false} onSubmit={onSubmit} />, {
    answer: answering(site),
  })
  return { page: await settled(page), onSubmit }
}
const deposit = (amount: string) => words.depositAmount!.replace('{amount}', amount)
const range = (min: string, max: string) => words.minMax!.replace('{min}', min).replace('{max}', max)

// Shows: 2.5.16
test('a deposit begins with the suggested amount, and exactly the amounts within the limits can be sent', async () => {
  const { page, onSubmit } = await depositForm()
  expect(page.text).toContain(range('€10', '€500'))
  expect(page.find(words.amount!).value).toBe('25')
  for (const [amount, isFitting] of [
    ['9', false],
    ['10', true],
    ['500', true],
    ['501', false],
  ] as const) {
    await page.enter(words.amount!, amount)
    expect([amount, page.find(isFitting ? deposit(`€${amount}`) : words.enterAmount!).disabled]).toEqual([
      amount,
      !isFitting,
    ])
  }
  await page.fire(page.find(words.amount!).closest('form')!, 'submit')
  expect(onSubmit).not.toHaveBeenCalled()
  await page.enter(words.amount!, '500')
  await page.press(deposit('€500'))
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({
    amount: 50_000,
    fields: {},
    bonusId: null,
    isBonusDecline: true,
    termsVersion: undefined,
  })
})

// Shows: 2.5.16
test.each([
  [
    'the preset that is the default',
    [
      { amount: 2500, default: false },
      { amount: 5000, default: true },
    ],
    {},
    '50',
  ],
  ['the least amount without a default', [{ amount: 2500, default: false }], {}, '10'],
  ['the least amount without presets', [], {}, '10'],
  ['the least amount if the default is below it', [{ amount: 500, default: true }], {}, '10'],
  ['the largest amount if the default is above it', [{ amount: 90_000, default: true }], {}, '500'],
  ['what a limit leaves if the default is more', [{ amount: 9000, default: true }], { limits: [depositLimit] }, '50'],
] as Array<[string, PaymentMethod['presets'], Site, string]>)(
  'a deposit begins with %s',
  async (_, presets, site, amount) => {
    const { page } = await depositForm(method({ presets }), site)
    expect(page.find(words.amount!).value).toBe(amount)
    expect(page.find(deposit(`€${amount}`)).disabled).toBe(false)
  },
)

// Shows: 10.7, 2.5.16
test('what the player’s own limit leaves is the most that can be sent', async () => {
  const { page } = await depositForm(method(), { limits: [depositLimit] })
  expect(page.text).toContain('€50')
  expect(page.text).toContain(range('€10', '€50'))
  await page.enter(words.amount!, '51')
  expect(page.find(words.enterAmount!).disabled).toBe(true)
  const { page: usedUp } = await depositForm(method(), { limits: [{ ...depositLimit, currentAmount: 19_500 }] })
  expect(usedUp.text).toContain(words.minOnly!.replace('{min}', '€10'))
  expect(usedUp.find(limitWords.overLimit!).disabled).toBe(true)
})

// Shows: 2.5.17
test('the bonus that will be granted stands on the button and is sent, and a refused one is read again', async () => {
  const { page, onSubmit } = await depositForm(
    method(),
    { offers: [offer('welcome'), offer('other')] },
    {
      bonusId: ['No longer available'],
    },
  )
  await page.press('Deposit €25 + €5 bonus')
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ amount: 2500, bonusId: 'welcome', isBonusDecline: false }),
  )
  expect(page.text).toContain('No longer available')
  const reads = () => page.calls.filter(({ route }) => route.startsWith('GET /api/game/bonuses?')).length
  expect(reads()).toBeGreaterThan(2)
  await settled(page)
  await page.press(labelsOf('bonuses').decline!)
  expect(page.text).not.toContain('No longer available')
  expect(page.has(deposit('€25'))).toBe(true)
})

// Shows: 2.5.16, 5.11.1
test('a field that is missing or wrong is named on the button, and a refusal beside it until it gets the focus', async () => {
  const of = method({ fields: [methodField({ regexp: '^DE$' })], processingType: 'redirect' as never })
  const { page, onSubmit } = await depositForm(of, {}, { holder: ['Unknown'], amount: ['Too much'] })
  expect(page.text).not.toContain(words.opensWindow)
  expect(page.find(words.complete!.replace('{field}', 'Holder')).disabled).toBe(true)
  await page.enter('Holder', 'FR')
  expect(page.find(words.check!.replace('{field}', 'Holder')).disabled).toBe(true)
  await page.enter('Holder', 'DE')
  await page.press(deposit('€25'))
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ fields: { holder: 'DE' } }))
  for (const part of ['Unknown', 'Too much']) expect(page.text).toContain(part)
  await page.perform(() => page.find('Holder').focus())
  expect(page.text).not.toContain('Unknown')
  await page.perform(() => page.find(words.amount!).focus())
  expect(page.text).not.toContain('Too much')
  expect((await depositForm()).page.text).toContain(words.opensWindow)
})

const network = (id: string, minAmount: number) => ({ id, name: id, minAmount, maxAmount: 9_000_000 })
const coin = method({
  method: 'usdt',
  type: 'address',
  kind: 'crypto',
  processingType: 'qr',
  amountMin: 1_000_000,
  amountMax: 8_000_000,
  presets: [],
  fields: [
    methodField({
      key: 'crypto_network',
      fieldType: 'select',
      labels: { en: 'Network' },
      options: [network('Tron', 2_000_000), network('Ethereum', 5_000_000)],
    }),
  ],
})
const reply = (part: object = {}) => ({
  body: { invoiceId: 'i1', address: 'T-address', tag: null, qr: null, ...part },
})
const crypto = async (posts: Answering, onRefused = async () => false, of = coin) => {
  const page = await show(<CryptoDeposit method={of} account={account('USDT')} country="DE" onRefused={onRefused} />, {
    search: '?wallet=deposit',
    answer: answering({ posts }),
  })
  return settled(page)
}
const sent = ({ calls }: ShownView) => calls.filter(({ route }) => route.startsWith('POST')).map(({ body }) => body)
const chosen = async (page: ShownView, id: string) => {
  await page.enter('Network', id)
  await page.pass(1000)
  return settled(page)
}

// Shows: 2.5.19
test('an address is asked for once the network is chosen, with the least amount of that network', async () => {
  const page = await crypto(() => reply())
  expect([sent(page), page.text.includes(words.chooseNetwork!)]).toEqual([[], true])
  await chosen(page, 'Tron')
  expect(sent(page)).toMatchObject([
    {
      method: 'usdt',
      currency: 'USDT',
      country: 'DE',
      accountId: 'a1',
      amount: 2_000_000,
      fields: { crypto_network: 'Tron' },
    },
  ])
  expect(page.text).toContain(range('2 USDT', '9 USDT'))
  expect(page.text).toContain(`${words.yourAddress} T-address`)
  for (const part of [words.tagWarning!, words.chooseNetwork!, words.addressComing!])
    expect(page.text).not.toContain(part)
})

// Shows: 2.5.19
test('an address with a tag warns, and shows both', async () => {
  const page = await chosen(await crypto(() => reply({ tag: '4711' })), 'Tron')
  expect(page.text).toContain(words.tagWarning)
  expect(page.text).toContain(`${words.tag} 4711`)
})

// Shows: 2.5.11, 2.5.19
test('what is copied is the address, and the tag, and each is confirmed', async () => {
  const page = await chosen(await crypto(() => reply({ qr: 'tron:T-address?amount=2', tag: '4711' })), 'Tron')
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
  expect(page.text).not.toContain(words.copied)
  await page.press(words.copyAddress!)
  expect([copied, page.text.includes(words.copied!)]).toEqual([['T-address'], true])
  await page.pass(2000)
  expect(page.text).not.toContain(words.copied)
  await page.press(words.copyTag!)
  expect(copied).toEqual(['T-address', '4711'])
  await page.pass(2000)
})

test('the address of another network is not shown for the one that is chosen', async () => {
  const page = await crypto(({ body }) => {
    const { fields } = body as { fields: { crypto_network: string } }
    return reply({ address: `${fields.crypto_network}-address` })
  })
  await chosen(page, 'Tron')
  expect(page.text).toContain('Tron-address')
  await page.enter('Network', 'Ethereum')
  expect(page.text).not.toContain('Tron-address')
  expect(page.text).toContain(words.addressComing)
  await chosen(page, 'Ethereum')
  expect(page.text).toContain('Ethereum-address')
  expect(sent(page)).toHaveLength(2)
})

// Shows: 8.5.2
test('an address that cannot be had can be asked for again, and its refusal opens an error unless it was handled', async () => {
  let isBroken = true
  const page = await crypto(() => (isBroken ? { status: 502 } : reply()))
  await chosen(page, 'Tron')
  expect([page.text.includes(words.addressFailed!), page.address]).toEqual([
    true,
    '/?wallet=deposit&deposit-error=true',
  ])
  isBroken = false
  await page.press(words.retry!)
  await settled(page)
  expect([page.text.includes(words.addressFailed!), page.text.includes('T-address')]).toEqual([false, true])
  const handled = await crypto(
    () => ({ status: 422 }),
    async () => true,
  )
  await chosen(handled, 'Tron')
  expect(handled.address).toBe('/?wallet=deposit')
})

test('a bonus that is refused is named, without an error over the wallet', async () => {
  const page = await crypto(() => ({
    status: 422,
    body: { error: { name: 'x', fields: { bonusId: ['No longer available'] } } },
  }))
  await chosen(page, 'Tron')
  expect([page.text.includes('No longer available'), page.address]).toEqual([true, '/?wallet=deposit'])
})

test('a coin without networks has its address at once', async () => {
  const page = await crypto(() => reply(), undefined, { ...coin, fields: [] })
  await settled(page)
  await page.pass(1000)
  await settled(page)
  expect(sent(page)).toMatchObject([{ amount: 1_000_000, fields: {} }])
  expect(page.text).toContain(range('1 USDT', '8 USDT'))
  expect(page.text).toContain('T-address')
})

/** A deposit of a coin without networks whose bonuses can be chosen, after its address has arrived. */
async function cryptoWithBonus(posts: Answering, invoices: () => object[] = () => []) {
  const usdt = { currency: 'USDT', amountFrom: 1, amountTo: null }
  const bonus = {
    ...offer('Welcome'),
    triggerConditions: { invoiceAmountItems: [usdt] },
    assignConditions: { ...offer('Welcome').assignConditions, amountItems: [{ currency: 'USDT', amount: 5_000_000 }] },
  }
  const answer = answering({ offers: [bonus], posts })
  const page = await show(
    <CryptoDeposit
      method={{ ...coin, fields: [] }}
      account={account('USDT')}
      country={null}
      onRefused={async () => false}
    />,
    {
      search: '?wallet=deposit',
      answer: (call) =>
        call.route.includes('payment/invoices?') ? { body: { data: invoices(), meta: {} } } : answer(call),
    },
  )
  await changeSent(page)
  return page
}
/** A change is sent a second after it was made. */
const changeSent = async (page: ShownView) => {
  await settled(page)
  await page.pass(1_000)
  await settled(page)
}
const declined = labelsOf('bonuses').decline!

test('the address stays visible while another bonus is sent for it, which happens a second after the last change', async () => {
  let count = 0
  const page = await cryptoWithBonus(() => reply({ address: `address-${++count}` }))
  expect([sent(page).length, page.text.includes('address-1')]).toEqual([1, true])
  await page.press('Welcome')
  await page.pass(900)
  expect([sent(page).length, page.text.includes('address-1'), page.has(words.addressComing!)]).toEqual([1, true, false])
  await changeSent(page)
  expect(sent(page)).toMatchObject([{ isBonusDecline: true, bonusId: null }, { bonusId: 'Welcome' }])
  expect(page.text).toContain('address-2')
})

test('after a bonus was refused, the offers are read again, and its fault goes with the next choice', async () => {
  const page = await cryptoWithBonus(({ body }) =>
    (body as { bonusId: string | null }).bonusId
      ? { status: 422, body: { error: { name: 'x', fields: { bonusId: ['No longer available'] } } } }
      : reply(),
  )
  await page.press('Welcome')
  const reads = () => page.calls.filter(({ route }) => route.startsWith('GET /api/game/bonuses?')).length
  const before = reads()
  await changeSent(page)
  expect(page.text).toContain('No longer available')
  expect(reads()).toBeGreaterThan(before)
  await page.press(declined)
  expect(page.text).not.toContain('No longer available')
  await changeSent(page)
  expect(page.text).toContain('T-address')
})

test('a deposit that came in shows its end, and one that failed can be tried again with a new address', async () => {
  const id = '0f3c9a52-0000-4000-8000-000000000001'
  let status = 1
  const invoice = () => ({
    id,
    type: 1,
    status,
    stage: status === 1 ? 'waiting' : 'declined',
    amount: 2_000_000,
    currency: 'USDT',
    createdAt: '2026-11-02T12:00:00.000Z',
    closedBy: null,
    timeline: [],
  })
  let [invoiceId, send] = [id, () => {}]
  const page = await cryptoWithBonus(
    async () => {
      if (status !== 1) await new Promise<void>((resolve) => (send = resolve))
      return reply({ invoiceId })
    },
    () => [invoice()],
  )
  expect([page.text.includes('T-address'), page.has(words.tryAgain!)]).toEqual([true, false])
  status = 3
  await page.pass(5_100)
  expect([page.text.includes('T-address'), page.has(words.tryAgain!)]).toEqual([false, true])
  invoiceId = 'i2'
  await page.perform(() => page.find(words.tryAgain!).dispatch('click', { button: 0, detail: 1 }))
  // The end of the one before is gone at once, so that nobody asks twice.
  expect([page.text.includes(words.addressComing!), page.has(words.tryAgain!)]).toEqual([true, false])
  send()
  await settled(page)
  expect([sent(page).length, page.text.includes('T-address'), page.has(words.tryAgain!)]).toEqual([2, true, false])
})

test('a step-up that the player closes opens no error over the wallet', async () => {
  const page = await crypto(() => ({ status: 403, body: { error: { name: 'stepUpRequired', message: '' } } }))
  await chosen(page, 'Tron')
  expect(isRequested()).toBe(true)
  await page.perform(() => answerProof(false))
  await settled(page)
  expect([sent(page).length, page.address, page.text.includes(words.addressFailed!)]).toEqual([
    1,
    '/?wallet=deposit',
    true,
  ])
})
