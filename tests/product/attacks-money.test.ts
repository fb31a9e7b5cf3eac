/** Attacks on the money of a running site, from outside: attacks 1 to 11 in docs/threats.md. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inHouseStudioKeys } from '#server/partners/game-studio/in-house-studio.ts'
import { type Site, startSite } from '#tests/setup/site.ts'
import { ask, expectConsistentLedger } from './product-database.ts'
import {
  decide,
  fund,
  registerPlayer,
  notice,
  type SitePlayer,
  play,
  secretOf,
  type Signing,
  startDeposit,
  studioCall,
  launchGame,
  until,
  withdraw,
} from './site-player.ts'
import { partnerRecordOf } from './steps.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ env: { SEED: 'false', ROUND_MIN_MS: '0' } })
})
afterAll(async () => {
  await expectConsistentLedger(site)
  await site.discard()
})

const funds = 10_000
async function rich(): Promise<SitePlayer> {
  const player = await registerPlayer(site)
  await fund(player, funds)
  return player
}

type Change = { id?: string; status?: string; amount?: string; currency?: string; isTagWrong?: boolean }

/** The webhook that the partner would send for an open deposit, with the attacker's changes. */
async function openDeposit(
  player: SitePlayer,
  amount = 2000,
): Promise<{ invoiceId: string; action: string; noticeOf(change?: Change): object }> {
  const { body } = await startDeposit(player, amount)
  const payment = partnerRecordOf(site, 'payments', body.invoiceId)!
  return {
    invoiceId: body.invoiceId,
    action: body.action,
    noticeOf: ({ id = randomUUID(), ...change } = {}) => ({
      id,
      type: 'payment.succeeded',
      createdAt: new Date().toISOString(),
      data: {
        id: payment.id,
        reference: body.invoiceId,
        status: 'succeeded',
        amount: (amount / 100).toFixed(2),
        currency: 'EUR',
        network: null,
        reason: null,
        isTagWrong: false,
        ...change,
      },
    }),
  }
}

const untilProcessed = () =>
  until(
    async () => (await ask(site, 'SELECT FROM payments.callbacks WHERE processed_at IS NULL')).length === 0,
    'the inbox is worked off',
  )
const movements = async (reference: string): Promise<string[]> =>
  (
    await ask<{ kind: string }>(site, 'SELECT kind FROM ledger.movements WHERE reference_id = $1 ORDER BY id', [
      reference,
    ])
  ).map(({ kind }) => kind)
const stored = async (): Promise<number> => (await ask(site, 'SELECT FROM payments.callbacks')).length
const statuses = (replies: Array<{ status: number }>): Record<number, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(replies, ({ status }) => status)).map(([status, list]) => [status, list!.length]),
  )
const together = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

