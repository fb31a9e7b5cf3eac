import fc from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { localeCodes } from '#contract/locales.ts'
import type { PaymentMethod } from '#contract/payments.ts'
import type { PlayerCtx } from '../deps.ts'
import { prefill } from './internal/prefill.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
  player = await app.player({ currencies: ['EUR', 'BRL', 'BTC'] })
  for (const currency of ['EUR', 'BRL', 'BTC']) await player.fund(currency, 100_000_000n)
})
afterAll(() => app.close())

const cashAgent = '0x.withdrawal.cash_agent'
const deposit = (change: Record<string, unknown>) =>
  player.call('POST', '/api/payment/invoices/deposit', {
    currency: 'EUR',
    amount: 5000,
    accountId: player.accounts.EUR,
    fields: {},
    ...change,
  })
const withdraw = (change: Record<string, unknown>) =>
  player.call('POST', '/api/payment/invoices/withdrawal', {
    currency: 'EUR',
    amount: 5000,
    accountId: player.accounts.EUR,
    fields: {},
    ...change,
  })
const invoice = async (id: string): Promise<Loose> =>
  (await player.call('GET', '/api/payment/invoices')).body.data.find((row: Loose) => row.id === id)
const methods = async (kind: string, currency = 'EUR'): Promise<Loose[]> =>
  (await player.call('GET', `/api/payment/methods/${kind}?currency=${currency}`)).body
const instructions = async (): Promise<string[]> =>
  (
    await app.asOwner(
      "SELECT description FROM messages.messages WHERE player_id = $1 AND key = 'invoice.depositInstruction'",
      [player.id],
    )
  ).rows.map(({ description }: Loose) => description)
const paymentOf = (invoiceId: string) => app.sandbox.payments.byReference(invoiceId)!
const fieldsOf = async (invoiceId: string) =>
  (await app.asOwner('SELECT fields FROM payments.invoices WHERE id = $1', [invoiceId])).rows[0].fields

// Shows: 3.12.1, 3.12.2
test('every processing type and both method types are offered', async () => {
  const offered = [...(await methods('deposit')), ...(await methods('deposit', 'BTC'))]
  expect(new Set(offered.map(({ processingType }) => processingType))).toEqual(
    new Set(['form', 'qr', 'iframe', 'asyncRedirect', 'message']),
  )
  expect(new Set(offered.map(({ type }) => type))).toEqual(new Set(['form', 'address']))
  expect((await methods('withdrawal')).map(({ method }) => method)).toContain(cashAgent)
})

// Shows: 3.12.1, 3.13.1
test('a method has its limits and preset amounts, its fields their kind, words and pattern, a network its own limits', async () => {
  const [card] = await methods('deposit')
  expect(card).toMatchObject({
    method: 'sandbox.card',
    type: 'form',
    logo: null,
    processingType: 'form',
    amountMin: 1000,
    amountMax: 500_000,
    presets: [1000, 2500, 5000, 10_000, 25_000].map((amount) => ({ amount, default: amount === 2500 })),
    fields: [],
  })
  const bank = (await methods('withdrawal')).find(({ method }) => method === 'sandbox.bank')!
  const words = Object.fromEntries(localeCodes.map((locale) => [locale, expect.any(String)]))
  expect(bank.fields).toMatchObject([
    { key: 'account_holder', fieldType: 'text', isRequired: true, labels: words, options: [] },
    {
      key: 'iban',
      fieldType: 'text',
      isRequired: true,
      regexp: expect.stringMatching(/^\^/),
      labels: words,
      hints: words,
    },
    { key: 'note', fieldType: 'textarea', isRequired: false, regexp: expect.stringContaining('140'), labels: words },
  ])
  const [crypto] = await methods('withdrawal', 'BTC')
  expect(crypto!.fields).toMatchObject([
    {
      key: 'crypto_network',
      fieldType: 'select',
      hints: words,
      options: [
        { id: 'bitcoin', name: 'Bitcoin', minAmount: 200_000, maxAmount: 1e9, regex: expect.stringContaining('bc1') },
      ],
    },
    { key: 'wallet_id', fieldType: 'text', isRequired: true, labels: words, hints: words },
  ])
})

