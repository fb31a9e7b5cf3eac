import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { noFaults } from '#sandbox/faults.ts'
import { invariants as paymentInvariants } from '../invariants.ts'
import { findBreaches } from '../../ledger/invariants.ts'
import { proposeLastDestination } from './last-destination.ts'
import { reconcileInvoices } from '../books/reconcile-invoices.ts'
import { sendPayouts } from './send-payouts.ts'
import { settlePayout } from './settle-payout.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier({ partnerTimeoutMs: 300 })
})
afterAll(() => app.close())
beforeEach(async () => {
  Object.assign(app.sandbox.faults, noFaults)
  app.clock.reset()
  await sendPayouts(app.deps)
  player = await app.player({ currencies: ['EUR', 'BTC'] })
  await player.fund('EUR', 10_000n)
})

const bank = { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' }
function request(change: Record<string, unknown> = {}) {
  return {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 10_000,
    accountId: player.accounts.EUR,
    fields: bank,
    ...change,
  }
}
const bitcoin = (wallet: string) => ({
  method: 'sandbox.crypto',
  currency: 'BTC',
  amount: 500_000,
  accountId: player.accounts.BTC,
  fields: { crypto_network: 'bitcoin', wallet_id: wallet },
})
const withdraw = (change: Record<string, unknown> = {}) =>
  player.call('POST', '/api/payment/invoices/withdrawal', request(change))
async function started(change: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await withdraw(change)
  expect([status, body.status]).toEqual([200, 1])
  return body.id
}
/**
 * Another transaction that made this change and is still open; `isWaitedFor` resolves once a second one waits for it.
 */
async function unfinished(statement: string): Promise<{ isWaitedFor(): Promise<void>; release(): Promise<void> }> {
  const pool = app.deps.db.openPool(1)
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(statement)
  const {
    rows: [{ pid }],
  } = await client.query('SELECT pg_backend_pid() AS pid')
  return {
    isWaitedFor: () =>
      expect
        .poll(
          async () =>
            (await app.asOwner('SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))', [pid])).rows
              .length,
          { interval: 5, timeout: 10_000 },
        )
        .toBeGreaterThan(0),
    async release() {
      await client.query('COMMIT')
      client.release()
      await pool.end()
    },
  }
}
const payoutRow = async (id: string) =>
  (await app.asOwner('SELECT state, attempts FROM payments.payouts WHERE invoice_id = $1', [id])).rows[0]
const payoutOf = (id: string) => app.sandbox.payouts.byReference(id)!
const invoice = async (id: string) =>
  (await player.call('GET', '/api/payment/invoices')).body.data.find((row: { id: string }) => row.id === id)
async function money() {
  const { withdrawalBalance, lockedBalance } = await player.account('EUR')
  return { cash: withdrawalBalance, held: lockedBalance }
}

test('nothing is proposed without a withdrawal method', async () => {
  expect(
    await proposeLastDestination({ ...app.deps, caller: { player: { id: player.id } } } as never, 'EUR', []),
  ).toEqual([])
})

test('the last destination is proposed for the next one, once money has reached it, and only to its player', async () => {
  const proposed = async (of: TestPlayer) => {
    const { body } = await of.call('GET', '/api/payment/methods/withdrawal?currency=EUR')
    const { fields } = body.find(({ method }: { method: string }) => method === 'sandbox.bank')
    return Object.fromEntries(
      fields.map(({ key, value, isDestination }: { key: string; value: string | null; isDestination?: boolean }) => [
        key,
        [value, isDestination],
      ]),
    )
  }
  expect((await proposed(player)).iban).toEqual([null, undefined])
  const id = await started()
  await sendPayouts(app.deps)
  expect((await proposed(player)).iban).toEqual([null, undefined])
  app.sandbox.payouts.approve(payoutOf(id).id)
  await app.settle()
  expect(await proposed(player)).toMatchObject({
    iban: [bank.iban, true],
    account_holder: [bank.account_holder, true],
    note: [null, undefined],
  })
  expect((await proposed(await app.player())).iban).toEqual([null, undefined])
})

test('to the card that paid: offered after a deposit by card, paid back to it once, and never to another player’s', async () => {
  const card = { method: 'sandbox.card', amount: 2_000, fields: {} }
  expect((await withdraw(card)).body.error.name).toBe('methodNotOffered')
  const deposit = await player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount: 2_000,
    accountId: player.accounts.EUR,
    isBonusDecline: true,
  })
  const origin: string = deposit.body.invoiceId
  // An unpaid deposit is no origin.
  expect((await withdraw(card)).body.error.name).toBe('methodNotOffered')
  app.sandbox.payments.decide(app.sandbox.payments.byReference(origin)!.id, 'pay')
  await app.settle()
  const key = randomUUID()
  const id = await started({ ...card, idempotencyKey: key })
  expect(await started({ ...card, idempotencyKey: key })).toBe(id)
  await sendPayouts(app.deps)
  expect(payoutOf(id)).toMatchObject({ amount: '20.00', destination: { origin } })
  app.sandbox.payouts.approve(payoutOf(id).id)
  await app.settle()
  expect(await invoice(id)).toMatchObject({ stage: 'paid' })
  expect(payoutOf(id).timesPaid).toBe(1)
  const other = await app.player()
  await other.fund('EUR', 5_000n)
  const stolen = await other.call('POST', '/api/payment/invoices/withdrawal', {
    ...request(card),
    accountId: other.accounts.EUR,
    fields: { origin_deposit: origin },
  })
  expect(stolen.body.error.name).toBe('methodNotOffered')
})

