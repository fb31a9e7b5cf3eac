import { randomUUID } from 'node:crypto'
import { operator } from '#tests/setup/operator.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { noFaults } from '#sandbox/faults.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { removeFactors } from '../../identity/credentials/remove-factors.ts'
import { lockPlayer } from '../../identity/players/players.ts'
import { proveAddress } from '../../identity/players/prove-address.ts'
import { voidBet } from '../../sports/void-bet.ts'
import { findBreaches } from '../../ledger/invariants.ts'
import { raiseFlag } from '../flags/flags.ts'
import { lockInvoice } from '../internal/invoices.ts'
import { invariants as paymentInvariants } from '../invariants.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { reconcileInvoices } from '../books/reconcile-invoices.ts'
import { sendPayouts } from './send-payouts.ts'
import { settlePayout } from './settle-payout.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  Object.assign(app.sandbox.faults, noFaults)
  app.clock.reset()
  player = await app.player({ currencies: ['EUR', 'BTC'] })
  await player.fund('EUR', 1_000_000n)
})
const asShipped = readSettings({}).withdrawals
afterEach(async () => {
  Object.assign(app.deps.settings.withdrawals, asShipped)
  expect(await findBreaches(app.deps.db.pool, paymentInvariants)).toEqual([])
})

const bank = { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' }
const withdraw = (amount: number, change: Record<string, unknown> = {}, by = player) =>
  by.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount,
    accountId: by.accounts.EUR,
    fields: bank,
    ...change,
  })
async function asked(amount: number): Promise<{ id: string; number: string }> {
  const { status, body } = await withdraw(amount)
  expect([status, body.status, body.stage]).toEqual([200, 1, 'review'])
  return body
}
const invoice = async (id: string) =>
  (await player.call('GET', '/api/payment/invoices')).body.data.find((row: { id: string }) => row.id === id)
const reasonsOf = async (number: string) =>
  (await app.asOwner('SELECT review_reasons FROM payments.invoices WHERE number = $1', [number])).rows[0].review_reasons
const payoutOf = (id: string) => app.sandbox.payouts.byReference(id)
const decide = (number: string, decision: 'approved' | 'declined', reason: string | null = null) =>
  decideWithdrawal({ ...app.deps, actor: operator }, { number, decision, reason })
const messages = async () =>
  (
    await app.asOwner(
      'SELECT key, title, description FROM messages.messages WHERE player_id = $1 ORDER BY created_at, id',
      [player.id],
    )
  ).rows
async function money() {
  const { withdrawalBalance, lockedBalance } = await player.account('EUR')
  return { cash: withdrawalBalance, held: lockedBalance }
}