// Shows: 5.9.1, 5.11.1
test.each([
  ['deposit', 'sandbox.card'],
  ['withdrawal', 'sandbox.bank'],
])('a %s takes the least and the largest amount, and a cent beyond neither', async (kind, method) => {
  const { amountMin, amountMax } = (await methods(kind)).find((each) => each.method === method)!
  const fields = kind === 'withdrawal' ? { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' } : {}
  const outcome = async (amount: number) => {
    const { status, body } = await (kind === 'deposit' ? deposit : withdraw)({ method, amount, fields })
    return status === 200 ? 200 : body.error.name
  }
  for (const amount of [amountMin - 1, amountMax + 1]) expect(await outcome(amount)).toBe('amountOutOfRange')
  for (const amount of [amountMin, amountMax]) expect(await outcome(amount)).toBe(200)
})

// Shows: 3.16.1, 4.8.3
test('asyncRedirect: the answer has no code; a notice brings it, and the push shows it', async () => {
  const { body } = await deposit({ method: 'sandbox.app', fields: { phone: '+4915123456789' } })
  expect(body).toMatchObject({ action: null, qr: null, address: null })
  await app.settle()
  const pending = await invoice(body.invoiceId)
  expect(pending).toMatchObject({
    status: 1,
    stage: 'awaiting-payment',
    publicData: { qr: `${app.sandbox.url}/bank/${paymentOf(body.invoiceId).id}` },
  })
  const { rows } = await app.asOwner(
    'SELECT event, payload FROM outbox.events WHERE channel = $1 ORDER BY id DESC LIMIT 1',
    [`payment:invoices#${player.id}`],
  )
  expect(rows).toEqual([{ event: 'invoice.deposit.updated', payload: pending }])
  app.sandbox.payments.decide(paymentOf(body.invoiceId).id, 'pay')
  await app.settle()
  expect(await invoice(body.invoiceId)).toMatchObject({ status: 2, publicData: {} })
})

test('asyncRedirect: a code that arrives before the response is stored is not lost', async () => {
  const partner = app.deps.partners.payments[0]!
  const open = partner.openPayment.bind(partner)
  partner.openPayment = async (request) => {
    const opened = await open(request)
    await app.settle()
    // The code is present, so the player acts next, whether or not the response has arrived.
    expect(await invoice(request.invoiceId)).toMatchObject({
      stage: 'awaiting-payment',
      owner: 'player',
      publicData: { qr: expect.any(String) },
    })
    return opened
  }
  try {
    const { body } = await deposit({ method: 'sandbox.app', fields: { phone: '+4915123456789' } })
    expect(
      (
        await app.asOwner('SELECT stage FROM payments.invoice_events WHERE invoice_id = $1 ORDER BY id', [
          body.invoiceId,
        ])
      ).rows,
    ).toEqual([{ stage: 'created' }, { stage: 'awaiting-payment' }])
    expect(await invoice(body.invoiceId)).toMatchObject({
      stage: 'awaiting-payment',
      publicData: { qr: expect.stringContaining('/bank/') },
    })
  } finally {
    partner.openPayment = open
  }
})

test('message: the voucher number is sent in every language, and removed once it is paid', async () => {
  const { body } = await deposit({ method: 'sandbox.voucher' })
  await app.settle()
  const { publicData } = await invoice(body.invoiceId)
  expect(Object.keys(publicData.message).sort()).toEqual([...localeCodes].sort())
  expect(publicData.message.de).toMatch(/50,00\u00a0€ bar .* \d{4}\u00a0\d{4}\u00a0\d{4}$/)
  expect(publicData.paymentCode).toMatch(/^\d{4}\u00a0\d{4}\u00a0\d{4}$/)
  expect(await instructions()).toEqual([expect.stringContaining(publicData.paymentCode)])
  await fetch(`${app.sandbox.url}/kiosk/${paymentOf(body.invoiceId).id}/decide`, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'pay' }),
  })
  await app.settle()
  expect(await invoice(body.invoiceId)).toMatchObject({ status: 2, publicData: {} })
  expect(await instructions()).toEqual([])
})