describe('a withdrawal', () => {
  // Shows: 3.15.1, 7.4.3, 7.4.4
  test('holds the money, waits for review, is sent and ends paid', async () => {
    const id = await started()
    expect(await money()).toEqual({ cash: 0, held: 10_000 })
    await sendPayouts(app.deps)
    expect(await invoice(id)).toMatchObject({ stage: 'review', detail: '… 3000' })
    expect(payoutOf(id)).toMatchObject({ amount: '100.00', currency: 'EUR', destination: bank })
    app.sandbox.payouts.approve(payoutOf(id).id)
    await app.settle()
    expect(await money()).toEqual({ cash: 0, held: 0 })
    const paid = await invoice(id)
    expect(paid).toEqual({
      id,
      number: expect.stringMatching(/^F\d{6}$/),
      type: 2,
      status: 2,
      method: 'sandbox.bank',
      methodNames: expect.objectContaining({ en: expect.any(String) }),
      amount: 10_000,
      currency: 'EUR',
      createdAt: paid.timeline[0].at,
      updatedAt: paid.timeline.at(-1).at,
      stage: 'paid',
      timeline: expect.any(Array),
      turns: [{ holder: 'partner', from: expect.any(String), until: expect.any(String) }],
      owner: null,
      expectedBy: null,
      detail: '… 3000',
      publicData: {},
      version: expect.any(Number),
    })
    expect(await payoutRow(id)).toEqual({ state: 'closed', attempts: 1 })
    expect(paid.timeline.map((step: { stage: string }) => step.stage)).toEqual(['created', 'review', 'sent', 'paid'])
    const sums = [{ currency: 'EUR', deposited: 0, withdrawn: 10_000, net: -10_000 }]
    expect((await player.call('GET', '/api/payment/invoices/statistics')).body).toEqual({
      successDepositNumber: 0,
      totals: sums,
      lifetime: sums,
    })
    app.clock.forward(60_000)
    const from = app.clock.now().toISOString()
    const deposit = request({ method: 'sandbox.card', amount: 2500, fields: {} })
    const { body } = await player.call('POST', '/api/payment/invoices/deposit', deposit)
    app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
    await app.settle()
    expect((await player.call('GET', `/api/payment/invoices/statistics?from=${from}`)).body).toEqual({
      successDepositNumber: 1,
      totals: [{ currency: 'EUR', deposited: 2500, withdrawn: 0, net: 2500 }],
      lifetime: [{ currency: 'EUR', deposited: 2500, withdrawn: 10_000, net: -7500 }],
    })
  })

  test('that the partner declines returns the money once', async () => {
    const id = await started()
    await sendPayouts(app.deps)
    app.sandbox.payouts.decline(payoutOf(id).id)
    app.sandbox.faults.copies = 3
    await app.settle()
    expect(await invoice(id)).toMatchObject({ status: 3, stage: 'returned' })
    expect(await money()).toEqual({ cash: 10_000, held: 0 })
  })

  // Shows: 5.11.1, pair withdrawal/second tab
  test('50 of the whole balance together: exactly one succeeds, 49 are refused with 422', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      answers.filter(({ status, body }) => status === 422 && body.error.name === 'insufficientFunds'),
    ).toHaveLength(49)
    expect(await money()).toEqual({ cash: 0, held: 10_000 })
  })

  // Shows: pair withdrawal/open round
  test('racing a bet of the whole balance: one wins, nothing falls below zero', async () => {
    for (let round = 0; round < 5; round++) {
      player = await app.player()
      await player.fund('EUR', 10_000n)
      const bet = app.deps.ledger.post({
        kind: 'bet',
        gate: 'none',
        actor: 'studio:test',
        idempotencyKey: randomUUID(),
        requestHash: '',
        reference: { kind: 'other', id: 'test' },
        transfers: [{ from: `player:${player.id}:cash:EUR`, to: 'house:games:EUR', amount: 10_000n as never }],
      })
      const [answer, posted] = await Promise.all([withdraw(), bet])
      expect([answer.status === 200, posted.ok].filter(Boolean)).toHaveLength(1)
      expect((await money()).cash).toBe(0)
    }
  })

  test('repeated with the same key gives the first answer; with another request it is a conflict', async () => {
    const idempotencyKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw({ amount: 2000, idempotencyKey })))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await money()).toEqual({ cash: 8000, held: 2000 })
    expect((await withdraw({ amount: 3000, idempotencyKey })).status).toBe(409)
  })

  // Shows: attack 6
  test('a payout that times out and is retried is paid once', async () => {
    const id = await started()
    app.sandbox.faults.timeouts = 1
    await sendPayouts(app.deps)
    expect(await invoice(id)).toMatchObject({ stage: 'created' })
    app.clock.forward(60_000)
    await Promise.all([sendPayouts(app.deps), sendPayouts(app.deps)])
    app.sandbox.payouts.approve(payoutOf(id).id)
    app.clock.reset()
    await app.settle()
    expect(payoutOf(id).timesPaid).toBe(1)
    expect(Object.values(app.sandbox.state.payouts).filter((payout) => payout.reference === id)).toHaveLength(1)
    expect(await invoice(id)).toMatchObject({ status: 2 })
  })

  test('whose webhooks are lost is settled by the reconciler', async () => {
    const id = await started()
    await sendPayouts(app.deps)
    app.sandbox.faults.isLosing = true
    app.sandbox.payouts.approve(payoutOf(id).id)
    await expect.poll(() => payoutOf(id).status).toBe('succeeded')
    app.clock.forward(60_000)
    await reconcileInvoices(app.deps)
    app.clock.reset()
    expect(await invoice(id)).toMatchObject({ status: 2, stage: 'paid' })
    expect(await money()).toEqual({ cash: 0, held: 0 })
  })

  test.each([
    ['more', 10_001n, 'EUR'],
    ['less', 9_999n, 'EUR'],
    ['as much of something else', 10_000n, 'USD'],
  ])(
    'that was paid out as %s ends nothing: the money stays on hold and an operator is alerted',
    async (_what, amount, currency) => {
      const id = await started()
      const report = {
        subject: 'payout' as const,
        invoiceId: id,
        externalId: 'there',
        state: 'succeeded' as const,
        amount: amount as never,
        currency,
      }
      expect(await app.deps.db.transaction((tx) => settlePayout(app.deps, tx, 'sandbox', report))).toBe(
        'flagged: paid another amount',
      )
      expect(await invoice(id)).toMatchObject({ status: 1 })
      expect(await money()).toEqual({ cash: 0, held: 10_000 })
    },
  )

  test("is not settled by another partner's report, nor by a report on a deposit", async () => {
    const id = await started()
    const {
      rows: [other],
    } = await app.asOwner(
      `INSERT INTO payments.invoices (id, player_id, account_id, type, partner, method, currency, amount, created_at, updated_at)
      VALUES (gen_random_uuid(), $1, $2, 1, 'sandbox', 'card', 'EUR', 10000, now(), now()) RETURNING id`,
      [player.id, player.accounts.EUR],
    )
    const outcomeOf = (partner: string, invoiceId: string) =>
      app.deps.db.transaction((tx) =>
        settlePayout(app.deps, tx, partner, {
          subject: 'payout',
          invoiceId,
          externalId: 'there',
          state: 'succeeded',
          amount: 10_000n as never,
          currency: 'EUR',
        }),
      )
    for (const [partner, invoiceId] of [
      ['another', id],
      ['sandbox', other.id],
      ['sandbox', randomUUID()],
    ] as const)
      expect(await outcomeOf(partner, invoiceId)).toBe('unknown invoice')
    expect([await money(), (await invoice(id)).status]).toEqual([{ cash: 0, held: 10_000 }, 1])
  })

  test('paid, then reported failed: nothing is returned, and it is flagged', async () => {
    const id = await started()
    await sendPayouts(app.deps)
    app.sandbox.payouts.approve(payoutOf(id).id)
    await app.settle()
    const outcome = await app.deps.db.transaction((tx) =>
      settlePayout(app.deps, tx, 'sandbox', {
        subject: 'payout',
        invoiceId: id,
        externalId: payoutOf(id).id,
        state: 'failed',
        amount: 10_000n as never,
        currency: 'EUR',
      }),
    )
    expect(outcome).toBe('flagged: failed after success')
    expect(await money()).toEqual({ cash: 0, held: 0 })
  })
})

