/** Requirements for every payment adapter. An adapter's test calls this with the means to reach its partner. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { compilePattern } from '#contract/fields/pattern.ts'
import { toSubunits } from '#contract/money.ts'
import { PaymentMethod } from '#contract/payments.ts'
import { locales as siteLocales } from '../../kernel/locales.ts'
import type { OpenPayment, PartnerTransaction, PaymentPartner, SendPayout } from './port.ts'

export type PartnerBench = {
  partner: PaymentPartner
  /** The same adapter with an address where nothing listens. */
  unreachable: PaymentPartner
  currencies: string[]
  /** A webhook as the partner would send it now; null for a partner without webhooks. */
  signedNotice: (() => { rawBody: Buffer; header(name: string): string | undefined }) | null
  /** Fields that a withdrawal by this method needs. */
  payoutFields: Record<string, string>
  /** For partners that offer something other than cards and banks in EUR. */
  deposit?: Partial<OpenPayment>
  payout?: Partial<SendPayout>
  /** Maximum age of a webhook; 300 s, unless it carries no facts. */
  windowSeconds?: number
  /** Completes a payment and a payout, so that the partner's statement has entries. */
  settle?: { payment(invoiceId: string): Promise<void> | void; payout(invoiceId: string): Promise<void> | void }
}

async function readAll(partner: PaymentPartner, from: Date, to: Date): Promise<PartnerTransaction[]> {
  const transactions: PartnerTransaction[] = []
  for (let cursor: string | null = null; ;) {
    const page = await partner.listTransactions!({ from, to, cursor })
    if (!page.ok) throw new Error('the statement is unavailable')
    transactions.push(...page.value.transactions)
    if (page.value.next === null) return transactions
    cursor = page.value.next
  }
}