describe('above the automatic limit', () => {
  test('nothing is sent before an operator approves; then it is sent and paid like any other', async () => {
    const { id, number } = await asked(100_001)
    const reconciledAt = app.clock.now().getTime()
    await sendPayouts(app.deps)
    app.clock.forward(3_600_000)
    await reconcileInvoices(app.deps)
    app.clock.reset()
    expect(payoutOf(id)).toBeUndefined()
    const waiting = await invoice(id)
    expect(waiting).toMatchObject({ stage: 'review', owner: 'house' })
    expect(Date.parse(waiting.expectedBy) - reconciledAt).toBeLessThanOrEqual(24 * 3_600_000)

    expect((await decide(number, 'approved')).ok).toBe(true)
    const approved = await invoice(id)
    expect(approved).toMatchObject({ stage: 'approved', owner: 'house' })
    // Its partner receives it with the first request.
    expect(
      (
        await app.asOwner(
          "SELECT next_check_at - updated_at = '15 s' AS is_later FROM payments.invoices WHERE id = $1",
          [id],
        )
      ).rows,
    ).toEqual([{ is_later: true }])
    // Calculated again from here.
    expect(Date.parse(approved.expectedBy)).toBeGreaterThan(Date.parse(waiting.expectedBy))
    await sendPayouts(app.deps)
    expect(await invoice(id)).toMatchObject({ stage: 'approved', owner: 'partner' })
    app.sandbox.payouts.approve(payoutOf(id)!.id)
    await app.settle()
    const paid = await invoice(id)
    expect(paid).toMatchObject({ status: 2, owner: null, expectedBy: null })
    expect(paid.timeline.map((step: { stage: string }) => step.stage)).toEqual([
      'created',
      'review',
      'approved',
      'sent',
      'paid',
    ])
    expect((await messages()).map(({ key }) => key)).toEqual([
      'invoice.withdrawalApproved',
      'invoice.withdrawalSuccess',
    ])
  })

  test('declined, the amount is returned once and the player sees the reason', async () => {
    const { id, number } = await asked(100_001)
    expect(await decide(number, 'declined')).toMatchObject({ refusal: 'reasonMissing' })
    expect((await decide(number, 'declined', 'The account is $& not yours')).ok).toBe(true)
    expect(await decide(number, 'declined', 'again')).toMatchObject({ refusal: 'notInReview' })
    expect(await decide(number, 'approved')).toMatchObject({ refusal: 'notInReview' })
    expect(await money()).toEqual({ cash: 1_000_000, held: 0 })
    expect(await invoice(id)).toMatchObject({ status: 3, stage: 'returned', owner: null })
    expect((await messages()).at(-1).description).toContain('The account is $& not yours')
    await sendPayouts(app.deps)
    expect(payoutOf(id)).toBeUndefined()
  })

  // Shows: attack 93
  test('two operators at once, and the player too: one decision, on record', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, number } = await asked(150_000)
      const [approved, declined, called] = await Promise.all([
        decide(number, 'approved'),
        decide(number, 'declined', 'no'),
        player.call('PUT', `/api/payment/invoices/${id}/decline`),
      ])
      const { rows: records } = await app.asOwner(
        `SELECT detail FROM identity.audit WHERE action = 'withdrawal-decided' AND detail->>'invoice' = $1`,
        [number],
      )
      expect(records).toHaveLength([approved.ok, declined.ok].filter(Boolean).length)
      // An approved one can be cancelled until it is sent.
      expect([approved.ok, declined.ok, called.status === 200 && !approved.ok].filter(Boolean)).toHaveLength(1)
    }
  })

  test('the player can cancel it during the review', async () => {
    const { id, number } = await asked(100_001)
    expect((await player.call('PUT', `/api/payment/invoices/${id}/decline`)).body).toMatchObject({
      status: 3,
      stage: 'declined',
    })
    expect(await decide(number, 'approved')).toMatchObject({ refusal: 'notInReview' })
    expect(await money()).toEqual({ cash: 1_000_000, held: 0 })
    expect(payoutOf(id)).toBeUndefined()
  })

  // Shows: attack 91
  test("a partner's claim to have paid it is flagged, and it cannot be approved meanwhile", async () => {
    const { id, number } = await asked(100_001)
    const outcome = await app.deps.db.transaction((tx) =>
      settlePayout(app.deps, tx, 'sandbox', {
        subject: 'payout',
        invoiceId: id,
        externalId: 'po_x',
        state: 'succeeded',
        amount: 100_001n as never,
        currency: 'EUR',
      }),
    )
    expect(outcome).toBe('flagged: report on an unsent payout')
    expect(await decide(number, 'approved')).toMatchObject({ refusal: 'withdrawalFlagged' })
    expect(await money()).toEqual({ cash: 899_999, held: 100_001 })
  })

  test('the database refuses to send anything that is not approved', async () => {
    const { id } = await asked(100_001)
    await expect(
      app.asOwner('INSERT INTO payments.payouts (invoice_id, next_attempt_at) VALUES ($1, now())', [id]),
    ).rejects.toThrow('is not approved')
  })
})