describe('calling a withdrawal back', () => {
  const decline = (id: string) => player.call('PUT', `/api/payment/invoices/${id}/decline`)

  test('works before any process has claimed it: the partner is not called and never receives it', async () => {
    const id = await started()
    app.sandbox.faults.outages = 99
    expect((await decline(id)).body).toMatchObject({ status: 3, stage: 'declined', closedBy: 'player' })
    app.sandbox.faults.outages = 0
    app.clock.forward(60_000)
    await sendPayouts(app.deps)
    await reconcileInvoices(app.deps)
    app.clock.reset()
    await app.settle()
    expect(payoutOf(id)).toBeUndefined()
    expect(await money()).toEqual({ cash: 10_000, held: 0 })
    expect((await decline(id)).body.error.name).toBe('invoiceIsFinal')
  })

  // Shows: attack 95
  test('in progress when payouts are claimed: this one is skipped, and never sent', async () => {
    const id = await started()
    const wallet = await unfinished(`SELECT FROM wallet.accounts WHERE id = '${player.accounts.EUR}' FOR UPDATE`)
    const declining = decline(id)
    await wallet.isWaitedFor()
    await sendPayouts(app.deps)
    expect(await payoutRow(id)).toEqual({ state: 'queued', attempts: 0 })
    await wallet.release()
    expect((await declining).body).toMatchObject({ status: 3, stage: 'declined' })
    await sendPayouts(app.deps)
    expect(await payoutRow(id)).toEqual({ state: 'closed', attempts: 0 })
    expect(payoutOf(id)).toBeUndefined()
    expect(await money()).toEqual({ cash: 10_000, held: 0 })
  })

  // Shows: attack 95
  test('of one that is being claimed waits and asks the partner, who then never pays it', async () => {
    const id = await started()
    const taken = await unfinished(
      `UPDATE payments.payouts SET state = 'sending', attempts = attempts + 1 WHERE invoice_id = '${id}'`,
    )
    const declining = decline(id)
    await taken.isWaitedFor()
    await taken.release()
    expect((await declining).body).toMatchObject({ status: 3, stage: 'declined', closedBy: 'player' })
    expect(payoutOf(id)).toMatchObject({ status: 'cancelled', timesPaid: 0 })
    expect(await money()).toEqual({ cash: 10_000, held: 0 })
  })

  test("is the player's doing; a cancellation that nobody here asked for is the partner's", async () => {
    const id = await started()
    await sendPayouts(app.deps)
    const outcome = await app.deps.db.transaction((tx) =>
      settlePayout(app.deps, tx, 'sandbox', {
        subject: 'payout',
        invoiceId: id,
        externalId: payoutOf(id).id,
        state: 'cancelled',
        amount: 10_000n as never,
        currency: 'EUR',
      }),
    )
    expect(outcome).toBe('returned')
    const { body } = await player.call('GET', `/api/payment/invoices?id=${id}`)
    expect(body.data).toMatchObject([{ stage: 'declined', closedBy: 'partner' }])
    expect(await money()).toEqual({ cash: 10_000, held: 0 })
  })

  // Shows: attack 95
  longTest('at any time during the sending: cancelled and never paid, or refused because it was sent', async () => {
    for (let round = 0; round < 10; round++) {
      player = await app.player()
      await player.fund('EUR', 10_000n)
      const id = await started()
      const [answer] = await Promise.all(
        round % 2
          ? [decline(id), sendPayouts(app.deps)]
          : [sendPayouts(app.deps).then(() => decline(id)), sendPayouts(app.deps)],
      )
      const known = app.sandbox.payouts.byReference(id)
      if (known) app.sandbox.payouts.approve(known.id)
      await app.settle()
      const isBack = answer.status === 200
      expect(await money()).toEqual({ cash: isBack ? 10_000 : 0, held: 0 })
      expect(known?.timesPaid ?? 0).toBe(isBack ? 0 : 1)
    }
    expect(await findBreaches(app.deps.db.pool, paymentInvariants)).toEqual([])
  })

  test('works during review', async () => {
    const id = await started()
    await sendPayouts(app.deps)
    expect((await player.call('PUT', `/api/payment/invoices/${id}/decline`)).status).toBe(200)
    expect(await money()).toEqual({ cash: 10_000, held: 0 })
  })

  test('is refused once it is sent', async () => {
    const id = await started()
    await sendPayouts(app.deps)
    app.sandbox.payouts.approve(payoutOf(id).id)
    expect((await player.call('PUT', `/api/payment/invoices/${id}/decline`)).body.error.name).toMatch(
      /invoiceInProgress|invoiceIsFinal/,
    )
    await app.settle()
    expect(await invoice(id)).toMatchObject({ status: 2 })
  })
})

