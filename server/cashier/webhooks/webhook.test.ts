import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cardDeposits } from '#tests/setup/card.ts'
import { type Cashier, cashier, noticeSecret, type TestPlayer } from '#tests/setup/cashier.ts'
import { processWebhooks } from './process-webhooks.ts'
import { settleDeposit } from '../deposits/settle-deposit.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
const { balance, begin, invoice, invoices, paymentOf, request, startCard } = cardDeposits(
  () => app,
  () => player,
)
beforeEach(async () => {
  player = await begin()
})

const callbackPath = '/api/partners/payments/sandbox/callback'
async function flagOf(id: string): Promise<string | null> {
  return (await app.asOwner('SELECT flag FROM payments.invoices WHERE id = $1', [id])).rows[0].flag
}

/** A webhook as the partner would sign it, for tests that play the partner. */
function signed(
  type: string,
  data: Record<string, unknown>,
  options: { secret?: string; at?: number; eventId?: string } = {},
) {
  const body = JSON.stringify({ id: options.eventId ?? randomUUID(), type, createdAt: new Date().toISOString(), data })
  const t = Math.floor((options.at ?? Date.now()) / 1000)
  const v1 = createHmac('sha256', options.secret ?? noticeSecret)
    .update(`${t}.${body}`)
    .digest('hex')
  return { body, headers: { 'sandbox-signature': `t=${t},v1=${v1}` } }
}
function success(invoiceId: string, change: Record<string, unknown> = {}) {
  return {
    id: paymentOf(invoiceId).id,
    reference: invoiceId,
    status: 'succeeded',
    amount: '50.00',
    currency: 'EUR',
    ...change,
  }
}

