/** Several gateways of one kind at once, each a partner of its own over HTTP, configured as an operator configures them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { noFaults } from '#sandbox/faults.ts'
import { paymentPartnersOf } from '#server/partners/payments/from-settings.ts'
import { startScheduler } from '#server/kernel/jobs/scheduler.ts'
import { readSettings } from '#server/settings.ts'
import { btcpayGateway } from '#tests/setup/btcpay.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { acmeOffers, type Gateway, sandboxGateway } from '#tests/setup/gateway.ts'
import { compareBooks } from './books/compare-books.ts'
import { jobs } from './jobs.ts'
import { sendPayouts } from './payouts/send-payouts.ts'
import { processWebhooks } from './webhooks/process-webhooks.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-gateways-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The methods of the gateway under ids of the site's own: both gateways call theirs `acme.card` and `acme.bank`. */
function methodsFile(slug: string): string {
  const own = <Offer extends { method: string }>(offer: Offer) => ({
    ...offer,
    method: offer.method.replace('acme', slug),
    gatewayMethod: offer.method,
  })
  const path = join(folder, `${slug}.json`)
  writeFileSync(
    path,
    JSON.stringify({ deposit: acmeOffers.deposit.map(own), withdrawal: acmeOffers.withdrawal.map(own) }),
  )
  return path
}
const genericGateway = async (slug: string, operatorUrl: () => string): Promise<Gateway> => {
  const gateway = await sandboxGateway(slug, operatorUrl, [`the secret of the webhooks of ${slug}`])
  return {
    ...gateway,
    setting: { ...gateway.setting, methods: methodsFile(slug) },
    deposit: { ...gateway.deposit, method: `${slug}.card` },
    payout: { ...gateway.payout, method: `${slug}.bank` },
  }
}
const storeOf = (slug: string, operatorUrl: () => string): Promise<Gateway> =>
  btcpayGateway(operatorUrl, {
    slug,
    storeId: `storeof${slug}`,
    apiKey: `the key of the store ${slug}`,
    secrets: [`the secret of the webhooks of ${slug}`],
  })

