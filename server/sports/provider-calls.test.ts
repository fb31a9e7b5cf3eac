/**
 * A sportsbook whose calls are signed tokens: its transactions become placements and decisions, whatever goes wrong.
 */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { signJwt } from '#server/partners/sportsbook/es256.ts'
import { createJwtSportsbook } from '#server/partners/sportsbook/jwt-http.ts'
import { type Bettor, settleOf, sportsSite, type SportsSite } from '#tests/setup/sportsbook.ts'

const [own, theirs, stranger] = [1, 2, 3].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))

let site: SportsSite
beforeAll(async () => {
  site = await sportsSite({
    sportsbook: ({ clock }) =>
      createJwtSportsbook({
        slug: 'sportsbook',
        host: 'http://127.0.0.1:9',
        clientId: 'brand-1',
        integrity: null,
        ownKey: own!.privateKey,
        theirKeys: [theirs!.publicKey],
        clock,
      }),
  })
})
afterAll(() => site.close())
afterEach(async () => expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([]))

const refused = (status: number, name: string) => ({ status, body: { error: { name } } })

function send(operation: string, payload: object, { key = theirs!.privateKey, age = 0 } = {}) {
  const iat = Math.floor(site.deps.clock.now().getTime() / 1000) - age
  return site.app.send({
    method: 'POST',
    url: `/api/partners/sportsbook/sportsbook/bet/${operation}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ payload: signJwt({ iat, exp: iat + 60, payload }, key) }),
  })
}
/** A call whose content is this text. */
function sendText(operation: string, payload: string) {
  const iat = Math.floor(site.deps.clock.now().getTime() / 1000)
  const claims = `{"iat":${iat},"exp":${iat + 60},"payload":${payload}}`
  const content = [JSON.stringify({ alg: 'ES256', typ: 'JWT' }), claims]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
  const key = { key: theirs!.privateKey, dsaEncoding: 'ieee-p1363' } as const
  return site.app.send({
    method: 'POST',
    url: `/api/partners/sportsbook/sportsbook/bet/${operation}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({
      payload: `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`,
    }),
  })
}
const made = ({ id, sessionId }: Bettor, over: object = {}) => ({
  transaction: { id: randomUUID() },
  ext_player_id: id,
  session_id: sessionId,
  currency: 'EUR',
  amount: 1000,
  potential_win: 3000,
  accept_odds_change: 'none',
  betslip: {
    type: '1/1',
    bets: [
      {
        id: 's1',
        event_id: 'e1',
        sport_name: 'Football',
        tournament_name: 'Northern League',
        competitor_name: ['Alder', 'Birch'],
        market_id: 'm1',
        market_name: 'Match result',
        outcome_id: 'home',
        outcome_name: 'Alder',
        odds: '3.00',
        live: false,
        scheduled: 1_795_000_000,
      },
    ],
  },
  timestamp: 1_794_990_000.25,
  ...over,
})
const about = (bet: { transaction: { id: string } }, over: object = {}) => ({
  transaction: { id: randomUUID() },
  bet_transaction_id: bet.transaction.id,
  ...over,
})
const selections = [{ id: 's1', status: 'won' }]
async function accepted(player: Bettor) {
  const bet = made(player)
  expect((await send('make', bet)).status).toBe(200)
  expect((await send('commit', about(bet))).status).toBe(200)
  return bet
}

test('a bet is made, committed and won; a rollback opens it again, and a loss or a refund ends it', async () => {
  const player = await site.player()
  const bet = made(player)
  expect(await send('make', bet)).toMatchObject({
    status: 200,
    body: { bet_transaction_id: bet.transaction.id, balance: 9000, currency: 'EUR' },
  })
  await send('commit', about(bet))
  expect((await site.bets(player, false)).data).toMatchObject([
    { status: 'accepted', selections: [{ odds: '3.00', names: { event: 'Alder – Birch' } }] },
  ])
  const win = about(bet, { amount: 3000, is_cashout: false, selections })
  expect((await send('win', win)).body.balance).toBe(12_000)
  expect((await site.bets(player)).data).toMatchObject([{ status: 'settled', selections: [{ result: 'won' }] }])
  const rollback = about(bet, { parent_transaction_id: win.transaction.id })
  expect((await send('rollback', rollback)).body.balance).toBe(9000)
  const lost = about(bet, { selections: [{ id: 's1', status: 'lost' }] })
  expect((await send('lost', lost)).body.balance).toBe(9000)
  await send('rollback', about(bet, { parent_transaction_id: lost.transaction.id }))
  expect((await send('refund', about(bet, { reason: 'abandoned' }))).body.balance).toBe(10_000)
})

