import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { cardDeposits } from '#tests/setup/card.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { reconcileInvoices } from '../books/reconcile-invoices.ts'
import { lifecycle } from '../lifecycle.ts'
import { settleDeposit } from './settle-deposit.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier({ partnerTimeoutMs: 1500 })
})
afterAll(() => app.close())
const { balance, begin, invoice, invoices, paymentOf, request, startCard } = cardDeposits(
  () => app,
  () => player,
)
beforeEach(async () => {
  player = await begin()
})

describe('a deposit request', () => {
  test.each([['-1'], ['1e9'], ['NaN'], ['"٣"'], ['9007199254740993'], ['[1]'], ['0'], ['1.5'], ['"50"'], ['null']])(
    'with %s as the amount is refused with 422',
    async (amount) => {
      const text = JSON.stringify(request({ amount: 'HERE' })).replace('"HERE"', amount)
      const { status } = await player.call('POST', '/api/payment/invoices/deposit', text)
      // NaN is not valid JSON, so such a body is never sent.
      expect(status).toBe(amount === 'NaN' ? 400 : 422)
      expect(await invoices()).toEqual([])
    },
  )

  // Shows: ASVS 2.2.3
  test.each([
    ['outside the limits', { amount: 999 }, 'amountOutOfRange'],
    ['of a method not offered', { method: 'sandbox.crypto' }, 'methodNotOffered'],
    ['in a currency without methods', { currency: 'XYZ' }, 'methodNotOffered'],
    ['into an account of another currency', { currency: 'USD' }, 'accountNotFound'],
  ])('%s is refused', async (_, change, refusal) => {
    expect((await player.call('POST', '/api/payment/invoices/deposit', request(change))).body.error.name).toBe(refusal)
  })

  test("into another player's account is refused as if the account did not exist", async () => {
    const other = await app.player()
    const { status, body } = await player.call(
      'POST',
      '/api/payment/invoices/deposit',
      request({ accountId: other.accounts.EUR }),
    )
    expect([status, body.error.name]).toEqual([404, 'accountNotFound'])
  })

  test.each([
    ['//evil.test/x'],
    ['/\\evil.test'],
    ['javascript:alert(1)'],
    ['https://evil.test'],
    ['http://house.test@evil.test/'],
    ['/\t/evil.test'],
    ['data:text/html,x'],
  ])('that would send the player to %s is refused', async (address) => {
    for (const name of ['redirectUrl', 'redirectSuccessUrl', 'redirectErrorUrl']) {
      const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', request({ [name]: address }))
      expect([status, body.error.name]).toEqual([422, 'redirectNotAllowed'])
    }
  })

  // Shows: 6.2.1
  test('of a limited player is refused', async () => {
    player = await app.player({ status: 2 })
    expect((await player.call('POST', '/api/payment/invoices/deposit', request())).body.error.name).toBe(
      'playerLimited',
    )
  })

  test('without a session is refused with 401', async () => {
    expect((await app.post('/api/payment/invoices/deposit', JSON.stringify(request()), {})).status).toBe(401)
  })
})