describe('a deposit by card', () => {
  // Shows: 2.5.24
  test('leads to the home page without a return address', async () => {
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', request())
    expect(paymentOf(body.invoiceId)).toMatchObject({
      successUrl: 'http://house.test/?deposit-success=true',
      errorUrl: 'http://house.test/?deposit-error=true',
    })
  })

  test("is not settled by another partner's report", async () => {
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', request())
    const report = {
      subject: 'payment' as const,
      invoiceId: body.invoiceId,
      externalId: paymentOf(body.invoiceId).id,
      state: 'succeeded' as const,
      amount: 5000n as never,
      currency: 'EUR',
      isTagWrong: false,
    }
    const by = (partner: string) =>
      app.deps.db.transaction((tx) => settleDeposit(app.deps, tx, partner, report as never))
    expect(await by('another')).toBe('unknown invoice')
    expect(
      await app.deps.db.transaction((tx) =>
        settleDeposit(app.deps, tx, 'sandbox', { ...report, invoiceId: randomUUID() }),
      ),
    ).toBe('unknown invoice')
    expect([await balance(), (await invoice(body.invoiceId)).status]).toEqual([0, 1])
    await by('sandbox')
    expect(await balance()).toBe(5000)
  })

  // Shows: 2.5.24, 3.14.1, 3.16.1
  test('goes from the form to the balance, with every stage on its timeline', async () => {
    const { body } = await player.call(
      'POST',
      '/api/payment/invoices/deposit',
      request({
        redirectSuccessUrl: '/profile?deposit-success=true',
        redirectErrorUrl: '/profile?deposit-error=true',
      }),
    )
    expect(body).toMatchObject({
      action: expect.stringContaining('/pay/'),
      fields: { order: body.invoiceId },
      qr: null,
      address: null,
      tag: null,
    })
    expect(paymentOf(body.invoiceId)).toMatchObject({
      successUrl: 'http://house.test/profile?deposit-success=true',
      errorUrl: 'http://house.test/profile?deposit-error=true',
    })
    app.sandbox.payments.decide(paymentOf(body.invoiceId).id, 'pay')
    await app.settle()
    expect(await balance()).toBe(5000)
    const paid = await invoice(body.invoiceId)
    expect(paid).toMatchObject({
      id: body.invoiceId,
      type: 1,
      status: 2,
      stage: 'paid',
      amount: 5000,
      currency: 'EUR',
      createdAt: paid.timeline[0].at,
      number: expect.stringMatching(/^F\d{6}$/),
      publicData: {},
    })
    const stages = ['created', 'awaiting-payment', 'paid']
    expect(paid.timeline.map((step: { stage: string }) => step.stage)).toEqual(stages)
    await app.asOwner(
      `INSERT INTO payments.invoice_events (invoice_id, stage, note, at) VALUES ($1, 'paid', 'a note for operators', now())`,
      [body.invoiceId],
    )
    expect((await invoice(body.invoiceId)).timeline).toEqual(paid.timeline)
    // Nothing is left to ask its partner.
    expect(
      (await app.asOwner('SELECT next_check_at FROM payments.invoices WHERE id = $1', [body.invoiceId])).rows,
    ).toEqual([{ next_check_at: null }])
  })

  // Shows: 1.2.4, 7.7.4
  test('pushes the invoice with a growing version, and leaves one message', async () => {
    const id = await startCard()
    app.sandbox.payments.decide(paymentOf(id).id, 'pay')
    await app.settle()
    const { rows } = await app.asOwner(
      `SELECT event, payload, version FROM outbox.events WHERE channel = $1 ORDER BY id`,
      [`payment:invoices#${player.id}`],
    )
    expect(rows.map((row) => [row.event, row.payload.status, Number(row.version)])).toEqual([
      ['invoice.deposit.updated', 1, 2],
      ['invoice.deposit.updated', 2, 3],
    ])
    expect(rows.at(-1).payload).toEqual(await invoice(id))
    const messages = await app.asOwner('SELECT title, description FROM messages.messages WHERE player_id = $1', [
      player.id,
    ])
    expect(messages.rows).toEqual([
      { title: 'Deposit received', description: '€50.00 has been added to your balance.' },
    ])
  })

  // Shows: 3.16.1
  test('that the bank declines fails and credits nothing', async () => {
    const id = await startCard()
    app.sandbox.payments.decide(paymentOf(id).id, 'decline')
    await app.settle()
    expect(await invoice(id)).toMatchObject({ id, status: 3, stage: 'failed' })
    expect(await balance()).toBe(0)
    expect((await app.asOwner('SELECT key FROM messages.messages WHERE player_id = $1', [player.id])).rows).toEqual([
      { key: 'invoice.depositFailed' },
    ])
  })

  test('a later failure after the success takes nothing back', async () => {
    const id = await startCard()
    app.sandbox.payments.decide(paymentOf(id).id, 'pay')
    await app.settle()
    const late = signed('payment.failed', success(id, { status: 'failed' }))
    expect((await app.post(callbackPath, late.body, late.headers)).status).toBe(200)
    await app.settle()
    expect(await balance()).toBe(5000)
    expect(await invoice(id)).toMatchObject({ status: 2 })
    expect(await flagOf(id)).toBe('failed after success')
  })

  test('a success after the player declined is credited once, as its own invoice, and flagged', async () => {
    const id = await startCard()
    expect((await player.call('PUT', `/api/payment/invoices/${id}/decline`)).body).toMatchObject({
      status: 3,
      stage: 'declined',
    })
    for (let copy = 0; copy < 2; copy++) {
      const late = signed('payment.succeeded', success(id))
      expect((await app.post(callbackPath, late.body, late.headers)).status).toBe(200)
    }
    await app.settle()
    expect(await balance()).toBe(5000)
    expect(await invoice(id)).toMatchObject({ status: 3, stage: 'declined' })
    expect(await flagOf(id)).toBe('paid late')
    expect((await invoices()).filter((row) => row.status === 2)).toHaveLength(1)
  })
})