test('a cash-out pays its price, and its rollback takes all of it back', async () => {
  const player = await site.player()
  const bet = await accepted(player)
  const sold = about(bet, { amount: 1500, is_cashout: true })
  expect((await send('win', sold)).body.balance).toBe(10_500)
  await send('rollback', about(bet, { parent_transaction_id: sold.transaction.id }))
  expect(await site.cash(player)).toBe(9000)
  expect((await site.bets(player, false)).data).toMatchObject([{ status: 'accepted', openStake: 1000, payout: 0 }])
})

// Shows: attack 206
test('every call repeated, also 10 times at once, gets its first answer; another content under its id is a conflict', async () => {
  const player = await site.player()
  const bet = made(player)
  const win = about(bet, { amount: 3000, is_cashout: false, selections })
  for (const [operation, call] of [
    ['make', bet],
    ['commit', about(bet)],
    ['win', win],
    ['rollback', about(bet, { parent_transaction_id: win.transaction.id })],
    ['lost', about(bet)],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(operation, call)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
  }
  expect(await site.cash(player)).toBe(9000)
  expect(await send('make', { ...bet, amount: 900, potential_win: 2700 })).toMatchObject(
    refused(409, 'requestConflict'),
  )
})

// Shows: attack 206
test('calls that come too early are repeated until they are in order: a win before the commit, a rollback before its win', async () => {
  const player = await site.player()
  const bet = made(player)
  await send('make', bet)
  const win = about(bet, { amount: 3000, is_cashout: false })
  const rollback = about(bet, { parent_transaction_id: win.transaction.id })
  expect(await send('win', win)).toMatchObject(refused(425, 'betNotAccepted'))
  await send('commit', about(bet))
  expect(await send('rollback', rollback)).toMatchObject(refused(425, 'transactionNotLast'))
  expect((await send('win', win)).status).toBe(200)
  const lost = about(bet)
  await send('lost', lost)
  // The win will never be the last transaction again: the answer ends the repeats, and nothing moves.
  expect(await send('rollback', rollback)).toMatchObject({ status: 200, body: { balance: 9000 } })
  expect(await site.cash(player)).toBe(9000)
})

test('a discard returns the stake, also before the bet arrives', async () => {
  const player = await site.player()
  const [first, late] = [made(player), made(player)]
  await send('make', first)
  await send('discard', about(first, { reason: 'price changed' }))
  expect((await send('discard', about(late, { reason: 'no answer' }))).status).toBe(200)
  expect(await send('make', late)).toMatchObject(refused(409, 'betDeclined'))
  expect(await send('commit', about(late))).toMatchObject(refused(409, 'betDeclined'))
  expect(await site.cash(player)).toBe(10_000)
})

// Shows: attack 206
test('a call that is forged, old or of another operation moves nothing; nor does a bet of another session or above its odds', async () => {
  const player = await site.player()
  const other = await site.player()
  const bet = made(player)
  expect(await send('make', bet, { key: stranger!.privateKey })).toMatchObject(refused(401, 'signatureInvalid'))
  expect(await send('make', bet, { key: own!.privateKey })).toMatchObject(refused(401, 'signatureInvalid'))
  expect(await send('make', bet, { age: 120 })).toMatchObject(refused(401, 'signatureInvalid'))
  expect(await send('win', bet)).toMatchObject(refused(422, 'callInvalid'))
  expect(await send('make', { ...bet, session_id: other.sessionId })).toMatchObject(refused(403, 'tokenInvalid'))
  expect(await send('make', { ...made(player), potential_win: 3001 })).toMatchObject(refused(422, 'slipInvalid'))
  expect(await send('make', { ...made(player), betslip: { ...bet.betslip, type: '2/2' } })).toMatchObject(
    refused(422, 'slipInvalid'),
  )
  expect(await send('make', made(player, { currency: 'USD' }))).toMatchObject(refused(422, 'insufficientFunds'))
  const taken = await accepted(player)
  expect(await send('win', about(taken, { amount: 3001, is_cashout: false }))).toMatchObject(
    refused(422, 'payoutTooLarge'),
  )
  expect(await site.cash(player)).toBe(9000)
})

// Shows: attack 105
test('a call of another operation, and one with a time or text that cannot be stored, is invalid and moves nothing', async () => {
  const player = await site.player()
  const bet = await accepted(player)
  const invalid = refused(422, 'callInvalid')
  const win = about(bet, { amount: 3000, is_cashout: false, selections })
  const refund = about(bet, { reason: 'abandoned' })
  const rollback = about(bet, { parent_transaction_id: win.transaction.id })
  for (const call of [win, refund, rollback])
    for (const operation of ['lost', 'commit']) expect(await send(operation, call)).toMatchObject(invalid)
  const slip = (over: object) => ({ type: '1/1', bets: [{ ...made(player).betslip.bets[0], ...over }] })
  for (const over of [
    { timestamp: 1e300 },
    { timestamp: 253_402_300_800 },
    { betslip: slip({ scheduled: 9e15 }) },
    { betslip: slip({ sport_name: 'a\0b' }) },
    { betslip: slip({ competitor_name: ['a\uD800b'] }) },
  ])
    expect(await send('make', made(player, over))).toMatchObject(invalid)
  expect(await send('refund', about(bet, { reason: 'a\0b' }))).toMatchObject(invalid)
  expect(await site.cash(player)).toBe(9000)
  expect((await send('win', win)).body.balance).toBe(12_000)
})

// Shows: attack 105
test('of a win, a loss and a refund at once each decides in turn, and a win is taken back once', async () => {
  const player = await site.player()
  const bet = await accepted(player)
  const win = about(bet, { amount: 3000, is_cashout: false })
  const calls = [send('win', win), send('lost', about(bet)), send('refund', about(bet, { reason: 'abandoned' }))]
  for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
  const last = about(bet, { amount: 3000, is_cashout: false })
  expect((await send('win', last)).body.balance).toBe(12_000)
  const backs = Array.from({ length: 5 }, () =>
    send('rollback', about(bet, { parent_transaction_id: last.transaction.id })),
  )
  expect((await Promise.all(backs)).map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200])
  expect(await site.cash(player)).toBe(9000)
})