describe('paid out automatically', () => {
  // Shows: attack 4, attack 90, ASVS 2.3.2
  test('is a sum a day: ten withdrawals of 300 together, three go, seven wait', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(30_000)))
    expect(answers.map(({ body }) => body.stage).sort()).toEqual([
      ...Array(3).fill('created'),
      ...Array(7).fill('review'),
    ])
    app.clock.forward(86_400_001)
    expect((await withdraw(100_000)).body.stage).toBe('created')
  })

  // Shows: attack 90, pair withdrawal/rates
  test('counts every currency at its exchange rate', async () => {
    await player.fund('BTC', 100_000_000n)
    const bitcoin = (amount: number) =>
      withdraw(amount, {
        method: 'sandbox.crypto',
        currency: 'BTC',
        accountId: player.accounts.BTC,
        fields: { crypto_network: 'bitcoin', wallet_id: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      })
    // 0.01 bitcoin are about 890 euros.
    expect((await bitcoin(1_000_000)).body.stage).toBe('created')
    expect((await withdraw(20_000)).body.stage).toBe('review')
  })

  test('is empty if the limit is 0', async () => {
    app.deps.settings.withdrawals.autoLimit = 0
    expect((await withdraw(1000)).body.stage).toBe('review')
  })

  // Shows: pair withdrawal/documents
  test('excludes players without a verified identity, if the setting requires one', async () => {
    app.deps.settings.withdrawals.reviewsUnverified = true
    const { body } = await withdraw(1000)
    expect(body.stage).toBe('review')
    expect(await reasonsOf(body.number)).toEqual(['identity'])
    await app.asOwner('UPDATE identity.players SET identity_verified_at = now() WHERE id = $1', [player.id])
    expect((await withdraw(1000)).body.stage).toBe('created')
  })

  test('excludes players with a flagged payment', async () => {
    const first = await withdraw(1000)
    await app.deps.db.transaction(async (tx) => {
      const row = (await lockInvoice(tx, first.body.id))!
      await raiseFlag(app.deps, tx, row, { flag: 'another amount', by: 'partner' })
    })
    const { body } = await withdraw(1000)
    expect(await reasonsOf(body.number)).toEqual(['flagged'])
  })

  // Shows: pair withdrawal/open bet
  test('excludes players who owe for corrected bets, in any currency', async () => {
    const owe = (currency: string, debt: number) => insertSettledBet(player.id, { currency, debt })
    await owe('BTC', 0)
    expect((await withdraw(1000)).body.stage).toBe('created')
    await owe('BTC', 1)
    const { body } = await withdraw(1000)
    expect(body.stage).toBe('review')
    expect(await reasonsOf(body.number)).toEqual(['debt'])
  })
})

// Shows: attack 106, pair withdrawal/open bet
test('a payout that is corrected while its withdrawal is not sent puts it in review; with cash for the debt it is sent', async () => {
  // Nothing more is needed of the sportsbook than its correction.
  const noPartner = { rawBody: Buffer.from('{}'), header: () => undefined }
  const settled = (of: TestPlayer) => insertSettledBet(of.id, { currency: 'EUR', debt: 0 })
  const correct = (betId: string) =>
    voidBet(
      { ...contextOf(app.deps, { id: player.id, sessionId: '' }), partner: noPartner },
      {
        call: 'void',
        sportsbook: 'test',
        requestId: randomUUID(),
        betId,
        sequence: 2,
        payout: 0,
        reason: 'abandoned',
        actor: 'test',
      },
    )

  const betId = await settled(player)
  const { body: waiting } = await withdraw(100_000)
  app.deps.settings.withdrawals.autoLimit = 0
  const first = await asked(600_000)
  expect(await correct(betId)).toMatchObject({ ok: true, value: { debt: 0 } })
  expect([await reasonsOf(waiting.number), await reasonsOf(first.number)]).toEqual([[], ['amount']])

  const indebted = await app.player()
  await indebted.fund('EUR', 300_000n)
  Object.assign(app.deps.settings.withdrawals, asShipped)
  const another = await settled(indebted)
  const { body: queued } = await withdraw(100_000, {}, indebted)
  expect(queued.stage).toBe('created')
  expect(await correct(another)).toMatchObject({ ok: true, value: { debt: 100_000 } })
  await sendPayouts(app.deps)
  expect(payoutOf(queued.id)).toBeUndefined()
  expect(await reasonsOf(queued.number)).toEqual(['debt'])
  expect(payoutOf(waiting.id)).toBeDefined()
})