describe('a withdrawal request', () => {
  test.each([['-1'], ['1e9'], ['"٣"'], ['9007199254740993'], ['[1]'], ['0'], ['10000.5']])(
    'with %s as the amount is refused with 422',
    async (amount) => {
      const text = JSON.stringify(request({ amount: 'HERE' })).replace('"HERE"', amount)
      expect((await player.call('POST', '/api/payment/invoices/withdrawal', text)).status).toBe(422)
      expect(await money()).toEqual({ cash: 10_000, held: 0 })
    },
  )

  test.each([
    ['above the balance', { amount: 20_000 }, 'insufficientFunds', 'amount'],
    ['below the least amount', { amount: 500 }, 'amountOutOfRange', 'amount'],
    ['without a required field', { fields: { iban: bank.iban } }, 'fieldsInvalid', 'account_holder'],
    ['with a malformed field', { fields: { ...bank, iban: 'DE00' } }, 'fieldsInvalid', 'iban'],
    ['by a method of deposits', { method: 'sandbox.card' }, 'methodNotOffered', 'method'],
  ])('%s is refused on its field', async (_, change, refusal, field) => {
    const { status, body } = await withdraw(change)
    expect([status, body.error.name, Object.keys(body.error.fields)]).toEqual([422, refusal, [field]])
  })

  // Shows: 3.15.1
  test('from an account of another currency, or of another player, is refused', async () => {
    const other = await app.player({ currencies: ['EUR', 'BTC'] })
    for (const accountId of [player.accounts.BTC, other.accounts.EUR])
      expect(await withdraw({ accountId })).toMatchObject({ status: 404, body: { error: { name: 'accountNotFound' } } })
    expect(await money()).toEqual({ cash: 10_000, held: 0 })
  })

  // Shows: 3.15.1, 5.11.2, ASVS 2.2.3
  test('to a wallet that does not fit the network is refused on wallet_id; one that fits is taken', async () => {
    await player.fund('BTC', 1_000_000n)
    const crypto = (wallet: string) => withdraw(bitcoin(wallet))
    expect(Object.keys((await crypto('0x52908400098527886E0F7030069857D2E4169EE7')).body.error.fields)).toEqual([
      'wallet_id',
    ])
    const taken = await crypto('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')
    expect(taken.body).toMatchObject({ status: 1, detail: 'bc1qw5…f3t4' })
    const { rows } = await app.asOwner('SELECT network FROM payments.invoices WHERE id = $1', [taken.body.id])
    expect(rows).toEqual([{ network: 'bitcoin' }])
  })

  test('to an address or an IBAN with a wrong character is refused, with the reason', async () => {
    await player.fund('BTC', 1_000_000n)
    const mistyped = await withdraw(bitcoin('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'))
    expect([mistyped.status, mistyped.body.error.fields.wallet_id]).toEqual([
      422,
      ['This address has a typing error. Please copy it again.'],
    ])
    for (const iban of ['DE88370400440532013000', 'DE8937040044053201300', 'XX89370400440532013000']) {
      const { body } = await withdraw({ fields: { ...bank, iban } })
      expect(body.error.fields.iban).toEqual(['This IBAN has a typing error. Please compare it with your bank’s.'])
    }
    for (const iban of ['fr14 2004 1010 0505 0001 3M02 606', 'GB82-WEST-1234-5698-7654-32'])
      expect((await withdraw({ amount: 2000, fields: { ...bank, iban } })).status).toBe(200)
  })

  test('letter case and a link around an address make no other destination', async () => {
    await player.fund('BTC', 3_000_000n)
    const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    for (const wallet of [address, address.toUpperCase(), `bitcoin:${address}?amount=1`])
      expect((await withdraw(bitcoin(wallet))).status).toBe(200)
    const { rows } = await app.asOwner(
      "SELECT DISTINCT destination, fields ->> 'wallet_id' AS wallet FROM payments.invoices WHERE player_id = $1 AND type = 2",
      [player.id],
    )
    expect(rows).toEqual([{ destination: expect.any(String), wallet: address }])
  })

  test("to the player's own deposit address is refused, with the reason", async () => {
    await player.fund('BTC', 1_000_000n)
    const deposit = await player.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.crypto',
      currency: 'BTC',
      amount: 100_000,
      accountId: player.accounts.BTC,
      fields: { crypto_network: 'bitcoin' },
    })
    const { address } = deposit.body
    for (const wallet of [address, address.toUpperCase()]) {
      const { status, body } = await withdraw(bitcoin(wallet))
      expect([status, body.error.fields?.wallet_id?.[0]]).toEqual([
        422,
        expect.stringMatching(/^This is your deposit address here/),
      ])
    }
    const other = await app.player({ currencies: ['BTC'] })
    await other.fund('BTC', 1_000_000n)
    expect(
      await other.call('POST', '/api/payment/addresses', {
        name: 'x',
        method: 'sandbox.crypto',
        currency: 'BTC',
        fields: bitcoin(address).fields,
      }),
    ).toMatchObject({ status: 200 })
  })

  test("from another player's account is refused as if the account did not exist", async () => {
    const other = await app.player()
    expect((await withdraw({ accountId: other.accounts.EUR })).status).toBe(404)
  })
})