describe('a callback', () => {
  // Shows: ASVS 16.3.3
  test("with no, an empty, another body's, another secret's or a stale signature is refused with 401 and leaves no entry", async () => {
    const id = await startCard()
    const good = signed('payment.succeeded', success(id))
    const other = signed('payment.succeeded', success(id, { amount: '5000.00' }))
    const stale = signed('payment.succeeded', success(id), { at: Date.now() - 301_000 })
    const early = signed('payment.succeeded', success(id), { at: Date.now() + 330_000 })
    const foreign = signed('payment.succeeded', success(id), { secret: 'the secret of another partner' })
    const attempts: Array<[string, Record<string, string>]> = [
      [good.body, {}],
      [good.body, { 'sandbox-signature': '' }],
      [good.body, other.headers],
      [`${good.body} `, good.headers],
      [stale.body, stale.headers],
      [early.body, early.headers],
      [foreign.body, foreign.headers],
      [good.body, { 'sandbox-signature': `t=${Math.floor(Date.now() / 1000)}` }],
    ]
    for (const [body, headers] of attempts) expect((await app.post(callbackPath, body, headers)).status).toBe(401)
    await app.settle()
    expect(await balance()).toBe(0)
    expect(
      (await app.asOwner('SELECT count(*)::int AS n FROM payments.callbacks WHERE body LIKE $1', [`%${id}%`])).rows[0]
        .n,
    ).toBe(0)
  })

  test('of an unknown partner is refused with 404', async () => {
    const good = signed('payment.succeeded', {})
    expect((await app.post('/api/partners/payments/nobody/callback', good.body, good.headers)).status).toBe(404)
  })

  test('that is signed but not understood is stored and answered with 2xx', async () => {
    const odd = signed('payment.succeeded', { reference: 'not an invoice' })
    expect((await app.post(callbackPath, odd.body, odd.headers)).status).toBe(200)
    await app.settle()
    expect((await app.asOwner('SELECT outcome FROM payments.callbacks WHERE body = $1', [odd.body])).rows).toEqual([
      { outcome: 'unreadable' },
    ])
  })

  // Shows: fault 30
  test.each([
    ['its id', {}, { eventId: 'a\0b' }],
    ['its currency', { currency: 'EUR\0' }, {}],
    ['a lone surrogate', { reason: '\ud800' }, {}],
  ])('whose text cannot be stored, in %s, is answered, stored and not tried again', async (_, change, options) => {
    const id = await startCard()
    const odd = signed('payment.succeeded', success(id, change), options)
    expect((await app.post(callbackPath, odd.body, odd.headers)).status).toBe(200)
    await app.settle()
    expect((await app.asOwner('SELECT outcome FROM payments.callbacks WHERE body = $1', [odd.body])).rows).toEqual([
      { outcome: 'unreadable' },
    ])
    expect(await balance()).toBe(0)
    const good = signed('payment.succeeded', success(id))
    expect((await app.post(callbackPath, good.body, good.headers)).status).toBe(200)
    await app.settle()
    expect(await balance()).toBe(5000)
  })

  test.each([
    ['another amount', { amount: '500.00' }, 'another amount'],
    ['another currency', { currency: 'USD' }, 'another currency'],
    ['no amount', { amount: null }, 'no amount'],
    ['nothing', { amount: '0.00' }, 'no amount'],
    ['an unknown currency', { currency: 'DOGE' }, 'another currency'],
    ['a finer amount than the currency has', { amount: '50.001' }, 'no amount'],
  ])('with %s is not credited: the money waits in suspense', async (_, change, flag) => {
    const id = await startCard()
    const wrong = signed('payment.succeeded', success(id, change))
    expect((await app.post(callbackPath, wrong.body, wrong.headers)).status).toBe(200)
    await app.settle()
    expect(await balance()).toBe(0)
    expect(await invoice(id)).toMatchObject({ status: 1, stage: 'review' })
    expect(await flagOf(id)).toBe(flag)
  })

  test.each([
    ['500.00', 50_000n],
    ['0.01', 1n],
  ])('with %s, which is another amount, is booked to suspense in full', async (amount, suspended) => {
    const before = await app.deps.ledger.balance('house:suspense:EUR')
    const id = await startCard()
    const wrong = signed('payment.succeeded', success(id, { amount }))
    await app.post(callbackPath, wrong.body, wrong.headers)
    await app.settle()
    expect((await app.deps.ledger.balance('house:suspense:EUR')) - before).toBe(suspended)
  })

  test('50 duplicates together: one credit, all answered with 2xx', async () => {
    const id = await startCard()
    const eventId = randomUUID()
    const notices = Array.from({ length: 50 }, (_, index) =>
      signed('payment.succeeded', success(id), index % 2 ? { eventId } : {}),
    )
    const answers = await Promise.all(notices.map(({ body, headers }) => app.post(callbackPath, body, headers)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    await app.settle()
    expect(await balance()).toBe(5000)
    const { rows } = await app.asOwner(`SELECT count(*)::int AS n FROM ledger.movements WHERE reference_id = $1`, [id])
    expect(rows[0].n).toBe(1)
    // Every webhook is processed, and the deposit is reported once.
    expect(
      (
        await app.asOwner(
          `SELECT DISTINCT outcome, processed_at IS NULL AS waits FROM payments.callbacks WHERE body LIKE '%' || $1 || '%' ORDER BY outcome`,
          [id],
        )
      ).rows,
    ).toEqual([
      { outcome: 'credited', waits: false },
      { outcome: 'credited already', waits: false },
    ])
    expect((await invoice(id)).timeline.filter((step: { stage: string }) => step.stage === 'paid')).toHaveLength(1)
    expect(
      (await app.asOwner('SELECT title FROM messages.messages WHERE player_id = $1', [player.id])).rows,
    ).toHaveLength(1)
  })

  test('that cannot be worked on waits longer each time, five minutes at most, and settles once it can be', async () => {
    const id = await startCard()
    const paid = signed('payment.succeeded', success(id))
    const row = async () =>
      (
        await app.asOwner(
          'SELECT attempts, next_attempt_at AS due, next_attempt_at > received_at AS waits FROM payments.callbacks WHERE body = $1',
          [paid.body],
        )
      ).rows[0] as { attempts: number; due: Date; waits: boolean }
    const { ledger } = app.deps
    const { postIn } = ledger
    ledger.postIn = () => Promise.reject(new Error('no ledger'))
    let at: number
    const work = () => processWebhooks({ ...app.deps, clock: { now: () => new Date(at) } })
    try {
      await app.post(callbackPath, paid.body, paid.headers)
      // It is processed as soon as it is acknowledged.
      await expect.poll(row).toMatchObject({ attempts: 1, waits: true })
      at = (await row()).due.getTime()
      for (const [index, seconds] of [4, 8, 16, 32, 64, 128, 256, 300, 300, 300].entries()) {
        at--
        await work()
        expect((await row()).attempts).toBe(index + 1)
        at++
        await work()
        expect(await row()).toMatchObject({ attempts: index + 2, due: new Date(at + seconds * 1000) })
        at += seconds * 1000
      }
    } finally {
      ledger.postIn = postIn
    }
    await work()
    expect([await balance(), await row()]).toMatchObject([5000, { attempts: 11 }])
  })

  // Shows: ASVS 11.2.2
  test('is accepted under the old and the new secret while one replaces the other', async () => {
    const rotating = await cashier({ noticeSecrets: ['the next secret of the partner', noticeSecret] })
    try {
      const unknown = { reference: randomUUID(), id: 'pay_x', status: 'open', amount: null, currency: 'EUR' }
      for (const secret of ['the next secret of the partner', noticeSecret]) {
        const notice = signed('payment.detected', unknown, { secret })
        expect((await rotating.post(callbackPath, notice.body, notice.headers)).status).toBe(200)
      }
    } finally {
      await rotating.close()
    }
  })

  // Shows: fault 8
  test('sent out of order still ends in one credit', async () => {
    app.sandbox.faults.isReordering = true
    const { body } = await player.call(
      'POST',
      '/api/payment/invoices/deposit',
      request({
        method: 'sandbox.crypto',
        currency: 'BTC',
        accountId: player.accounts.BTC,
        fields: { crypto_network: 'bitcoin' },
      }),
    )
    app.sandbox.payments.transfer(paymentOf(body.invoiceId).id, '0.01', null)
    await app.settle()
    expect(await balance('BTC')).toBe(1_000_000)
    expect(await invoice(body.invoiceId)).toMatchObject({ status: 2, stage: 'paid' })
  })
})