test('once the owner of a prepared account proves the address, what was requested before is reviewed and its destination is unknown', async () => {
  const { body: paid } = await withdraw(2000)
  await sendPayouts(app.deps)
  app.sandbox.payouts.approve(payoutOf(paid.id)!.id)
  await app.settle()
  const proposed = async () => {
    const { body } = await player.call('GET', '/api/payment/methods/withdrawal?currency=EUR')
    const bankOf = body.find(({ method }: { method: string }) => method === 'sandbox.bank')
    return bankOf.fields.find(({ key }: { key: string }) => key === 'iban').value
  }
  expect(await proposed()).toBe(bank.iban)
  const { body: waiting } = await withdraw(1000)
  expect(waiting.stage).toBe('created')
  const ctx = contextOf(app.deps, { id: player.id, sessionId: '' })
  app.clock.forward(1000)
  await app.deps.db.transaction(async (tx) =>
    proveAddress(tx, ctx, await lockPlayer(tx, player.id), { by: 'password-reset' }),
  )
  await sendPayouts(app.deps)
  expect(payoutOf(waiting.id)).toBeUndefined()
  expect(await reasonsOf(waiting.number)).toEqual(['prepared'])
  expect(await proposed()).toBeNull()
  await app.asOwner('UPDATE identity.sessions SET stepped_up_at = NULL WHERE player_id = $1', [player.id])
  expect((await withdraw(1000)).body.error.name).toBe('stepUpRequired')
})

describe('a place that nothing went to before', () => {
  const elsewhere = { fields: { account_holder: 'Maria Muster', iban: 'FR1420041010050500013M02606' } }

  // Shows: attack 88, pair withdrawal/second factor
  test('requires a new proof, holds nothing without one, and is known afterwards', async () => {
    player = await app.player({ isProven: false })
    await player.fund('EUR', 100_000n)
    expect((await withdraw(1000)).body.error).toMatchObject({ name: 'stepUpRequired', code: 12003 })
    expect(await money()).toEqual({ cash: 100_000, held: 0 })
    await app.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE player_id = $1', [
      player.id,
      app.clock.now(),
    ])
    expect((await withdraw(1000)).status).toBe(200)
    app.clock.forward(600_001)
    expect((await withdraw(1000, { fields: { account_holder: 'maria muster', iban: bank.iban } })).status).toBe(200)
    expect((await withdraw(1000, elsewhere)).body.error.name).toBe('stepUpRequired')
  })

  // Shows: attack 70
  test('requires no proof for more than the balance, which is refused at once', async () => {
    player = await app.player({ isProven: false })
    await player.fund('EUR', 100_000n)
    expect((await withdraw(100_001)).body.error.name).toBe('insufficientFunds')
    expect((await withdraw(100_000)).body.error.name).toBe('stepUpRequired')
    // Sent again without its answer, the whole balance is on hold already.
    const idempotencyKey = randomUUID()
    const prove = (at: Date | null) =>
      app.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE player_id = $1', [player.id, at])
    await prove(app.clock.now())
    expect((await withdraw(100_000, { idempotencyKey })).status).toBe(200)
    await app.asOwner('UPDATE identity.sessions SET idled_at = $2, stepped_up_at = NULL WHERE player_id = $1', [
      player.id,
      app.clock.now(),
    ])
    expect((await withdraw(100_000, { idempotencyKey })).body.error.name).toBe('stepUpRequired')
    await prove(app.clock.now())
    expect((await withdraw(100_000, { idempotencyKey })).status).toBe(200)
    expect(await money()).toEqual({ cash: 0, held: 100_000 })
  })

  test('is not known for another player, nor after an operator declined it', async () => {
    await withdraw(1000)
    const other = await app.player({ isProven: false })
    await other.fund('EUR', 10_000n)
    expect((await withdraw(1000, {}, other)).body.error.name).toBe('stepUpRequired')
    const { number } = (await withdraw(500_000, elsewhere)).body
    await decide(number, 'declined', 'not yours')
    await app.asOwner('UPDATE identity.sessions SET stepped_up_at = NULL WHERE player_id = $1', [player.id])
    expect((await withdraw(1000, elsewhere)).body.error.name).toBe('stepUpRequired')
    expect((await withdraw(1000)).status).toBe(200)
  })
})