export function paymentPartnerConformance(bench: () => PartnerBench): void {
  const everyMethod = () => {
    const { partner, currencies } = bench()
    return currencies.flatMap((currency) => [
      ...partner.depositMethods({ currency, country: null }),
      ...partner.withdrawalMethods({ currency, country: null }),
    ])
  }
  const locales = siteLocales.map(({ code }) => code)
  const card = (): OpenPayment => ({
    invoiceId: randomUUID(),
    accountId: randomUUID(),
    method: 'sandbox.card',
    amount: toSubunits(5000),
    currency: 'EUR',
    network: null,
    fields: {},
    successUrl: 'http://house.test/ok',
    errorUrl: 'http://house.test/no',
    ...bench().deposit,
  })
  const payout = (): SendPayout => ({
    invoiceId: randomUUID(),
    method: 'sandbox.bank',
    amount: toSubunits(5000),
    currency: 'EUR',
    fields: bench().payoutFields,
    ...bench().payout,
  })

  test('offers methods that satisfy the contract, with presets within their limits and texts in every locale', () => {
    expect(everyMethod().length).toBeGreaterThan(0)
    for (const method of everyMethod()) {
      PaymentMethod.parse(method)
      expect(method.amountMin).toBeLessThan(method.amountMax)
      for (const { amount } of method.presets)
        expect(amount >= method.amountMin && amount <= method.amountMax).toBe(true)
      for (const words of [method.names, ...method.fields.map(({ labels }) => labels)])
        expect(Object.keys(words).sort()).toEqual([...locales].sort())
      expect(method.names).toEqual(bench().partner.methodNames(method.method))
    }
  })

  test('offers patterns that the server can match', () => {
    for (const field of everyMethod().flatMap(({ fields }) => fields)) {
      for (const pattern of [field.regexp, ...field.options.map(({ regex }) => regex)])
        if (pattern) compilePattern(pattern)
    }
  })

  test('opens one payment for repeated requests', async () => {
    const request = card()
    const [first, second] = [await bench().partner.openPayment(request), await bench().partner.openPayment(request)]
    expect(first.ok).toBe(true)
    expect(second).toEqual(first)
  })

  test('reports an open payment as open and an unknown one as unknown', async () => {
    const request = card()
    await bench().partner.openPayment(request)
    expect(await bench().partner.inquirePayment(request.invoiceId)).toMatchObject({
      ok: true,
      value: {
        subject: 'payment',
        state: 'open',
        invoiceId: request.invoiceId,
        amount: request.amount,
        currency: request.currency,
      },
    })
    expect(await bench().partner.inquirePayment(randomUUID())).toEqual({ ok: true, value: null })
    expect(await bench().partner.inquirePayout(randomUUID())).toEqual({ ok: true, value: null })
  })

  test('never reopens a cancelled payment, and always reports it as cancelled', async () => {
    const { partner, unreachable } = bench()
    if (!partner.cancelPayment) return
    const [request, unknown] = [card(), randomUUID()]
    await partner.openPayment(request)
    const cancelled = { ok: true, value: { subject: 'payment', invoiceId: request.invoiceId, state: 'failed' } }
    expect(await partner.cancelPayment(request.invoiceId)).toMatchObject(cancelled)
    expect(await partner.cancelPayment(request.invoiceId)).toMatchObject(cancelled)
    expect(await partner.inquirePayment(request.invoiceId)).toMatchObject(cancelled)
    // Either remembered or unknown, but never open.
    const answer = await partner.cancelPayment(unknown)
    expect(answer.ok && (answer.value === null || answer.value.state === 'failed')).toBe(true)
    expect(await unreachable.cancelPayment!(request.invoiceId)).toEqual({ ok: false, refusal: 'unavailable' })
  })

  test('reports a payment that was paid before its cancellation as paid', async () => {
    const { partner, settle } = bench()
    if (!partner.cancelPayment || !settle) return
    const request = card()
    await partner.openPayment(request)
    await settle.payment(request.invoiceId)
    expect(await partner.cancelPayment(request.invoiceId)).toMatchObject({ ok: true, value: { state: 'succeeded' } })
  })

  test('sends one payout for repeated requests', async () => {
    const request = payout()
    const [first, second] = [await bench().partner.sendPayout(request), await bench().partner.sendPayout(request)]
    expect(first).toMatchObject({
      ok: true,
      value: { subject: 'payout', invoiceId: request.invoiceId, amount: request.amount },
    })
    expect(second).toEqual(first)
  })

  test('never pays a cancelled payout, even if the request arrives after the cancellation', async () => {
    const request = payout()
    expect(await bench().partner.cancelPayout(request)).toMatchObject({ ok: true, value: { state: 'cancelled' } })
    expect(await bench().partner.sendPayout(request)).toMatchObject({ ok: true, value: { state: 'cancelled' } })
  })

  test('reports an unreachable partner as unavailable, never as refused', async () => {
    const { unreachable } = bench()
    for (const answer of [
      await unreachable.openPayment(card()),
      await unreachable.sendPayout(payout()),
      await unreachable.inquirePayment(randomUUID()),
      await unreachable.cancelPayout(payout()),
    ]) {
      expect(answer).toEqual({ ok: false, refusal: 'unavailable' })
    }
  })

  test('accepts a genuine webhook, and none that is altered, unsigned or too old', () => {
    const { partner, signedNotice } = bench()
    const now = new Date()
    if (!signedNotice)
      return expect(partner.isGenuine({ rawBody: Buffer.from('{}'), header: () => 't=1,v1=00', now })).toBe(false)
    const notice = signedNotice()
    expect(partner.isGenuine({ ...notice, now })).toBe(true)
    expect(partner.isGenuine({ ...notice, rawBody: Buffer.concat([notice.rawBody, Buffer.from(' ')]), now })).toBe(
      false,
    )
    expect(partner.isGenuine({ ...notice, header: () => undefined, now })).toBe(false)
    expect(
      partner.isGenuine({ ...notice, now: new Date(now.getTime() + ((bench().windowSeconds ?? 300) + 2) * 1000) }),
    ).toBe(false)
  })

  test('refuses garbage as a webhook without throwing', () => {
    for (const body of ['', 'null', '[]', '{}', '{"id":1}', '"', '\u0000', '{"id":"x","type":"payment.succeeded"}']) {
      const read = bench().partner.readNotice(body)
      expect(read === null || (read.report === null && !read.question)).toBe(true)
    }
  })

  test('lists each payment and payout of the period once in its statement, for any page size', async () => {
    const { partner, settle } = bench()
    if (!partner.listTransactions || !settle) return
    const [paid, open, sent, held] = [card(), card(), payout(), payout()]
    for (const request of [paid, open]) await partner.openPayment(request)
    for (const request of [sent, held]) await partner.sendPayout(request)
    await settle.payment(paid.invoiceId)
    await settle.payout(sent.invoiceId)
    const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
    const shown = await readAll(partner, from, to)
    const ids = new Set([paid, open, sent, held].map(({ invoiceId }) => invoiceId))
    expect(
      shown
        .filter(({ invoiceId }) => ids.has(invoiceId ?? ''))
        .map(({ subject, invoiceId, amount, currency }) => ({ subject, invoiceId, amount, currency })),
    ).toEqual(
      expect.arrayContaining([
        { subject: 'payment', invoiceId: paid.invoiceId, amount: paid.amount, currency: paid.currency },
        { subject: 'payout', invoiceId: sent.invoiceId, amount: sent.amount, currency: sent.currency },
      ]),
    )
    expect(shown.filter(({ invoiceId }) => ids.has(invoiceId ?? ''))).toHaveLength(2)
    for (const { openedAt } of shown) expect(openedAt >= from && openedAt < to).toBe(true)
    expect(await readAll(partner, new Date(0), from)).toEqual([])
    expect(await bench().unreachable.listTransactions!({ from, to })).toEqual({ ok: false, refusal: 'unavailable' })
  })
}
