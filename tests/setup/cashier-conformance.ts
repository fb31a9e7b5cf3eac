/**
 * Tests that the product handles any payment partner over HTTP, with the partner's faults switched on. Adapter tests
 * call this with their gateway.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refuse } from '#contract/endpoint.ts'
import { processWebhooks } from '#server/cashier/webhooks/process-webhooks.ts'
import { reconcileInvoices } from '#server/cashier/books/reconcile-invoices.ts'
import { sendPayouts } from '#server/cashier/payouts/send-payouts.ts'
import { type Faults, noFaults } from '#sandbox/faults.ts'
import { type Answer, type Cashier, cashier, type Loose, type TestPlayer } from './cashier.ts'
import { type Gateway, gatewaySecrets, type Signed } from './gateway.ts'

export function cashierConformance(open: (operatorUrl: () => string) => Promise<Gateway>): void {
  let app: Cashier
  let gateway: Gateway
  let player: TestPlayer
  beforeAll(async () => {
    let url = ''
    gateway = await open(() => url)
    app = await cashier({ alsoPayments: [gateway.partner], withoutSandbox: true })
    url = app.url
  })
  afterAll(async () => {
    await gateway.close()
    await app.close()
  })
  beforeEach(async () => {
    Object.assign(gateway.faults, noFaults)
    app.clock.reset()
    player = await app.player({ currencies: [...new Set([gateway.deposit.currency, gateway.payout.currency])] })
  })

  const accountOf = (currency: string) => player.accounts[currency]
  const start = () =>
    player.call('POST', '/api/payment/invoices/deposit', {
      ...gateway.deposit,
      accountId: accountOf(gateway.deposit.currency),
    })
  async function startedDeposit(): Promise<string> {
    const { status, body } = await start()
    expect([status, body.invoiceId]).toEqual([200, expect.any(String)])
    return body.invoiceId
  }
  async function startedWithdrawal(): Promise<string> {
    await player.fund(gateway.payout.currency, BigInt(gateway.payout.amount))
    const { status, body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
      ...gateway.payout,
      accountId: accountOf(gateway.payout.currency),
    })
    expect([status, body.status]).toEqual([200, 1])
    return body.id
  }
  const invoice = async (id: string): Promise<Loose> =>
    (await player.call('GET', '/api/payment/invoices')).body.data.find((row: Loose) => row.id === id)
  const balance = async () => (await player.account(gateway.deposit.currency)).balance
  const flagOf = async (id: string) =>
    (await app.asOwner('SELECT flag FROM payments.invoices WHERE id = $1', [id])).rows[0].flag
  const post = ({ body, headers }: Signed): Promise<Answer> =>
    app.post(`/api/partners/payments/${gateway.partner.slug}/callback`, body, headers)
  const credits = async (id: string) =>
    (
      await app.asOwner(
        `SELECT count(*)::int AS n FROM ledger.movements WHERE kind = 'deposit' AND (reference_id = $1 OR reference_id IN (SELECT id::text FROM payments.invoices WHERE late_of::text = $1))`,
        [id],
      )
    ).rows[0].n
  const stored = async () => (await app.asOwner('SELECT count(*)::int AS n FROM payments.callbacks')).rows[0].n

  /** Sends and processes webhooks until none is left. */
  async function settle(): Promise<void> {
    await expect
      .poll(
        async () => {
          await gateway.flush()
          await processWebhooks(app.deps)
          const { rows } = await app.asOwner(
            'SELECT count(*)::int AS open FROM payments.callbacks WHERE processed_at IS NULL',
          )
          return gateway.isQuiet() && rows[0].open === 0
        },
        { timeout: 10_000, interval: 10 },
      )
      .toBe(true)
  }

  // Shows: attack 7
  test('a deposit that is paid is credited once, and a failure reported after that takes nothing back (threat 7)', async () => {
    const id = await startedDeposit()
    gateway.pay(id)
    await settle()
    expect(await invoice(id)).toMatchObject({ status: 2, stage: 'paid', amount: gateway.deposit.amount })
    gateway.fail(id)
    await settle()
    expect([await balance(), await credits(id), await flagOf(id)]).toEqual([
      gateway.deposit.amount,
      1,
      'failed after success',
    ])
  })

  // Shows: attack 1
  test("a webhook with no, an empty, another body's, another partner's or a stale signature gets 401 and stores nothing (threat 1)", async () => {
    const id = await startedDeposit()
    // The gateway must send no webhook of its own in between.
    gateway.faults.isLosing = true
    gateway.pay(id)
    const [good, other] = [gateway.notice(id), gateway.notice(id)]
    const name = Object.keys(good.headers)[0]!
    const before = await stored()
    const forged: Signed[] = [
      { body: good.body, headers: {} },
      { body: good.body, headers: { [name]: '' } },
      { body: good.body, headers: { [name]: 'sha256=' } },
      { body: other.body, headers: good.headers },
      { body: `${good.body} `, headers: good.headers },
      { body: good.body, headers: { [name]: good.headers[name]!.replace(/[0-9a-f]{64}/, '0'.repeat(64)) } },
      gateway.notice(id, { secret: 'the secret of another partner' }),
      gateway.notice(id, { at: new Date(Date.now() - gateway.staleMs) }),
      gateway.notice(id, { at: new Date(Date.now() + 330_000) }),
    ]
    for (const each of forged) expect((await post(each)).status).toBe(401)
    expect([await stored(), await credits(id)]).toEqual([before, 0])
    gateway.faults.isLosing = false
    await settle()
  })

  test('a webhook is accepted under both secrets while one replaces the other', async () => {
    const id = await startedDeposit()
    for (const secret of gatewaySecrets) expect((await post(gateway.notice(id, { secret }))).status).toBe(200)
    await settle()
  })

  // Shows: attack 2
  test.each([
    ['another amount', { wrongAmount: '90.00' }],
    ['too little', { wrongAmount: '0.001' }],
    ['another currency', { wrongCurrency: 'USD' }],
  ] satisfies Array<[string, Partial<Faults>]>)(
    'a payment of %s waits in suspense and is not credited (threat 2)',
    async (_, faults) => {
      const id = await startedDeposit()
      Object.assign(gateway.faults, faults)
      gateway.pay(id)
      await settle()
      expect(await invoice(id)).toMatchObject({ status: 1, stage: 'review' })
      expect([await balance(), await credits(id)]).toEqual([0, 0])
      expect(await flagOf(id)).not.toBeNull()
    },
  )

  // Shows: attack 3
  test('50 notices of one payment together, half of them the same one: one credit, all answered with 2xx (threat 3)', async () => {
    const id = await startedDeposit()
    gateway.pay(id)
    const one = gateway.notice(id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => post(index % 2 ? one : gateway.notice(id))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await settle()
    expect([await balance(), await credits(id)]).toEqual([gateway.deposit.amount, 1])
  })

  // Shows: attack 11
  test('a payment after the player cancelled, reported twice, is credited once, on a separate invoice, and flagged (threat 11)', async () => {
    const id = await startedDeposit()
    // The partner does not receive the cancellation, so its pay page stays open.
    gateway.faults.outages = 1
    expect((await player.call('PUT', `/api/payment/invoices/${id}/decline`)).body).toMatchObject({
      status: 3,
      stage: 'declined',
    })
    gateway.pay(id)
    for (let copy = 0; copy < 2; copy++) expect((await post(gateway.notice(id))).status).toBe(200)
    await settle()
    expect([await balance(), await credits(id), await flagOf(id)]).toEqual([gateway.deposit.amount, 1, 'paid late'])
    expect(await invoice(id)).toMatchObject({ status: 3, stage: 'declined' })
  })

  test.each([
    ['slow', { slowMs: 150 }],
    ['doubled', { copies: 3 }],
    ['reordered', { isReordering: true }],
  ] satisfies Array<[string, Partial<Faults>]>)('%s, a deposit still ends in one credit', async (_, faults) => {
    Object.assign(gateway.faults, faults)
    const id = await startedDeposit()
    gateway.pay(id)
    // A second payment sends the webhook for which a reordering partner holds back the first.
    if (gateway.faults.isReordering) gateway.pay(await startedDeposit())
    await settle()
    expect([await credits(id), (await invoice(id)).status]).toEqual([1, 2])
  })

  test('a partner that never answers leaves the deposit pending, and a payment made there is found', async () => {
    gateway.faults.timeouts = 1
    expect((await start()).status).toBe(503)
    const [pending] = (await player.call('GET', '/api/payment/invoices')).body.data
    expect(pending).toMatchObject({ status: 1, stage: 'created' })
    // Repeating the request is harmless whether or not it arrived; the payer continues with the partner's payment.
    await gateway.partner.openPayment({
      invoiceId: pending.id,
      accountId: accountOf(gateway.deposit.currency)!,
      method: gateway.deposit.method,
      amount: BigInt(gateway.deposit.amount) as never,
      currency: gateway.deposit.currency,
      network: null,
      fields: {},
      successUrl: 'http://house.test/',
      errorUrl: 'http://house.test/',
    })
    gateway.faults.isLosing = true
    gateway.pay(pending.id)
    app.clock.forward(60_000)
    await Promise.all([reconcileInvoices(app.deps), reconcileInvoices(app.deps)])
    expect([await credits(pending.id), (await invoice(pending.id)).status]).toEqual([1, 2])
  })

  test('while a partner is unavailable the player gets 503, and earlier webhooks are processed once it is back', async () => {
    const id = await startedDeposit()
    gateway.pay(id)
    gateway.faults.outages = 1
    expect((await start()).status).toBe(503)
    await settle()
    expect([await balance(), await credits(id)]).toEqual([gateway.deposit.amount, 1])
  })

  test('a deposit whose webhooks are lost or late is found within a minute, and later webhooks change nothing', async () => {
    const id = await startedDeposit()
    gateway.faults.isLosing = true
    gateway.pay(id)
    app.clock.forward(60_000)
    await reconcileInvoices(app.deps)
    expect(await credits(id)).toBe(1)
    gateway.faults.isLosing = false
    app.clock.reset()
    await settle()
    expect([await balance(), await credits(id)]).toEqual([gateway.deposit.amount, 1])
  })

  // Shows: attack 6
  test('a payout that times out and is requested again, twice at once, is paid once (threat 6)', async () => {
    const id = await startedWithdrawal()
    gateway.faults.timeouts = 1
    await sendPayouts(app.deps)
    expect(await invoice(id)).toMatchObject({ status: 1, stage: 'created' })
    for (let again = 0; again < 3; again++) {
      app.clock.forward(60_000)
      await Promise.all([sendPayouts(app.deps), sendPayouts(app.deps)])
    }
    gateway.approve(id)
    app.clock.reset()
    await settle()
    expect(await invoice(id)).toMatchObject({ status: 2, stage: 'paid' })
    expect(gateway.timesPaid(id)).toBe(1)
  })

  test('a payout that is refused at once is returned completely, once, and is final', async () => {
    const id = await startedWithdrawal()
    const balanceBefore = await balance()
    const { sendPayout } = gateway.partner
    gateway.partner.sendPayout = async () => refuse('refused')
    try {
      await sendPayouts(app.deps)
    } finally {
      gateway.partner.sendPayout = sendPayout
    }
    expect(await invoice(id)).toMatchObject({ status: 3, stage: 'returned' })
    expect((await balance()) - balanceBefore).toBe((await invoice(id)).amount)
    await sendPayouts(app.deps)
    await settle()
    expect([(await balance()) - balanceBefore, gateway.timesPaid(id)]).toEqual([(await invoice(id)).amount, 0])
  })

  test('a refused repetition returns nothing while the partner has the first request', async () => {
    const id = await startedWithdrawal()
    gateway.faults.timeouts = 1
    await sendPayouts(app.deps)
    const { sendPayout } = gateway.partner
    gateway.partner.sendPayout = async (request) => {
      await sendPayout(request)
      return refuse('refused')
    }
    try {
      app.clock.forward(60_000)
      await sendPayouts(app.deps)
      expect(await invoice(id)).toMatchObject({ status: 1, stage: 'review' })
    } finally {
      gateway.partner.sendPayout = sendPayout
    }
    app.clock.reset()
    gateway.approve(id)
    await settle()
    expect([await invoice(id), gateway.timesPaid(id)]).toMatchObject([{ status: 2 }, 1])
  })

  test('a refusal that arrives after another process has sent the payout again returns nothing', async () => {
    const id = await startedWithdrawal()
    const { sendPayout } = gateway.partner
    let release: () => void = () => {}
    const refusalStarted = new Promise<void>((hasAsked) => {
      gateway.partner.sendPayout = async () => {
        hasAsked()
        await new Promise<void>((resolve) => {
          release = resolve
        })
        return refuse('refused')
      }
    })
    const late = sendPayouts(app.deps)
    await refusalStarted
    gateway.partner.sendPayout = sendPayout
    app.clock.forward(60_000)
    await sendPayouts(app.deps)
    release()
    await late
    expect(await invoice(id)).toMatchObject({ status: 1, stage: 'review' })
    app.clock.reset()
    gateway.approve(id)
    await settle()
    expect([await invoice(id), gateway.timesPaid(id)]).toMatchObject([{ status: 2 }, 1])
  })

  test('a withdrawal cancelled before the partner received it is returned once and never paid', async () => {
    const id = await startedWithdrawal()
    // The request was sent and its response lost, so only the partner can confirm that it will not be paid.
    gateway.faults.outages = 1
    await sendPayouts(app.deps)
    gateway.faults.outages = 0
    expect((await player.call('PUT', `/api/payment/invoices/${id}/decline`)).body).toMatchObject({
      status: 3,
      stage: 'declined',
    })
    app.clock.forward(60_000)
    await sendPayouts(app.deps)
    app.clock.reset()
    gateway.approve(id)
    await settle()
    expect(gateway.timesPaid(id)).toBe(0)
    expect((await player.account(gateway.payout.currency)).withdrawalBalance).toBe(gateway.payout.amount)
  })

  test('its statement agrees with the ledger about the money received', async () => {
    const id = await startedDeposit()
    gateway.pay(id)
    await settle()
    const page = await gateway.partner.listTransactions!({
      from: new Date(Date.now() - 3_600_000),
      to: new Date(Date.now() + 60_000),
    })
    expect(page.ok && page.value.transactions.find(({ invoiceId }) => invoiceId === id)).toMatchObject({
      subject: 'payment',
      amount: BigInt(gateway.deposit.amount),
      currency: gateway.deposit.currency,
    })
  })
}