describe('a partner that is not there', () => {
  // Shows: fault 9, ASVS 16.5.2
  test('leaves the invoice pending; the reconciler fails it once the partner is back and does not know it', async () => {
    app.sandbox.faults.outages = 1
    const { status } = await player.call('POST', '/api/payment/invoices/deposit', request())
    expect(status).toBe(503)
    const [pending] = await invoices()
    expect(pending).toMatchObject({ status: 1, stage: 'created' })
    app.clock.forward(60_000)
    await reconcileInvoices(app.deps)
    expect(await invoice(pending.id)).toMatchObject({ status: 1 })
    app.clock.forward(180_000)
    await reconcileInvoices(app.deps)
    expect(await invoice(pending.id)).toMatchObject({ status: 3, stage: 'failed' })
  })

  longTest('that received the request but never answered: a payment there is found and credited once', async () => {
    app.sandbox.faults.timeouts = 1
    expect((await player.call('POST', '/api/payment/invoices/deposit', request())).status).toBe(503)
    const [pending] = await invoices()
    app.sandbox.faults.isLosing = true
    app.sandbox.payments.decide(paymentOf(pending.id).id, 'pay')
    app.clock.forward(60_000)
    await Promise.all([reconcileInvoices(app.deps), reconcileInvoices(app.deps)])
    expect(await invoice(pending.id)).toMatchObject({ status: 2 })
    expect(await balance()).toBe(5000)
  })

  test('is asked again every 15 seconds for five minutes, then at growing intervals', async () => {
    const id = await startCard()
    const waits: number[] = []
    for (let turn = 0; turn < 23; turn++) {
      const { checks, next } = (
        await app.asOwner('SELECT checks, next_check_at AS next FROM payments.invoices WHERE id = $1', [id])
      ).rows[0]
      expect(checks).toBe(turn)
      const waitMs = next.getTime() - app.clock.now().getTime()
      waits.push(Math.ceil(waitMs / 15_000))
      app.clock.forward(waitMs)
      await reconcileInvoices(app.deps)
    }
    expect(waits).toEqual([...Array.from({ length: 21 }, () => 1), 2, 4])
  })

  // Shows: fault 8
  test('whose webhook is lost: the reconciler credits within a minute', async () => {
    const id = await startCard()
    app.sandbox.faults.isLosing = true
    app.sandbox.payments.decide(paymentOf(id).id, 'pay')
    app.clock.forward(60_000)
    await reconcileInvoices(app.deps)
    expect(await balance()).toBe(5000)
  })

  test('that is not paid stays open for half an hour to the millisecond, then expires', async () => {
    const id = await startCard()
    const {
      rows: [{ created }],
    } = await app.asOwner('SELECT created_at AS created FROM payments.invoices WHERE id = $1', [id])
    const look = async (ageMs: number) => {
      await app.asOwner('UPDATE payments.invoices SET next_check_at = created_at WHERE id = $1', [id])
      await reconcileInvoices({ ...app.deps, clock: { now: () => new Date(created.getTime() + ageMs) } })
      return (await invoice(id)).stage
    }
    expect([await look(30 * 60_000 - 1), await look(30 * 60_000)]).toEqual(['awaiting-payment', 'expired'])
  })

  test('of which many are open: all are checked in one run', async () => {
    // A player may have twenty open at once.
    const ids = await Promise.all(Array.from({ length: 11 }, () => startCard()))
    player = await app.player({ currencies: Object.keys(player.accounts) })
    ids.push(...(await Promise.all(Array.from({ length: 10 }, () => startCard()))))
    app.clock.forward(31 * 60_000)
    await reconcileInvoices(app.deps)
    const { rows } = await app.asOwner('SELECT DISTINCT stage FROM payments.invoices WHERE id = ANY($1)', [ids])
    expect(rows).toEqual([{ stage: 'expired' }])
  })

  test('that is not paid expires, and a later payment is credited late', async () => {
    const id = await startCard()
    app.clock.forward(31 * 60_000)
    await reconcileInvoices(app.deps)
    expect(await invoice(id)).toMatchObject({ status: 3, stage: 'expired' })
    app.clock.reset()
    app.sandbox.faults.copies = 2
    app.sandbox.payments.decide(paymentOf(id).id, 'pay')
    await app.settle()
    expect(await balance()).toBe(5000)
  })
})