// Shows: attack 1
test("1: a payment webhook with no, an empty, another body's, another partner's or a stale signature gets 401 and stores nothing", async () => {
  const player = await rich()
  const { invoiceId, noticeOf } = await openDeposit(player)
  const before = await stored()
  const now = Math.floor(Date.now() / 1000)
  const forged = [
    { headers: { 'sandbox-signature': '' } },
    { headers: { 'sandbox-signature': `t=${now}` } },
    { headers: { 'sandbox-signature': `t=${now},v1=` } },
    { headers: { 'sandbox-signature': `t=${now},v1=${'0'.repeat(64)}` } },
    { headers: { 'sandbox-signature': 'v1=x,t=NaN' } },
    { signedBody: JSON.stringify(noticeOf({ amount: '1.00' })) },
    { key: inHouseStudioKeys(secretOf(site)).signingKey },
    { at: now - 301 },
    { at: now + 302 },
  ]
  for (const forgery of forged) expect((await notice(site, noticeOf(), forgery)).status).toBe(401)
  const unsigned = await fetch(`${site.url}/api/partners/payments/sandbox/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(noticeOf()),
  })
  expect(unsigned.status).toBe(401)
  expect(await stored()).toBe(before)
  expect(await movements(invoiceId)).toEqual([])
  expect(await player.cash()).toBe(funds)
})

// Shows: attack 1
test("1: a studio call with no, an empty, another body's, another partner's or a stale signature gets 401 and moves nothing", async () => {
  const player = await rich()
  const seat = await launchGame(site, player)
  const body = (amount: number) => ({
    token: seat,
    currency: 'EUR',
    gameId: 'dice',
    roundId: randomUUID(),
    transactionId: randomUUID(),
    amount,
  })
  const now = Math.floor(Date.now() / 1000)
  const forged: Signing[] = [
    { headers: { 'x-studio-signature': '' } },
    { headers: { 'x-studio-signature': '0'.repeat(64) } },
    { headers: { 'x-studio-timestamp': '' } },
    { signedBody: JSON.stringify(body(1)) },
    { key: 'the key of somebody else' },
    { at: now - 301 },
    { at: now + 302 },
  ]
  for (const verb of ['bet', 'win', 'rollback', 'balance']) {
    for (const forgery of forged) expect((await studioCall(site, verb, body(500), forgery)).status).toBe(401)
  }
  expect((await studioCall(site, 'bet', body(500), { studio: 'another-studio' })).status).toBe(404)
  expect(await player.cash()).toBe(funds)
})

// Shows: attack 2
test('2: a webhook with another amount or currency is posted to suspense and not credited', async () => {
  const player = await rich()
  for (const change of [{ amount: '2000.00' }, { amount: '0.01' }, { currency: 'USD' }]) {
    const { invoiceId, noticeOf } = await openDeposit(player)
    expect((await notice(site, noticeOf(change))).status).toBe(200)
    await untilProcessed()
    expect(await movements(invoiceId)).toEqual(['deposit-suspense'])
  }
  expect(await player.cash()).toBe(funds)
})

// Shows: attack 3
test('3: 50 simultaneous copies of a webhook, and 50 different ones about one payment: one credit, all answered with 2xx', async () => {
  const player = await rich()
  const { invoiceId, noticeOf } = await openDeposit(player)
  const one = noticeOf()
  expect(statuses(await together(50, () => notice(site, one)))).toEqual({ 200: 50 })
  expect(statuses(await together(50, () => notice(site, noticeOf())))).toEqual({ 200: 50 })
  await untilProcessed()
  expect(await movements(invoiceId)).toEqual(['deposit'])
  expect(await player.cash()).toBe(funds + 2000)
})

// Shows: attack 4
test('4: 50 simultaneous withdrawals of the whole balance: one is accepted, 49 are rejected with 422', async () => {
  const player = await rich()
  expect(statuses(await together(50, () => withdraw(player, funds)))).toEqual({ 200: 1, 422: 49 })
  expect(await player.cash()).toBe(0)
})

// Shows: 10.24, attack 5
test('5: withdrawals against bets of the whole balance: one wins, nothing falls below zero', async () => {
  const player = await rich()
  const seat = await launchGame(site, player)
  const bet = () =>
    studioCall(site, 'bet', {
      token: seat,
      currency: 'EUR',
      gameId: 'dice',
      roundId: randomUUID(),
      transactionId: randomUUID(),
      amount: funds,
    })
  const replies = await together(20, (index) => (index % 2 === 0 ? withdraw(player, funds) : bet()))
  expect(statuses(replies)).toEqual({ 200: 1, 422: 19 })
  expect(await player.cash()).toBe(0)
})

// Shows: attack 7
test('7: a failure after the success reverses nothing', async () => {
  const player = await rich()
  const { invoiceId, noticeOf } = await openDeposit(player)
  for (const status of ['succeeded', 'failed', 'succeeded', 'failed']) {
    expect((await notice(site, noticeOf({ status }))).status).toBe(200)
    await untilProcessed()
  }
  expect(await movements(invoiceId)).toEqual(['deposit'])
  expect(await player.cash()).toBe(funds + 2000)
})

// Shows: attack 8
test("8: a rollback before its bet, twice, of another player's bet, or of a paid bet", async () => {
  const [player, stranger] = [await rich(), await rich()]
  const [seat, foreignSeat] = [await launchGame(site, player), await launchGame(site, stranger)]
  const call = (verb: string, more: object, token = seat) =>
    studioCall(site, verb, { token, currency: 'EUR', gameId: 'dice', ...more })
  const [round, bet] = [randomUUID(), randomUUID()]
  const undo = { roundId: round, transactionId: randomUUID(), betTransactionId: bet }
  expect((await call('rollback', undo)).status).toBe(200)
  expect(await call('bet', { roundId: round, transactionId: bet, amount: 700 })).toMatchObject({
    status: 409,
    body: { error: { name: 'betRolledBack' } },
  })
  expect(await player.cash()).toBe(funds)

  const second = { roundId: randomUUID(), transactionId: randomUUID() }
  expect((await call('bet', { ...second, amount: 700 })).status).toBe(200)
  const undoSecond = { roundId: second.roundId, transactionId: randomUUID(), betTransactionId: second.transactionId }
  expect(
    (await call('rollback', { ...undoSecond, transactionId: randomUUID(), roundId: randomUUID() }, foreignSeat)).status,
  ).not.toBe(200)
  expect(await call('rollback', { ...undoSecond, amount: 999_999 })).toMatchObject({
    status: 200,
    body: { balance: funds },
  })
  expect(await call('rollback', undoSecond)).toMatchObject({ status: 200, body: { balance: funds, isReplay: true } })
  expect((await call('rollback', { ...undoSecond, transactionId: randomUUID() })).status).toBe(409)
  expect(await player.cash()).toBe(funds)
  expect(await stranger.cash()).toBe(funds)
})

// Shows: attack 9
test("9: a win replayed, with a new amount, without a bet, or on another player's round pays once or not at all", async () => {
  const [player, stranger] = [await rich(), await rich()]
  const [seat, foreignSeat] = [await launchGame(site, player), await launchGame(site, stranger)]
  const call = (verb: string, more: object, token = seat) =>
    studioCall(site, verb, { token, currency: 'EUR', gameId: 'dice', ...more })
  const roundId = randomUUID()
  expect((await call('win', { roundId, transactionId: randomUUID(), amount: 5000 })).status).toBe(404)
  expect((await call('bet', { roundId, transactionId: randomUUID(), amount: 100 })).status).toBe(200)
  expect((await call('win', { roundId, transactionId: randomUUID(), amount: 5000 }, foreignSeat)).status).not.toBe(200)
  const win = { roundId, transactionId: randomUUID(), amount: 300 }
  const replies = await together(20, () => call('win', win))
  expect(statuses(replies)).toEqual({ 200: 20 })
  expect(replies.filter(({ body }) => !body.isReplay)).toHaveLength(1)
  expect((await call('win', { ...win, amount: 9000 })).status).toBe(409)
  expect((await call('win', { ...win, transactionId: randomUUID() })).status).toBe(422)
  expect(await player.cash()).toBe(funds - 100 + 300)
  expect(await stranger.cash()).toBe(funds)
})

// Shows: attack 10
test('10: an invalid amount gets 422 in every call with money', async () => {
  const player = await rich()
  const seat = await launchGame(site, player)
  const amounts = [
    '-1',
    '0',
    '1e9',
    '1.5',
    'null',
    '"NaN"',
    '"100"',
    '"٣"',
    '9007199254740993',
    '[1]',
    '{}',
    'true',
    '1e308',
    '-0',
  ]
  for (const amount of amounts) {
    // These are texts, because a JSON encoder would never send some of them.
    const deposit = `{"method":"sandbox.card","currency":"EUR","amount":${amount},"accountId":"${player.accounts.EUR}","fields":{}}`
    const payout = `{"method":"sandbox.bank","currency":"EUR","amount":${amount},"accountId":"${player.accounts.EUR}","fields":{"account_holder":"Dana","iban":"DE89370400440532013000"}}`
    const bet = `{"token":"${seat}","currency":"EUR","gameId":"dice","roundId":"${randomUUID()}","transactionId":"${randomUUID()}","amount":${amount}}`
    expect((await player.call('POST', '/api/payment/invoices/deposit', deposit)).status, `deposit of ${amount}`).toBe(
      422,
    )
    expect(
      (await player.call('POST', '/api/payment/invoices/withdrawal', payout)).status,
      `withdrawal of ${amount}`,
    ).toBe(422)
    expect((await studioCall(site, 'bet', bet)).status, `bet of ${amount}`).toBe(422)
    expect((await play(site, seat, randomUUID(), JSON.parse(amount))).status, `play for ${amount}`).toBe(422)
  }
  expect((await player.call('POST', '/api/payment/invoices/deposit', '{"amount":NaN}')).status).toBe(400)
  expect(
    (
      await studioCall(site, 'bet', {
        token: seat,
        currency: 'EUR',
        gameId: 'dice',
        roundId: randomUUID(),
        transactionId: randomUUID(),
        amount: funds + 1,
      })
    ).body.error.name,
  ).toBe('insufficientFunds')
  expect(await player.cash()).toBe(funds)
})

// Shows: attack 11
test('11: a success after the player cancelled, twice: one credit, on a separate, flagged invoice', async () => {
  const player = await rich()
  const { invoiceId, noticeOf } = await openDeposit(player)
  expect((await player.call('PUT', `/api/payment/invoices/${invoiceId}/decline`)).status).toBe(200)
  for (let time = 0; time < 2; time++) expect((await notice(site, noticeOf())).status).toBe(200)
  await untilProcessed()
  expect(await player.cash()).toBe(funds + 2000)
  const late = await ask<{ id: string; flag: string | null }>(
    site,
    'SELECT late.id, given_up.flag FROM payments.invoices AS late JOIN payments.invoices AS given_up ON given_up.id = late.late_of WHERE given_up.id = $1',
    [invoiceId],
  )
  expect(late).toHaveLength(1)
  expect(late[0]!.flag).toBe('paid late')
  expect(await movements(late[0]!.id)).toEqual(['deposit'])
  // Later actions on the partner's page change nothing either.
  await decide((await startDeposit(player, 2000)).body.action, 'decline')
  expect(await player.cash()).toBe(funds + 2000)
})