describe('turnover, where one turn is required', () => {
  const bet = (key: string, amount: bigint) =>
    app.deps.ledger.post({
      kind: 'bet',
      gate: 'none',
      actor: 'studio:test',
      idempotencyKey: key,
      requestHash: key,
      reference: { kind: 'round', id: `r-${key}` },
      round: {
        id: `r-${key}`,
        studio: 'test',
        gameId: 'dice',
        playerId: player.id,
        currency: 'EUR',
        isFinished: false,
        transactionId: key,
      },
      transfers: [{ from: `player:${player.id}:cash:EUR`, to: 'house:games:EUR', amount: amount as never }],
    })
  const undo = (key: string) =>
    app.deps.ledger.post({
      kind: 'rollback',
      actor: 'studio:test',
      idempotencyKey: `undo ${key}`,
      requestHash: key,
      reference: { kind: 'round', id: `r-${key}` },
      round: {
        id: `r-${key}`,
        studio: 'test',
        gameId: 'dice',
        playerId: player.id,
        currency: 'EUR',
        isFinished: false,
        transactionId: `undo ${key}`,
        betTransactionId: key,
      },
      transfers: [],
    })
  const left = async () =>
    (await player.call('GET', '/api/risk/reasons/turn-over-wager?currency=EUR')).body.turnOverWagerAmount

  // Shows: 3.21.1, 7.4.5, attack 94, pair withdrawal/limits
  test('money can be withdrawn once it is wagered, and rolled back bets do not count', async () => {
    app.deps.settings.turnoverMultiplier = 1
    try {
      const { body } = await player.call('POST', '/api/payment/invoices/deposit', {
        method: 'sandbox.card',
        currency: 'EUR',
        amount: 5000,
        accountId: player.accounts.EUR,
        fields: {},
      })
      app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
      await app.settle()
      expect((await player.call('GET', '/api/risk/reasons/turn-over-wager?currency=EUR')).body).toMatchObject({
        isEnabled: true,
        total: 5000,
        turnOverWager: 1,
        turnOverWagerAmount: 5000,
        currency: 'EUR',
      })
      app.deps.settings.turnoverMultiplier = 3
      expect((await player.call('GET', '/api/risk/reasons/turn-over-wager?currency=EUR')).body).toMatchObject({
        turnOverWager: 3,
      })
      app.deps.settings.turnoverMultiplier = 1
      expect((await player.call('GET', '/api/risk/reasons/turn-over-wager?currency=USD')).body).toMatchObject({
        total: 0,
        turnOverWagerAmount: 0,
        currency: 'USD',
      })
      const keys = Array.from({ length: 20 }, () => randomUUID())
      for (const key of keys) {
        expect((await bet(key, 5000n)).ok).toBe(true)
        expect((await undo(key)).ok).toBe(true)
      }
      expect(await left()).toBe(5000)
      expect((await withdraw(1000)).body.error).toMatchObject({ name: 'turnoverOpen', code: 13102 })
      await bet(randomUUID(), 4999n)
      expect(await left()).toBe(1)
      expect((await withdraw(1000)).body.error.name).toBe('turnoverOpen')
      await bet(randomUUID(), 1n)
      expect(await left()).toBe(0)
      expect((await withdraw(1000)).status).toBe(200)
    } finally {
      app.deps.settings.turnoverMultiplier = 0
    }
  })
})

const selection = {
  id: 'one',
  eventId: 'match',
  marketId: 'result',
  marketVersion: 1,
  outcomeId: 'home',
  odds: '3.00',
  isLive: false,
  startsAt: '2026-01-01T12:00:00Z',
  result: 'won',
  names: { sport: 'Football', league: 'League', event: 'Home – Away', market: 'Result', outcome: 'Home' },
}