describe('a deposit address', () => {
  const crypto = (network: string, currency = 'USDT') =>
    request({
      method: 'sandbox.crypto',
      currency,
      accountId: player.accounts[currency],
      fields: { crypto_network: network },
    })

  // Shows: 3.14.1
  test('is the same for the same network until something arrives, and hidden from the history until then', async () => {
    const first = await player.call('POST', '/api/payment/invoices/deposit', crypto('tron'))
    const second = await player.call('POST', '/api/payment/invoices/deposit', crypto('tron'))
    const other = await player.call('POST', '/api/payment/invoices/deposit', crypto('ethereum'))
    expect(second.body).toEqual(first.body)
    const { address } = first.body
    expect(first.body).toMatchObject({ action: null, fields: {}, qr: expect.stringContaining(address), tag: null })
    expect(other.body.address).not.toBe(first.body.address)
    expect(await invoices()).toEqual([])
    const pushes = await app.asOwner(`SELECT payload FROM outbox.events WHERE channel = $1`, [
      `payment:invoices#${player.id}`,
    ])
    expect(pushes.rows.map(({ payload }) => payload.amount)).toEqual([0, 0])
    const tagged = await player.call('POST', '/api/payment/invoices/deposit', crypto('ton'))
    expect(tagged.body).toMatchObject({ address: expect.any(String), tag: expect.stringMatching(/^\d{8}$/) })
  })

  // Shows: 3.14.1
  test('takes the bonus that was chosen last, with the session that chose it', async () => {
    const choose = async (bonusId?: string) => {
      const { body } = await player.call('POST', '/api/payment/invoices/deposit', { ...crypto('tron'), bonusId })
      const { rows } = await app.asOwner(
        'SELECT bonus_id, bonus_version IS NOT NULL AS "isVersioned", bonus_session_id IS NOT NULL AS "hasSession" FROM payments.invoices WHERE id = $1',
        [body.invoiceId],
      )
      return [body.invoiceId, rows[0]]
    }
    const [id, none] = await choose()
    expect(none).toEqual({ bonus_id: null, isVersioned: false, hasSession: false })
    expect(await choose('welcome-100')).toEqual([id, { bonus_id: 'welcome-100', isVersioned: true, hasSession: true }])
    expect(await choose()).toEqual([id, none])
  })

  // Shows: pair deposit/second tab
  test('requested 20 times at once is one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => player.call('POST', '/api/payment/invoices/deposit', crypto('tron'))),
    )
    expect(new Set(answers.map(({ body }) => body.address)).size).toBe(1)
  })

  test('credits what arrives, whatever the amount within the limits', async () => {
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', crypto('tron'))
    app.sandbox.payments.transfer(paymentOf(body.invoiceId).id, '33.3', null)
    await app.settle()
    expect(await balance('USDT')).toBe(33_300_000)
    expect((await invoice(body.invoiceId)).timeline.map((step: { stage: string }) => step.stage)).toEqual([
      'created',
      'awaiting-payment',
      'confirming',
      'paid',
    ])
  })

  // Shows: attack 12
  test.each([
    ['less than the least amount', '1', '12345678'],
    ['the wrong tag', '50', '1'],
  ])('to which %s arrives credits nothing: suspense', async (_, amount, tag) => {
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', crypto('ton'))
    expect(body.tag).toMatch(/^\d{8}$/)
    app.sandbox.payments.transfer(paymentOf(body.invoiceId).id, amount, tag === '1' ? tag : body.tag)
    await app.settle()
    expect(await balance('USDT')).toBe(0)
    expect(await invoice(body.invoiceId)).toMatchObject({
      stage: 'review',
      owner: 'house',
      amount: Number(amount) * 1_000_000,
    })
    // It is now in the history, and the address is available for the next payment.
    expect(await invoices()).toMatchObject([{ id: body.invoiceId }])
    expect((await player.call('POST', '/api/payment/invoices/deposit', crypto('ton'))).body.invoiceId).not.toBe(
      body.invoiceId,
    )
  })

  test.each([
    ['USDT', 50_000_000n],
    ['BTC', null],
  ])(
    'to which %s arrives with the wrong tag and at once: the history shows it in the requested currency',
    async (currency, amount) => {
      const { body } = await player.call('POST', '/api/payment/invoices/deposit', crypto('ton'))
      const report = {
        subject: 'payment' as const,
        invoiceId: body.invoiceId,
        externalId: paymentOf(body.invoiceId).id,
        state: 'succeeded' as const,
        amount: 50_000_000n as never,
        currency,
        isTagWrong: true,
      }
      expect(await app.deps.db.transaction((tx) => settleDeposit(app.deps, tx, 'sandbox', report))).toMatch(
        /^suspense: /,
      )
      expect(
        (await app.asOwner('SELECT stage, amount FROM payments.invoices WHERE id = $1', [body.invoiceId])).rows,
      ).toEqual([{ stage: 'review', amount: amount === null ? null : String(amount) }])
    },
  )

  // Shows: 5.9.1
  test('accepts the minimum and maximum of its network, and nothing beyond', async () => {
    const { body: methods } = await player.call('GET', '/api/payment/methods/deposit?currency=USDT')
    const { minAmount, maxAmount } = methods
      .find(({ method }: Loose) => method === 'sandbox.crypto')
      .fields.find(({ key }: Loose) => key === 'crypto_network')
      .options.find(({ id }: Loose) => id === 'ethereum')
    const arrived = async (amount: number) => {
      const { body } = await player.call('POST', '/api/payment/invoices/deposit', crypto('ethereum'))
      return app.deps.db.transaction((tx) =>
        settleDeposit(app.deps, tx, 'sandbox', {
          subject: 'payment',
          invoiceId: body.invoiceId,
          externalId: paymentOf(body.invoiceId).id,
          state: 'succeeded',
          amount: BigInt(amount) as never,
          currency: 'USDT',
          isTagWrong: false,
        }),
      )
    }
    const odd = 'suspense: amount outside the limits'
    expect([
      await arrived(minAmount - 1),
      await arrived(minAmount),
      await arrived(maxAmount),
      await arrived(maxAmount + 1),
    ]).toEqual([odd, 'credited', 'credited', odd])
  })

  test('needs no code from the partner; a requested payment uses each code once', async () => {
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', crypto('ton'))
    const deliver = (invoiceId: string, qr: string) =>
      app.deps.db.transaction((tx) =>
        settleDeposit(app.deps, tx, 'sandbox', {
          subject: 'payment',
          invoiceId,
          externalId: paymentOf(invoiceId).id,
          state: 'open',
          amount: null,
          currency: 'EUR',
          isTagWrong: false,
          instruction: { qr },
        }),
      )
    expect(await deliver(body.invoiceId, 'a code')).toBe('nothing new')
    const card = await startCard()
    expect([await deliver(card, 'a code'), await deliver(card, 'a code'), await deliver(card, 'another code')]).toEqual(
      ['instructed', 'nothing new', 'instructed'],
    )
    expect(await invoice(card)).toMatchObject({ publicData: { qr: 'another code' } })
  })

  test('of an unknown network is refused on its field', async () => {
    const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', crypto('dogechain'))
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['crypto_network']])
  })
})