// Shows: attack 207
test('what is sent beside the token, at any address of the sportsbook, is not signed and moves nothing', async () => {
  const player = await site.player()
  const bet = await accepted(player)
  const iat = Math.floor(site.deps.clock.now().getTime() / 1000)
  const payload = signJwt({ iat, exp: iat + 60, payload: {} }, theirs!.privateKey)
  const settled = settleOf(bet.transaction.id, 1, 3000)
  for (const [path, body] of [
    ['settle', { payload, call: 'settle', ...settled }],
    ['bet/win', { payload, ...about(bet, { amount: 3000, is_cashout: false }) }],
  ] as const) {
    const answer = await site.app.send({
      method: 'POST',
      url: `/api/partners/sportsbook/sportsbook/${path}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect(answer).toMatchObject(refused(401, 'signatureInvalid'))
  }
  expect(await site.cash(player)).toBe(9000)
})

test('what was spent before a rollback is owed, and the next win pays it', async () => {
  const player = await site.player({ EUR: 2000n })
  const [first, second] = [await accepted(player), await accepted(player)]
  const win = about(first, { amount: 3000, is_cashout: false })
  await send('win', win)
  await site.deps.ledger.post({
    kind: 'deposit-reversed',
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
    transfers: [{ from: `player:${player.id}:cash:EUR`, to: 'clearing:test:EUR', amount: 3000n as never }],
  })
  await send('rollback', about(first, { parent_transaction_id: win.transaction.id }))
  expect(await site.bets(player, false)).toMatchObject({ meta: { debts: [{ amount: 3000 }] } })
  await send('win', about(second, { amount: 3000, is_cashout: false }))
  expect(await site.bets(player)).toMatchObject({ meta: { debts: [] } })
})

test('a win with a fraction of a subunit is rounded down as it was written, and the rest is noted', async () => {
  const player = await site.player()
  for (const [written, payout, rest] of [
    ['1500.75', 1500, '0.75'],
    // As a double it would be 2000.
    ['1999.9999999999999999', 1999, '0.9999999999999999'],
  ] as const) {
    const bet = await accepted(player)
    const before = await site.cash(player)
    const win = about(bet, { amount: Number(written), is_cashout: false, selections })
    const payload = JSON.stringify(win).replace(/"amount":[0-9.]+/, `"amount":${written}`)
    for (let turn = 0; turn < 2; turn++) expect((await sendText('win', payload)).status).toBe(200)
    expect((await site.cash(player)) - before).toBe(payout)
    const { rows } = await site.app.db.asOwner(
      'SELECT actor, currency, amount::text FROM ledger.remainders WHERE idempotency_key = $1',
      [`settle:${bet.transaction.id}:1`],
    )
    expect(rows).toEqual([{ actor: 'sportsbook:sportsbook', currency: 'EUR', amount: rest }])
  }
  const bet = await accepted(player)
  expect(await sendText('win', JSON.stringify(about(bet, { amount: -0.5, is_cashout: false })))).toMatchObject(
    refused(422, 'callInvalid'),
  )
  expect(await send('make', made(player, { amount: 1000.5 }))).toMatchObject(refused(422, 'callInvalid'))
  // So is what it may pay at most: a bet is not refused for it.
  expect((await send('make', made(player, { potential_win: 2999.5 }))).status).toBe(200)
})