/** A bet that paid three times its stake. Returns the sportsbook's id. */
async function insertSettledBet(
  playerId: string,
  { currency, debt }: { currency: string; debt: number },
): Promise<string> {
  const { rows } = await app.asOwner(
    `INSERT INTO sports.bets (
       id, sportsbook, bet_id, player_id, currency, debt, status, kind, system_sizes, is_each_way, selections, odds_policy,
       lowest_odds, stake, open_stake, maximum_payout, payout, sequence, movement_id, placed_at, changed_at, ended_at)
     VALUES (
       gen_random_uuid(), 'test', gen_random_uuid()::text, $1, $2, $3, 'settled', 'single', '{}', false, $4, 'never',
       3000, 100000, 0, 300000, 300000, 1, 1, now(), now(), now())
     RETURNING bet_id`,
    [playerId, currency, debt, JSON.stringify([selection])],
  )
  return rows[0].bet_id
}

describe('after an operator has removed the second factors', () => {
  const remove = (hasPasskeys = false) =>
    removeFactors({ ...app.deps, actor: operator }, { playerId: player.id, hasPasskeys, reason: 'lost phone' })
  const count = async (table: string) =>
    (await app.asOwner(`SELECT count(*)::int AS many FROM credentials.${table} WHERE player_id = $1`, [player.id]))
      .rows[0].many
  beforeEach(async () => {
    const now = app.clock.now()
    await app.asOwner(
      `INSERT INTO credentials.totps (player_id, secret, created_at, enabled_at) VALUES ($1, '\\x00', $2, $2)`,
      [player.id, now],
    )
    await app.asOwner(`INSERT INTO credentials.recovery_codes (player_id, code_hash) VALUES ($1, sha256('one'))`, [
      player.id,
    ])
    await app.asOwner(
      `INSERT INTO credentials.passkeys (id, player_id, credential_id, public_key, counter, transports, name, created_at) VALUES ($1::uuid, $2, $1::uuid::text, '\\x00', 0, '', 'phone', $3)`,
      [randomUUID(), player.id, now],
    )
  })

  test('withdrawals go to review for three days, those not sent yet too; passkeys remain', async () => {
    const { body: queued } = await withdraw(1000)
    expect(queued.stage).not.toBe('review')
    expect((await remove()).ok).toBe(true)
    expect([await count('totps'), await count('recovery_codes'), await count('passkeys')]).toEqual([0, 0, 1])
    expect(await invoice(queued.id)).toMatchObject({ stage: 'review' })
    const { rows } = await app.asOwner('SELECT review_reasons FROM payments.invoices WHERE id = $1', [queued.id])
    expect(rows[0].review_reasons).toEqual(['factors'])
    await asked(1000)
    const { rows: audited } = await app.asOwner(
      "SELECT detail FROM identity.audit WHERE player_id = $1 AND action = 'factors-removed'",
      [player.id],
    )
    expect(audited).toEqual([
      { detail: { before: { authenticators: 1 }, after: { authenticators: 0 }, reason: 'lost phone' } },
    ])
    app.clock.forward(72 * 3_600_000)
    expect((await withdraw(1000)).body.stage).not.toBe('review')
  })

  test('no withdrawal is approved within 24 hours, but one may be declined', async () => {
    expect((await remove()).ok).toBe(true)
    const [{ number }, { number: other }] = [await asked(1000), await asked(1000)]
    expect(await decide(other, 'declined', 'not mine')).toMatchObject({ ok: true })
    app.clock.forward(23 * 3_600_000)
    expect(await decide(number, 'approved')).toMatchObject({ refusal: 'factorsJustRemoved' })
    app.clock.forward(3_600_000)
    expect(await decide(number, 'approved')).toMatchObject({ ok: true })
  })

  test('passkeys on request; without any, it is refused', async () => {
    expect((await remove(true)).ok).toBe(true)
    expect([await count('totps'), await count('recovery_codes'), await count('passkeys')]).toEqual([0, 0, 0])
    expect(await remove(true)).toMatchObject({ refusal: 'nothingToRemove' })
  })
})