test('a cancelled voucher: its number is removed from the messages too', async () => {
  const { body } = await deposit({ method: 'sandbox.voucher' })
  await app.settle()
  expect(await instructions()).toHaveLength(1)
  await player.call('PUT', `/api/payment/invoices/${body.invoiceId}/decline`)
  expect(await instructions()).toEqual([])
})

test('a deposit that waits to be paid is continued on the same page, by its player alone, until a payment is detected or it has ended', async () => {
  const page = (id: string, by = player) => by.call('GET', `/api/payment/invoices/${id}/page`)
  const { body } = await deposit({ method: 'sandbox.card' })
  expect(await page(body.invoiceId)).toMatchObject({ status: 200, body: { ...body, processingType: 'form' } })
  const other = await app.player({ currencies: ['EUR'] })
  const name = async (answer: ReturnType<typeof page>) => (await answer).body.error?.name
  expect(await name(page(body.invoiceId, other))).toBe('invoiceNotFound')
  const { body: withdrawal } = await withdraw({
    method: 'sandbox.bank',
    fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
  })
  expect(await name(page(withdrawal.id))).toBe('invoiceNotFound')
  await player.call('PUT', `/api/payment/invoices/${body.invoiceId}/decline`)
  expect(await name(page(body.invoiceId))).toBe('invoiceIsFinal')

  const { body: paid } = await deposit({ method: 'sandbox.card' })
  await app.asOwner("UPDATE payments.invoices SET stage = 'confirming' WHERE id = $1", [paid.invoiceId])
  expect(await name(page(paid.invoiceId))).toBe('invoiceInProgress')
  const { body: unopened } = await deposit({ method: 'sandbox.card' })
  await app.asOwner('UPDATE payments.invoices SET partner_answer = NULL WHERE id = $1', [unopened.invoiceId])
  expect(await name(page(unopened.invoiceId))).toBe('paymentNotOpened')
})

test('iframe: only the site may frame the page, which pays and notifies the site', async () => {
  const { body } = await deposit({ method: 'sandbox.wallet' })
  expect(body).toMatchObject({ action: expect.stringContaining('/frame/'), qr: null })
  const shown = await fetch(body.action)
  expect(shown.headers.get('content-security-policy')).toMatch(/frame-ancestors http:\/\/house\.test$/)
  const paid = await (
    await fetch(`${body.action}/decide`, { method: 'POST', body: new URLSearchParams({ decision: 'pay' }) })
  ).text()
  expect(paid).toContain(`data-origin="http://house.test" data-reference="${body.invoiceId}" data-status="succeeded"`)
  await app.settle()
  expect(await invoice(body.invoiceId)).toMatchObject({ status: 2 })
})

test('known personal data is prefilled, destinations never', async () => {
  await app.asOwner(
    `UPDATE identity.players SET phone = '4915123456789', first_name = 'Maria', last_name = 'Muster', details = '{"cpf_number":"52998224725"}' WHERE id = $1`,
    [player.id],
  )
  const valuesOf = (offered: Loose[], method: string) =>
    Object.fromEntries(
      offered.find((each) => each.method === method).fields.map((field: Loose) => [field.key, field.value]),
    )
  expect(valuesOf(await methods('withdrawal'), cashAgent)).toEqual({ agentNumber: '70412', phone: '+4915123456789' })
  expect(valuesOf(await methods('withdrawal', 'BRL'), 'sandbox.bank')).toMatchObject({
    account_holder: 'Maria Muster',
    cpf_number: '52998224725',
    account_number: null,
  })
  for (const half of ['first_name', 'last_name']) {
    await app.asOwner(`UPDATE identity.players SET ${half} = '' WHERE id = $1`, [player.id])
    expect(valuesOf(await methods('withdrawal', 'BRL'), 'sandbox.bank')).toMatchObject({ account_holder: null })
    await app.asOwner(`UPDATE identity.players SET ${half} = 'Muster' WHERE id = $1`, [player.id])
  }
})