describe.each([
  ['gateways of the generic protocol', genericGateway],
  ['stores of BTCPay Server', storeOf],
] as const)('two %s', (_, open) => {
  let app: Cashier
  let gateways: Gateway[]
  let [north, south]: Gateway[] = []
  let player: TestPlayer
  beforeAll(async () => {
    gateways = await Promise.all(['north', 'south'].map((slug) => open(slug, () => app.url)))
    ;[north, south] = gateways
    const settings = readSettings({
      NODE_ENV: 'test',
      SANDBOX: 'false',
      PAYMENT_GATEWAYS: JSON.stringify(gateways.map(({ setting }) => setting)),
    })
    app = await cashier({ alsoPayments: paymentPartnersOf(settings, null), withoutSandbox: true })
  })
  afterAll(async () => {
    await app.close()
    for (const gateway of gateways) await gateway.close()
  })
  beforeEach(async () => {
    for (const { faults } of gateways) Object.assign(faults, noFaults)
    app.clock.reset()
    player = await app.player({ currencies: ['EUR', 'BTC'] })
  })

  async function started({ deposit }: Gateway): Promise<string> {
    const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', {
      ...deposit,
      accountId: player.accounts[deposit.currency],
    })
    expect([status, body.invoiceId]).toEqual([200, expect.any(String)])
    return body.invoiceId
  }
  async function withdrawn({ payout }: Gateway): Promise<string> {
    await player.fund(payout.currency, BigInt(payout.amount))
    const { status, body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
      ...payout,
      accountId: player.accounts[payout.currency],
    })
    expect([status, body.status]).toEqual([200, 1])
    return body.id
  }
  const invoice = async (id: string): Promise<Loose> =>
    (await player.call('GET', '/api/payment/invoices')).body.data.find((row: Loose) => row.id === id)
  const statusOf = async (id: string) => (await invoice(id)).status
  const post = (to: string, { body, headers }: ReturnType<Gateway['notice']>) =>
    app.post(`/api/partners/payments/${to}/callback`, body, headers)
  const slugOf = (gateway: Gateway) => gateway.setting.slug as string
  const settled = (ids: string[]) =>
    expect
      .poll(
        async () => {
          for (const gateway of gateways) await gateway.flush()
          await processWebhooks(app.deps)
          return Promise.all(ids.map(statusOf))
        },
        { timeout: 10_000, interval: 20 },
      )
      .toEqual(ids.map(() => 2))
  /** As after a start with other settings, until the test has finished. */
  function restartWith(slugs: string[]): void {
    const { payments } = app.deps.partners
    Object.assign(app.deps.partners, { payments: payments.filter(({ slug }) => slugs.includes(slug)) })
    onTestFinished(() => void Object.assign(app.deps.partners, { payments }))
  }

  test('are offered side by side, and players can tell them apart by name', async () => {
    for (const [direction, order] of [
      ['deposit', 'deposit'],
      ['withdrawal', 'payout'],
    ] as const) {
      const { currency } = north![order]
      const { body } = await player.call('GET', `/api/payment/methods/${direction}?currency=${currency}`)
      const shown = new Map<string, string>(body.map(({ method, names }: Loose) => [method, names.en]))
      const names = gateways.map((gateway) => shown.get(gateway[order].method)!)
      expect(new Set(shown.values()).size).toBe(shown.size)
      names.forEach((name, index) => expect(name).toContain(`(${gateways[index]!.setting.name as string})`))
    }
  })

  test('each take a deposit and a withdrawal, and each statement agrees with the books', async () => {
    const deposits = [await started(north!), await started(south!)]
    gateways.forEach((gateway, index) => gateway.pay(deposits[index]!))
    await settled(deposits)
    const { currency, amount } = north!.deposit
    expect((await player.account(currency)).balance).toBe(2 * amount)
    const payouts = [await withdrawn(north!)]
    // A store pays one address once at a time.
    await sendPayouts(app.deps)
    north!.approve(payouts[0]!)
    payouts.push(await withdrawn(south!))
    await sendPayouts(app.deps)
    south!.approve(payouts[1]!)
    await settled(payouts)
    expect([north!.timesPaid(payouts[0]!), north!.timesPaid(payouts[1]!)]).toEqual([1, 0])
    expect([south!.timesPaid(payouts[0]!), south!.timesPaid(payouts[1]!)]).toEqual([0, 1])
    const { rows } = await app.asOwner(
      `SELECT partner, count(*)::int FROM payments.invoices WHERE player_id = $1 AND status = 2 GROUP BY 1 ORDER BY 1`,
      [player.id],
    )
    expect(rows).toEqual([
      { partner: 'north', count: 2 },
      { partner: 'south', count: 2 },
    ])
    const period = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 60_000) }
    for (const partner of app.deps.partners.payments)
      expect(await compareBooks(app.deps, partner, period)).toMatchObject({
        ok: true,
        value: { transactions: 2, booked: 2, breaks: [] },
      })
    const [first, second] = app.deps.partners.payments
    // With the other's statement every payment differs: what is compared is the gateway's own.
    const crossed = await compareBooks(app.deps, { ...first!, listTransactions: second!.listTransactions! }, period)
    expect(crossed).toMatchObject({ ok: true, value: { breaks: { length: 4 } } })
  })

  // Shows: attack 1
  test('accept webhooks under their own secret alone, and none about payments of the other', async () => {
    const id = await started(north!)
    const stored = async () => (await app.asOwner('SELECT count(*)::int AS n FROM payments.callbacks')).rows[0].n
    const before = await stored()
    const [ownSecret, otherSecret] = gateways.map(({ setting }) => (setting.webhookSecrets as string[])[0]!)
    const refused = { status: 401, body: { error: { name: 'signatureInvalid' } } }
    expect(await post('north', north!.notice(id, { secret: otherSecret! }))).toMatchObject(refused)
    expect(await post('south', north!.notice(id))).toMatchObject(refused)
    expect(await stored()).toBe(before)
    // A gateway that signs a report of a payment of the other: it is not its own.
    north!.faults.isLosing = true
    north!.pay(id)
    const forged = north!.notice(id, { secret: otherSecret! })
    expect(await post('south', forged)).toMatchObject({ status: 200 })
    await processWebhooks(app.deps)
    expect(await statusOf(id)).toBe(1)
    expect(await post('north', north!.notice(id, { secret: ownSecret! }))).toMatchObject({ status: 200 })
    await expect.poll(async () => (await processWebhooks(app.deps), statusOf(id))).toBe(2)
  })

  // Shows: fault 10
  test('one that does not answer delays no payment of the other', async () => {
    const [waiting, open] = [await withdrawn(north!), await started(south!)]
    north!.faults.outages = 1
    const refusedStart = await player.call('POST', '/api/payment/invoices/deposit', {
      ...north!.deposit,
      accountId: player.accounts[north!.deposit.currency],
    })
    expect(refusedStart).toMatchObject({ status: 503, body: { error: { name: 'partnerUnavailable' } } })
    const hanging = app.deps.partners.payments.find(({ slug }) => slug === 'north')!
    // Never answers at all: what its jobs wait for does not end within this test.
    const stuck = Promise.withResolvers<never>()
    stuck.promise.catch(() => undefined)
    const silent = {
      ...hanging,
      sendPayout: () => stuck.promise,
      inquirePayment: () => stuck.promise,
      inquirePayout: () => stuck.promise,
      answerQuestion: () => stuck.promise,
      listTransactions: () => stuck.promise,
    }
    const { payments } = app.deps.partners
    const partners = { ...app.deps.partners, payments: payments.map((each) => (each === hanging ? silent : each)) }
    const scheduler = startScheduler({ ...app.deps }, jobs({ ...app.deps, partners }))
    try {
      await expect
        .poll(
          async () => (await app.asOwner('SELECT state FROM payments.payouts WHERE invoice_id = $1', [waiting])).rows,
        )
        .toEqual([{ state: 'sending' }])
      south!.pay(open)
      const paidOut = await withdrawn(south!)
      await expect
        .poll(
          async () => {
            south!.approve(paidOut)
            await south!.flush()
            return [await statusOf(open), await statusOf(paidOut), await statusOf(waiting)]
          },
          { timeout: 20_000, interval: 100 },
        )
        .toEqual([2, 2, 1])
    } finally {
      stuck.reject(new Error('the test is over'))
      await scheduler.stop()
    }
    // Once it answers, its payout is paid once.
    app.clock.forward(120_000)
    await sendPayouts(app.deps)
    north!.approve(waiting)
    await settled([waiting])
    expect(north!.timesPaid(waiting)).toBe(1)
  }, 60_000)

  test('one that is removed from the settings keeps its history, and its webhooks are refused by name', async () => {
    const [paid, open] = [await started(north!), await started(north!)]
    north!.pay(paid)
    await settled([paid])
    restartWith(['south'])
    const listed = (await player.call('GET', '/api/payment/invoices')).body.data
    expect(listed.map(({ id, status }: Loose) => [id, status])).toEqual([
      [open, 1],
      [paid, 2],
    ])
    expect(await post('north', north!.notice(open))).toMatchObject({
      status: 404,
      body: { error: { name: 'unknownPartner' } },
    })
    const { body } = await player.call('GET', `/api/payment/methods/deposit?currency=${north!.deposit.currency}`)
    expect(body.map(({ method }: Loose) => method)).not.toContain(north!.deposit.method)
    expect(
      await player.call('POST', '/api/payment/invoices/deposit', {
        ...north!.deposit,
        accountId: player.accounts[north!.deposit.currency],
      }),
    ).toMatchObject({ status: 422, body: { error: { name: 'methodNotOffered' } } })
    expect(slugOf(south!)).toBe('south')
    const next = await started(south!)
    south!.pay(next)
    await settled([next])
  })
})