describe('an invoice', () => {
  test("with money on its way keeps the player's account open; an unused address does not", async () => {
    const keepsOpen = () => app.deps.db.transaction((tx) => lifecycle.keepsOpen!(tx, player.id))
    expect(await keepsOpen()).toBe(false)
    await player.call(
      'POST',
      '/api/payment/invoices/deposit',
      request({
        method: 'sandbox.crypto',
        currency: 'USDT',
        accountId: player.accounts.USDT,
        fields: { crypto_network: 'tron' },
      }),
    )
    expect(await keepsOpen()).toBe(false)
    const id = await startCard()
    expect(await keepsOpen()).toBe(true)
    await player.call('PUT', `/api/payment/invoices/${id}/decline`)
    expect(await keepsOpen()).toBe(false)
  })

  test('that is confirming cannot be cancelled: it contains money', async () => {
    const id = await startCard()
    await app.deps.db.transaction((tx) =>
      settleDeposit(app.deps, tx, 'sandbox', {
        subject: 'payment',
        invoiceId: id,
        externalId: paymentOf(id).id,
        state: 'confirming',
        amount: 5000n as never,
        currency: 'EUR',
        isTagWrong: false,
      }),
    )
    const { status, body } = await player.call('PUT', `/api/payment/invoices/${id}/decline`)
    expect([status, body.error?.name]).toEqual([422, 'invoiceInProgress'])
    expect(await invoice(id)).toMatchObject({ status: 1, stage: 'confirming' })
  })

  // Shows: 4.7.1
  test('that is flagged cannot be cancelled: an operator decides about its money', async () => {
    const { body: deposit } = await player.call('POST', '/api/payment/invoices/deposit', request())
    await app.deps.db.transaction((tx) =>
      settleDeposit(app.deps, tx, 'sandbox', {
        subject: 'payment',
        invoiceId: deposit.invoiceId,
        externalId: paymentOf(deposit.invoiceId).id,
        state: 'succeeded',
        amount: 5000n as never,
        currency: 'USD',
        isTagWrong: false,
      }),
    )
    expect(await invoice(deposit.invoiceId)).toMatchObject({ status: 1 })
    const { status, body } = await player.call('PUT', `/api/payment/invoices/${deposit.invoiceId}/decline`)
    expect([status, body.error?.name]).toEqual([422, 'invoiceInProgress'])
  })

  // Shows: 4.7.1
  test('of another player cannot be cancelled, as if it did not exist', async () => {
    const id = await startCard()
    const other = await app.player()
    expect((await other.call('PUT', `/api/payment/invoices/${id}/decline`)).status).toBe(404)
    expect(await invoice(id)).toMatchObject({ status: 1 })
  })

  // Shows: 4.7.1, 7.4.4
  test('that is final cannot be cancelled, nor changed in the database', async () => {
    const id = await startCard()
    const declined = { id, status: 3, stage: 'declined', closedBy: 'player' }
    expect(await player.call('PUT', `/api/payment/invoices/${id}/decline`)).toMatchObject({ body: declined })
    expect(await invoice(id)).toMatchObject(declined)
    expect((await player.call('PUT', `/api/payment/invoices/${id}/decline`)).body.error.name).toBe('invoiceIsFinal')
    await expect(app.asOwner('UPDATE payments.invoices SET status = 2 WHERE id = $1', [id])).rejects.toThrow(/final/)
  })

  // Shows: 7.4.4
  test('is found by type, status and currency, and counted in the statistics', async () => {
    const paid = await startCard()
    app.sandbox.payments.decide(paymentOf(paid).id, 'pay')
    app.clock.forward(1000)
    const open = await startCard()
    await app.settle()
    const list = async (query: string) => (await player.call('GET', `/api/payment/invoices?${query}`)).body
    expect((await list('status[]=2')).data.map((row: { id: string }) => row.id)).toEqual([paid])
    expect((await list('type=2')).data).toEqual([])
    expect((await list('currency=USD')).data).toEqual([])
    const { data: both } = await list('currency=EUR&type=1&status[]=1&status[]=2')
    expect(both.map((row: { id: string }) => row.id)).toEqual([open, paid])
    expect((await list('to=2000-01-01T00:00:00Z')).data).toEqual([])
    expect((await list('from=2000-01-01T00:00:00Z')).data).toHaveLength(2)
    expect((await list('from=2100-01-01T00:00:00Z')).data).toEqual([])
    const [{ createdAt }] = (await list('perPage=1')).data
    const from = (await list(`from=${createdAt}`)).data.length
    const to = (await list(`to=${createdAt}`)).data.length
    expect([from > 0, from + to]).toEqual([true, 2])
    expect((await list('perPage=1')).meta).toEqual({ total: 2, page: 1, perPage: 1 })
    expect((await list('perPage=2&page=2')).data).toEqual([])
    expect((await player.call('GET', '/api/payment/invoices/statistics')).body).toEqual({
      successDepositNumber: 1,
      totals: [{ currency: 'EUR', deposited: 5000, withdrawn: 0, net: 5000 }],
      lifetime: [{ currency: 'EUR', deposited: 5000, withdrawn: 0, net: 5000 }],
    })
    expect((await player.call('GET', '/api/payment/invoices/statistics?to=2000-01-01T00:00:00Z')).body).toMatchObject({
      totals: [],
      lifetime: [{ deposited: 5000 }],
    })
  })
})