test('a method with a single field gets it filled in as well', async () => {
  const ctx = { ...app.deps, caller: { player: { id: player.id } } } as unknown as PlayerCtx
  const asking = (...keys: string[]) =>
    [{ method: 'one', fields: keys.map((key) => ({ key, value: null })) }] as unknown as PaymentMethod[]
  expect(await prefill(ctx, asking('phone'))).toMatchObject([{ fields: [{ key: 'phone', value: '+4915123456789' }] }])
  expect(await prefill(ctx, asking())).toEqual(asking())
})

// Shows: 3.15.1, 5.10.3, attack 84
test("the agent's number is the partner's, whatever is sent; the phone is kept with its plus", async () => {
  for (const fields of [{ phone: '49 151 23456789' }, { agentNumber: '1', phone: '+4915123456789' }]) {
    const { status, body } = await withdraw({ method: cashAgent, fields })
    expect(status).toBe(200)
    expect(await fieldsOf(body.id)).toEqual({ agentNumber: '70412', phone: '+4915123456789' })
  }
})

test.each([
  ['en', 'Value is required', 'a valid Bitcoin address'],
  ['de', 'Bitte ausfüllen', 'Adresse für Bitcoin'],
  ['pt-BR', null, 'endereço Bitcoin'],
  ['ar', null, 'Bitcoin'],
])('in %s the caller reads what is wrong with each field', async (locale, required, wallet) => {
  const ask = (change: Record<string, unknown>) =>
    app.post(
      '/api/payment/invoices/withdrawal',
      JSON.stringify({ currency: 'EUR', amount: 5000, accountId: player.accounts.EUR, fields: {}, ...change }),
      { 'x-locale': locale, authorization: `Bearer ${token}` },
    )
  const token = await player.token()
  const bank = await ask({ method: 'sandbox.bank', fields: { iban: 'x' } })
  expect(Object.keys(bank.body.error.fields).sort()).toEqual(['account_holder', 'iban'])
  if (required) expect(bank.body.error.fields.account_holder).toEqual([required])
  const crypto = await ask({
    method: 'sandbox.crypto',
    currency: 'BTC',
    accountId: player.accounts.BTC,
    amount: 500_000,
    fields: { crypto_network: 'bitcoin', wallet_id: 'x' },
  })
  expect(crypto.body.error.fields.wallet_id[0]).toContain(wallet)
  const amount = await ask({
    method: 'sandbox.bank',
    amount: 1,
    fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
  })
  expect(amount.body.error.fields.amount[0]).toMatch(/10[.,]00/)
})

// Shows: attack 84
longTest('any input is accepted or refused at its field, never a 5xx, and unknown fields are not stored', async () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      ' ',
      '\u0000',
      '\ud800',
      '🎲',
      '٣'.repeat(11),
      'a'.repeat(512),
      '+4915123456789',
      '52998224725',
      '__proto__',
      `${'a'.repeat(255)}!`,
    ),
  )
  const key = fc.constantFrom(
    'account_holder',
    'iban',
    'note',
    'cpf_number',
    'phone',
    'agentNumber',
    'account_number',
    'crypto_network',
    'wallet_id',
    'constructor',
    'toString',
    '__proto__',
    'x',
  )
  const target = fc.constantFrom(
    ['sandbox.bank', 'EUR'],
    ['sandbox.bank', 'BRL'],
    [cashAgent, 'EUR'],
    ['sandbox.crypto', 'BTC'],
  )
  await fc.assert(
    fc.asyncProperty(target, fc.dictionary(key, value, { maxKeys: 6 }), async ([method, currency], fields) => {
      const { status, body } = await withdraw({
        method,
        currency,
        accountId: player.accounts[currency],
        amount: currency === 'BTC' ? 500_000 : 6000,
        fields,
      })
      expect([200, 422]).toContain(status)
      if (status === 200)
        expect(
          Object.keys(await fieldsOf(body.id)).every((name) =>
            [
              'account_holder',
              'iban',
              'note',
              'cpf_number',
              'phone',
              'agentNumber',
              'account_number',
              'crypto_network',
              'wallet_id',
            ].includes(name),
          ),
        ).toBe(true)
    }),
    { numRuns: 150 },
  )
})
