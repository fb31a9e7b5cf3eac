/** Bets on sports, as a sportsbook's calls change them: no call, order or repetition moves money wrongly. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants, lifecycles } from '#server/modules.ts'
import { switchOff, switchOn } from '#server/reference/switches.ts'
import { switchCurrency } from '#server/reference/switch-currency.ts'
import { addLimit } from '#server/protection/add-limit.ts'
import { closeAccount } from '#server/profile/close-account.ts'
import { setStatus } from '#server/identity/sessions/set-status.ts'
import { signOut } from '#server/identity/sessions/sign-out.ts'
import { signedHeaders } from '#server/partners/sportsbook/signature.ts'
import {
  acceptOf,
  type Bettor,
  cashOutOf,
  placeOf,
  settleOf,
  sportsSite,
  type SportsSite,
  unsettleOf,
  voidOf,
} from '#tests/setup/sportsbook.ts'
import { operator } from '#tests/setup/operator.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { warnOfLeftWork } from '#server/kernel/jobs/left-work.ts'
import { leftBets } from './module.ts'
import { clearDebt } from './clear-debt.ts'
import { lifecycle } from './lifecycle.ts'
import { payClosedAccount } from './pay-closed-account.ts'

let site: SportsSite
beforeAll(async () => {
  site = await sportsSite({ env: { TRUST_PROXY: '1', RESTRICTED_GAMES: 'sportsbook:CH' } })
})
afterAll(() => site.close())
afterEach(async () => expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([]))

const ctxOf = (player: Bettor) => contextOf({ ...site.deps, lifecycles: [lifecycle] }, player)
const block = (player: Bettor) =>
  setStatus({ ...ctxOf(player), actor: operator }, { playerId: player.id, status: 'blocked', reason: 'test' })
const refused = (status: number, name: string) => ({ status, body: { error: { name } } })
async function seated(funds: Record<string, bigint> = { EUR: 100_00n }) {
  const player = await site.player(funds)
  return { player, token: await site.start(player) }
}
/** Money that leaves the player's account by something else. */
async function spend(player: Bettor, amount: number): Promise<void> {
  const posted = await site.deps.ledger.post({
    kind: 'deposit-reversed',
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
    transfers: [{ from: `player:${player.id}:cash:EUR`, to: 'clearing:test:EUR', amount: BigInt(amount) as never }],
  })
  expect(posted.ok).toBe(true)
}

describe('a bet', () => {
  // Shows: 7.6.3
  test('is held, accepted and settled: its stake leaves the cash, and its payout arrives', async () => {
    const { player, token } = await seated()
    const bet = placeOf(token)
    expect(await site.call('place', bet)).toMatchObject({
      status: 200,
      body: { status: 'held', isApplied: true, openStake: 1000, payout: 0, debt: 0, currency: 'EUR', balance: 9000 },
    })
    const inPlay = async () => {
      const answer = await site.app.send({ method: 'GET', url: '/api/wallet/in-play', token: player.token })
      return answer.body
    }
    expect(await inPlay()).toEqual([{ currency: 'EUR', rounds: 0, bets: 1000 }])
    expect((await site.call('accept', acceptOf(bet))).body).toMatchObject({ status: 'accepted', balance: 9000 })
    expect((await site.bets(player, false)).data).toMatchObject([
      { status: 'accepted', stake: 1000, openStake: 1000, selections: [{ odds: '3.00', result: null }] },
    ])
    expect((await site.call('settle', settleOf(bet.betId, 1, 3000))).body).toMatchObject({
      status: 'settled',
      openStake: 0,
      payout: 3000,
      balance: 12_000,
    })
    expect(await inPlay()).toEqual([])
    const { data, meta } = await site.bets(player)
    const one = async (of: string, token = player.token) =>
      (await site.app.send({ method: 'GET', url: `/api/game/bets?betId=${of}`, token })).body.data
    expect(await one(bet.betId)).toEqual(data)
    expect(await one('another')).toEqual([])
    expect(await one(bet.betId, (await seated()).player.token)).toEqual([])
    expect(data).toMatchObject([{ status: 'settled', payout: 3000, selections: [{ result: 'won' }] }])
    expect(meta).toMatchObject({ total: 1, debts: [] })
    const { body: entries } = await site.app.send({
      method: 'GET',
      url: `/api/wallet/entries?referenceId=${data[0].id}`,
      token: player.token,
    })
    const reference = { kind: 'bet', label: 'Alder – Birch' }
    expect(entries.data).toMatchObject([
      { kind: 'sports-settled', amount: 3000, before: 9000, after: 12_000, reference },
      { kind: 'sports-bet', amount: -1000, before: 10_000, after: 9000, reference },
    ])
    const { body: totals } = await site.app.send({ method: 'GET', url: '/api/wallet/totals', token: player.token })
    expect(totals).toMatchObject([{ currency: 'EUR', staked: 1000, won: 3000, net: 2000 }])
  })

  // Shows: 7.6.3
  test('is listed by the newest first, in pages; open ones only on request', async () => {
    const { player, token } = await seated()
    const ids: string[] = []
    for (const stake of [100, 200, 300, 400]) {
      ids.push(await site.bet(token, stake))
      site.app.moveClock(1000)
    }
    for (const id of ids.slice(0, 3)) await site.call('settle', settleOf(id, 1, 0))
    const listed = async (query: string) => {
      const { body } = await site.app.send({ method: 'GET', url: `/api/game/bets${query}`, token: player.token })
      return [body.data.map(({ stake }: { stake: number }) => stake), body.meta.total]
    }
    expect(await listed('')).toEqual([[300, 200, 100], 3])
    expect(await listed('?perPage=2')).toEqual([[300, 200], 3])
    expect(await listed('?perPage=2&page=2')).toEqual([[100], 3])
    expect(await listed('?isSettled=false')).toEqual([[400], 1])
  })

  test('that pays a fraction of a subunit is paid rounded down, and the rest is noted', async () => {
    const { player, token } = await seated()
    const betId = await site.bet(token)
    expect((await site.call('settle', settleOf(betId, 1, 2000.5))).body).toMatchObject({
      payout: 2000,
      balance: 11_000,
    })
    const { rows } = await site.app.db.asOwner(
      'SELECT actor, amount::text FROM ledger.remainders WHERE idempotency_key = $1',
      [`settle:${betId}:1`],
    )
    expect(rows).toEqual([{ actor: 'sportsbook:sportsbook', amount: '0.5' }])
    expect(await site.cash(player)).toBe(110_00)
    expect((await site.call('place', placeOf(token, { stake: 10.5 }))).status).toBe(422)
  })

  // Shows: change 29
  test('that is open is reported where its sportsbook is missing', async () => {
    const { token } = await seated()
    const betId = await site.bet(token)
    const warned: object[] = []
    const log = { warn: (each: object) => void warned.push(each) } as never
    const report = (deps: typeof site.deps) => warnOfLeftWork({ ...site.deps, log }, [leftBets(deps)])
    await report(site.deps)
    expect(warned).toEqual([])
    await report({ ...site.deps, partners: { ...site.deps.partners, sportsbook: null } })
    expect(warned).toMatchObject([{ what: 'open bets at a sportsbook', name: site.deps.partners.sportsbook!.slug }])
    await site.call('settle', settleOf(betId, 1, 0))
  })

  test('that loses pays nothing, and its stake is no longer open', async () => {
    const { player, token } = await seated()
    const betId = await site.bet(token)
    expect((await site.call('settle', settleOf(betId, 1, 0))).body).toMatchObject({ status: 'settled', payout: 0 })
    expect(await site.cash(player)).toBe(9000)
    // The player is told on any page.
    const { rows } = await site.app.db.asOwner(
      `SELECT payload FROM outbox.events WHERE event = 'game.bet.decided' AND channel = $1`,
      [`game:bets#${player.id}`],
    )
    expect(rows).toMatchObject([{ payload: { event: 'Alder – Birch', result: 'settled', stake: 1000, payout: 0 } }])
  })

  test('that is declined returns its stake, once; an accepted one is not declined', async () => {
    const { player, token } = await seated()
    const bet = placeOf(token)
    await site.call('place', bet)
    const decline = () => ({ requestId: randomUUID(), betId: bet.betId, reason: 'price changed' })
    expect((await site.call('decline', decline())).body).toMatchObject({ status: 'declined', balance: 10_000 })
    expect((await site.call('decline', decline())).body).toMatchObject({ status: 'declined', isApplied: false })
    expect(await site.call('accept', acceptOf(bet))).toMatchObject(refused(409, 'betDeclined'))
    // The player is told once, on any page.
    const { rows } = await site.app.db.asOwner(
      `SELECT payload FROM outbox.events WHERE event = 'game.bet.declined' AND channel = $1`,
      [`game:bets#${player.id}`],
    )
    expect(rows).toMatchObject([{ payload: { event: 'Alder – Birch', currency: 'EUR', stake: 1000 } }])
    const betId = await site.bet(token)
    expect(await site.call('decline', { ...decline(), betId })).toMatchObject(refused(409, 'betAccepted'))
    expect(await site.cash(player)).toBe(9000)
  })

  test('that is void returns its stake', async () => {
    const { player, token } = await seated()
    const betId = await site.bet(token)
    expect(await site.call('void', voidOf(betId, 1, 1001))).toMatchObject(refused(422, 'payoutTooLarge'))
    expect((await site.call('void', voidOf(betId, 1))).body).toMatchObject({ status: 'voided', balance: 10_000 })
    expect((await site.bets(player)).data).toMatchObject([{ status: 'voided', payout: 1000 }])
  })

  // Shows: attack 193
  test.each([
    ['never', '3.20', false],
    ['never', '3.00', true],
    ['higher', '3.20', true],
    ['higher', '2.90', false],
    ['any', '2.90', true],
  ])('of a player who accepts %s other odds is accepted at %s: %s', async (oddsPolicy, odds, isAccepted) => {
    const { token } = await seated()
    const bet = placeOf(token, { oddsPolicy })
    await site.call('place', bet)
    const answer = await site.call('accept', { ...acceptOf(bet, [odds]), maximumPayout: 2900 })
    expect(answer).toMatchObject(isAccepted ? { status: 200 } : refused(422, 'oddsNotAllowed'))
    expect(answer.body).toMatchObject(isAccepted ? { status: 'accepted' } : {})
  })

  // Shows: attack 185
  test('pays at most what its selections can pay', async () => {
    const { token } = await seated()
    expect(await site.call('place', placeOf(token, { maximumPayout: 3001 }))).toMatchObject(refused(422, 'slipInvalid'))
    expect(await site.call('place', placeOf(token, { kind: 'accumulator' }))).toMatchObject(refused(422, 'slipInvalid'))
    const betId = await site.bet(token)
    expect(await site.call('settle', settleOf(betId, 1, 3001))).toMatchObject(refused(422, 'payoutTooLarge'))
    expect(await site.call('cash-out', cashOutOf(betId, 1, 3001))).toMatchObject(refused(422, 'payoutTooLarge'))
  })
})

describe('a call', () => {
  // Shows: attack 181
  test('repeated gets its first answer, also 20 times at once; another content under its id is a conflict', async () => {
    const { player, token } = await seated()
    const bet = placeOf(token)
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.call('place', bet)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await site.cash(player)).toBe(9000)
    expect(await site.call('place', { ...bet, stake: 1001 })).toMatchObject(refused(409, 'requestConflict'))
    await site.call('accept', acceptOf(bet))
    const settle = settleOf(bet.betId, 1, 3000)
    const settled = await Promise.all(Array.from({ length: 20 }, () => site.call('settle', settle)))
    expect(new Set(settled.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await site.cash(player)).toBe(12_000)
    expect((await site.call('place', bet)).body).toEqual(answers[0]!.body)
  })

  // Shows: attack 181
  test('that was refused is refused again, even if it could be accepted now', async () => {
    const { player, token } = await seated({ EUR: 500n })
    const bet = placeOf(token)
    expect(await site.call('place', bet)).toMatchObject(refused(422, 'insufficientFunds'))
    await fund(player, 1000n)
    expect(await site.call('place', bet)).toMatchObject(refused(422, 'insufficientFunds'))
    expect((await site.call('place', { ...bet, requestId: randomUUID() })).status).toBe(200)
  })

  // Shows: attack 180
  test('is answered only with a recent signature over its exact bytes, at its own address', async () => {
    const { token } = await seated()
    const bet = placeOf(token)
    const wrong = signedHeaders('another key', JSON.stringify({ call: 'place', ...bet }), site.deps.clock.now())
    expect(await site.call('place', bet, { headers: wrong })).toMatchObject(refused(401, 'signatureInvalid'))
    expect(await site.call('place', bet, { headers: { 'x-sportsbook-signature': '' } })).toMatchObject({ status: 401 })
    expect(await site.call('place', bet, { slug: 'other' })).toMatchObject(refused(404, 'unknownSportsbook'))
    const body = JSON.stringify({ call: 'void', ...voidOf(bet.betId, 1) })
    const elsewhere = await site.app.send({
      method: 'POST',
      url: '/api/partners/sportsbook/sportsbook/settle',
      payload: body,
      headers: { 'content-type': 'application/json', 'x-sportsbook-timestamp': '0', 'x-sportsbook-signature': '0' },
    })
    expect(elsewhere.status).toBe(401)
    expect((await site.call('settle', { ...voidOf(bet.betId, 1), call: 'void' })).status).toBe(422)
  })

  // Shows: attack 185
  test('about a bet that is unknown, held or placed by another request moves nothing', async () => {
    const { player, token } = await seated()
    const bet = placeOf(token)
    for (const [name, body] of [
      ['accept', acceptOf(bet)],
      ['settle', settleOf(bet.betId, 1, 3000)],
      ['void', voidOf(bet.betId, 1)],
    ] as const)
      expect(await site.call(name, body)).toMatchObject(refused(404, 'betNotFound'))
    await site.call('place', bet)
    const early = settleOf(bet.betId, 1, 3000)
    expect(await site.call('settle', early)).toMatchObject(refused(425, 'betNotAccepted'))
    expect(await site.call('place', { ...bet, requestId: randomUUID() })).toMatchObject(refused(409, 'betExists'))
    expect(await site.cash(player)).toBe(9000)
    await site.call('accept', acceptOf(bet))
    expect((await site.call('settle', early)).status).toBe(200)
  })

  // Shows: 10.21
  test('that declines a bet returns its stake, which the totals then leave out', async () => {
    const { player, token } = await seated()
    const bet = placeOf(token)
    await site.call('place', bet)
    await site.call('decline', { requestId: randomUUID(), betId: bet.betId, reason: 'no answer' })
    const { body } = await site.app.send({ method: 'GET', url: '/api/wallet/totals', token: player.token })
    expect(body).toMatchObject([{ currency: 'EUR', staked: 0, won: 0, net: 0 }])
  })

  // Shows: attack 184
  test('that declines before the bet arrives refuses the bet, also at once: nothing is staked, or all is returned', async () => {
    const { player, token } = await seated()
    const decline = (betId: string) => site.call('decline', { requestId: randomUUID(), betId, reason: 'no answer' })
    const late = placeOf(token)
    expect((await decline(late.betId)).body).toMatchObject({ status: 'declined', isApplied: true })
    expect(await site.call('place', late)).toMatchObject(refused(409, 'betDeclined'))
    await Promise.all(
      Array.from({ length: 10 }, async (_, round) => {
        const bet = placeOf(token, { stake: 100 })
        const calls = [() => site.call('place', bet), () => decline(bet.betId)]
        await Promise.all((round % 2 ? calls : calls.toReversed()).map((each) => each()))
      }),
    )
    expect(await site.cash(player)).toBe(10_000)
  })
})

describe('a stake', () => {
  // Shows: attack 182, pair second tab/open bet
  test('of the last balance, 50 times at once, is taken once', async () => {
    const { player, token } = await seated({ EUR: 1000n })
    const answers = await Promise.all(Array.from({ length: 50 }, () => site.call('place', placeOf(token))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error?.name === 'insufficientFunds')).toHaveLength(49)
    expect(await site.cash(player)).toBe(0)
  })

  // Shows: attack 183, pair currency/open bet, pair sign-out/open bet
  test('is refused with a token of another currency, an altered or an expired one, and after sign-out', async () => {
    const { player, token } = await seated({ EUR: 100_00n, USD: 100_00n })
    const usd = await site.start(player, 'USD')
    const invalid = refused(403, 'tokenInvalid')
    expect(await site.call('place', placeOf(usd))).toMatchObject(invalid)
    expect(await site.call('place', placeOf(`${token}x`))).toMatchObject(invalid)
    expect(await site.call('place', placeOf(player.token))).toMatchObject(invalid)
    expect((await site.call('place', { ...placeOf(usd), currency: 'USD' })).status).toBe(200)
    await signOut(ctxOf(player))
    expect(await site.call('place', placeOf(token))).toMatchObject(invalid)
    expect(await site.call('authenticate', { token })).toMatchObject(invalid)
    const other = await seated()
    site.app.moveClock(16 * 60_000)
    expect(await site.call('place', placeOf(other.token))).toMatchObject(invalid)
  })

  // Shows: pair exclusion/open bet, pair sign-out/open bet
  test('is refused during a break; what is open stays open and is settled, even into a closed session', async () => {
    const { player, token } = await seated()
    const betId = await site.bet(token)
    expect((await addLimit(ctxOf(player), { definition: 5, period: '1-day' })).ok).toBe(true)
    expect(await site.call('place', placeOf(token))).toMatchObject(refused(422, 'playerExcluded'))
    await signOut(ctxOf(player))
    expect((await site.call('settle', settleOf(betId, 1, 3000))).body).toMatchObject({ balance: 12_000 })
  })

  // Shows: pair restricted country/open bet
  test('is refused in a country where sports are not offered, and while a reality check is due', async () => {
    const { player, token } = await seated()
    await site.app.db.asOwner(`UPDATE identity.sessions SET seen_country = 'CH' WHERE id = $1`, [player.sessionId])
    expect(await site.call('place', placeOf(token))).toMatchObject(refused(422, 'countryRestricted'))
    await site.app.db.asOwner(`UPDATE identity.sessions SET seen_country = 'DE' WHERE id = $1`, [player.sessionId])
    await site.bet(token)
    await site.app.db.asOwner('UPDATE games.reality_checks SET due_at = $2 WHERE player_id = $1', [
      player.id,
      site.deps.clock.now(),
    ])
    expect(await site.call('place', placeOf(token))).toMatchObject(refused(422, 'realityCheckDue'))
  })

  // Shows: pair limits/open bet
  test('counts towards limits on stakes and losses; a declined one does not, and a payout is no loss', async () => {
    const { player, token } = await seated()
    const limit = { definition: 1 as const, period: 'daily' as const, currency: 'EUR', amount: 2000 }
    expect(await addLimit(ctxOf(player), limit)).toMatchObject({ ok: true })
    expect(await addLimit(ctxOf(player), { ...limit, definition: 2, amount: 1500 })).toMatchObject({
      ok: true,
    })
    const first = placeOf(token)
    await site.call('place', first)
    const { status, body } = await site.call('place', placeOf(token, { stake: 600 }))
    const message = 'This stake would exceed a limit of your account.'
    expect({ status, body }).toMatchObject({ status: 422, body: { error: { name: 'limitReached', message } } })
    await site.call('decline', { requestId: randomUUID(), betId: first.betId, reason: 'price changed' })
    const betId = await site.bet(token, 1500)
    expect(await site.call('place', placeOf(token, { stake: 100 }))).toMatchObject(refused(422, 'limitReached'))
    await site.call('settle', settleOf(betId, 1, 3000))
    expect((await site.call('place', placeOf(token, { stake: 500 }))).status).toBe(200)
    expect(await site.call('place', placeOf(token, { stake: 100 }))).toMatchObject(refused(422, 'limitReached'))
  })

  // Shows: attack 203
  test('of a limit, 20 times at once, is taken as often as the limit has room', async () => {
    const { player, token } = await seated()
    await addLimit(ctxOf(player), { definition: 1, period: 'daily', currency: 'EUR', amount: 1000 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.call('place', placeOf(token, { stake: 300 }))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.error?.name === 'limitReached')).toHaveLength(17)
  })

  // Shows: attack 203, pair exclusion/open bet, pair open bet/block, pair sign-out/open bet
  test('and a break, a sign-out or a block at once: each is taken before or refused, and none is taken afterwards', async () => {
    const ends = [
      ['playerExcluded', (player: Bettor) => addLimit(ctxOf(player), { definition: 5, period: '1-day' })],
      ['tokenInvalid', (player: Bettor) => signOut(ctxOf(player))],
      ['tokenInvalid', block],
    ] as const
    for (const [name, end] of ends)
      for (let round = 0; round < 3; round++) {
        const { player, token } = await seated()
        const bets = Array.from({ length: 6 }, () => placeOf(token))
        const [, ...answers] = await Promise.all([end(player), ...bets.map((bet) => site.call('place', bet))])
        const taken = bets.filter((_, index) => answers[index]!.status === 200)
        for (const { status, body } of answers) expect(status === 200 || body.error.name === name).toBe(true)
        expect(await site.call('place', placeOf(token))).toMatchObject({ body: { error: { name } } })
        for (const bet of taken) {
          await site.call('accept', acceptOf(bet))
          await site.call('settle', settleOf(bet.betId, 1, 2000))
        }
        expect(await site.cash(player)).toBe(10_000 + taken.length * 1000)
      }
  })

  // Shows: attack 169, pair exclusion/open bet, pair open bet/block
  test('of a player who excludes themself or is blocked is decided like any other, corrections included', async () => {
    const ends = [(player: Bettor) => addLimit(ctxOf(player), { definition: 4, period: '6-months' }), block]
    for (const end of ends) {
      const { player, token } = await seated()
      const [won, sold, void_, held] = [
        await site.bet(token),
        await site.bet(token),
        await site.bet(token),
        placeOf(token),
      ]
      await site.call('place', held)
      await end(player)
      expect(await site.call('place', placeOf(token))).toMatchObject({ status: expect.toSatisfy((at) => at >= 400) })
      expect((await site.call('accept', acceptOf(held))).body).toMatchObject({ status: 'accepted' })
      await site.call('settle', settleOf(held.betId, 1, 0))
      expect((await site.call('settle', settleOf(won, 1, 3000))).body).toMatchObject({ balance: 9000 })
      expect((await site.call('cash-out', cashOutOf(sold, 1, 800))).body).toMatchObject({ balance: 9800 })
      expect((await site.call('void', voidOf(void_, 1))).body).toMatchObject({ balance: 10_800 })
      expect((await site.call('settle', settleOf(won, 2, 0))).body).toMatchObject({ balance: 7800, debt: 0 })
    }
  })

  // Shows: pair currency/open bet
  test('in a currency that is switched off is not placed, also at that moment; what was placed is decided', async () => {
    const turn = async (isEnabled: boolean) => {
      await switchCurrency({ ...site.deps, actor: operator }, { code: 'USD', isEnabled, comment: 'test' })
      await site.deps.reference.reload()
    }
    const player = await site.player({ USD: 10_000n })
    const token = await site.start(player, 'USD')
    const inDollars = (bet = placeOf(token)) => ({ ...bet, currency: 'USD' })
    const place = async () => {
      const bet = inDollars()
      expect((await site.call('place', bet)).status).toBe(200)
      await site.call('accept', acceptOf(bet))
      return bet.betId
    }
    const [won, sold, void_] = [await place(), await place(), await place()]
    try {
      const bets = Array.from({ length: 6 }, () => inDollars())
      const [, ...answers] = await Promise.all([turn(false), ...bets.map((bet) => site.call('place', bet))])
      for (const { status, body } of answers)
        expect(status === 200 || body.error.name === 'currencyNotOffered').toBe(true)
      const taken = bets.filter((_, index) => answers[index]!.status === 200)
      for (const bet of taken)
        await site.call('decline', { requestId: randomUUID(), betId: bet.betId, reason: 'price changed' })
      expect(await site.call('place', inDollars())).toMatchObject(refused(422, 'currencyNotOffered'))
      await expect(site.start(player, 'USD')).rejects.toThrow('noActiveAccount')
      expect((await site.call('cash-out', cashOutOf(sold, 1, 800))).body).toMatchObject({ balance: 7800 })
      expect((await site.call('void', voidOf(void_, 1))).body).toMatchObject({ balance: 8800 })
      expect((await site.call('settle', settleOf(won, 1, 3000))).body).toMatchObject({ balance: 11_800 })
      expect((await site.call('unsettle', unsettleOf(won, 2))).body).toMatchObject({ balance: 8800 })
      expect((await site.call('settle', settleOf(won, 3, 0))).body).toMatchObject({ balance: 8800, debt: 0 })
    } finally {
      await turn(true)
    }
  })

  // Shows: attack 203, pair limits/open bet
  test('and a limit set at once: no more is taken than the limit from then on', async () => {
    for (let round = 0; round < 3; round++) {
      const { player, token } = await seated()
      const bets = Array.from({ length: 6 }, () => placeOf(token))
      const limit = { definition: 1 as const, period: 'daily' as const, currency: 'EUR', amount: 2000 }
      const [set, ...answers] = await Promise.all([
        addLimit(ctxOf(player), limit),
        ...bets.map((bet) => site.call('place', bet)),
      ])
      expect(set.ok).toBe(true)
      for (const { status, body } of answers) expect(status === 200 || body.error.name === 'limitReached').toBe(true)
      const taken = answers.filter(({ status }) => status === 200).length
      // Stakes count from the moment at which the limit is set.
      let later = 0
      while ((await site.call('place', placeOf(token))).status === 200) later++
      expect(later).toBeLessThanOrEqual(taken === bets.length ? 2 : 0)
      expect(taken + later).toBeGreaterThanOrEqual(2)
      expect(await site.cash(player)).toBe(10_000 - (taken + later) * 1000)
    }
  })

  // Shows: pair account switch/open bet
  test('and the hiding of its account or a switch to another one at once: it is taken from its account or refused', async () => {
    for (let round = 0; round < 6; round++) {
      const { player, token } = await seated({ EUR: 1000n, USD: 1000n })
      const send = (method: 'GET' | 'PUT', url: string) => site.app.send({ method, url, token: player.token })
      const accounts = (await send('GET', '/api/wallet/accounts')).body
      const idOf = (currency: string) => accounts.find((each: { currency: string }) => each.currency === currency).id
      if (round % 2) await send('PUT', `/api/wallet/accounts/${idOf('USD')}/switch`)
      const bet = placeOf(token)
      const acts = [
        () => site.call('place', bet),
        () =>
          send('PUT', `/api/wallet/accounts/${round % 2 ? idOf('EUR') : idOf('USD')}/${round % 2 ? 'hide' : 'switch'}`),
      ]
      if (round >= 3) acts.reverse()
      await Promise.all(acts.map((act) => act()))
      // What was taken is open in its own currency, and its payout is seen.
      await site.call('accept', acceptOf(bet))
      expect(await site.call('settle', settleOf(bet.betId, 1, 3000))).toMatchObject({ body: { balance: 3000 } })
      const after = (await send('GET', '/api/wallet/accounts')).body
      const seen = (currency: string) => after.find((each: { currency: string }) => each.currency === currency)
      expect([seen('EUR').balance, seen('USD').balance]).toEqual([3000, 1000])
    }
  })

  test('above the cash, or of a free bet that is unknown, is not taken', async () => {
    const { token } = await seated({ EUR: 0n })
    expect(await site.call('place', placeOf(token))).toMatchObject(refused(422, 'insufficientFunds'))
    const free = placeOf(token, { freeBetId: randomUUID(), maximumPayout: 2000 })
    expect(await site.call('place', free)).toMatchObject(refused(422, 'freeBetNotAccepted'))
  })
})

async function fund(player: Bettor, amount: bigint): Promise<void> {
  const posted = await site.deps.ledger.post({
    kind: 'deposit',
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
    transfers: [{ from: 'clearing:test:EUR', to: `player:${player.id}:cash:EUR`, amount: amount as never }],
  })
  expect(posted.ok).toBe(true)
}

describe('a decision', () => {
  // Shows: attack 185
  test('that is overtaken has no effect; one sequence number has one content', async () => {
    const { player, token } = await seated()
    const betId = await site.bet(token)
    await site.call('settle', settleOf(betId, 2, 1500))
    expect((await site.call('settle', settleOf(betId, 1, 3000))).body).toMatchObject({ isApplied: false, payout: 1500 })
    expect(await site.call('settle', settleOf(betId, 2, 3000))).toMatchObject(refused(409, 'sequenceConflict'))
    expect((await site.call('settle', settleOf(betId, 2, 1500))).body).toMatchObject({ isApplied: false, payout: 1500 })
    expect(await site.cash(player)).toBe(10_500)
  })

  test('corrects a payout up and down, opens the bet again, and posts the difference each time', async () => {
    const { player, token } = await seated()
    const betId = await site.bet(token)
    const cash = async () => site.cash(player)
    await site.call('settle', settleOf(betId, 1, 1500))
    expect(await cash()).toBe(10_500)
    await site.call('settle', settleOf(betId, 2, 3000))
    expect(await cash()).toBe(12_000)
    await site.call('settle', settleOf(betId, 3, 0))
    expect(await cash()).toBe(9000)
    await site.call('settle', settleOf(betId, 4, 3000))
    expect((await site.call('unsettle', unsettleOf(betId, 5))).body).toMatchObject({
      status: 'accepted',
      openStake: 1000,
    })
    expect(await cash()).toBe(9000)
    expect((await site.bets(player, false)).data).toMatchObject([{ selections: [{ result: null }] }])
    await site.call('void', voidOf(betId, 6))
    expect(await cash()).toBe(10_000)
    await site.call('settle', settleOf(betId, 7, 3000))
    expect(await cash()).toBe(12_000)
  })

  // Shows: attack 187, pair withdrawal/open bet
  test('that takes back what was spent leaves no cash below 0, but a debt that the next payouts pay', async () => {
    const { player, token } = await seated()
    const [first, second] = [await site.bet(token), await site.bet(token)]
    await site.call('settle', settleOf(first, 1, 3000))
    await spend(player, 10_800)
    expect((await site.call('settle', settleOf(first, 2, 0))).body).toMatchObject({ debt: 2800, balance: 0 })
    expect(await site.bets(player)).toMatchObject({
      data: [{ debt: 2800 }],
      meta: { debts: [{ currency: 'EUR', amount: 2800 }] },
    })
    expect((await site.call('settle', settleOf(second, 1, 1500))).body).toMatchObject({ debt: 1300, balance: 0 })
    expect((await site.call('settle', settleOf(second, 2, 3000))).body).toMatchObject({ debt: 0, balance: 200 })
    expect((await site.bets(player)).meta.debts).toEqual([])
  })

  test('several debts are paid by one payout, the oldest first, each by its own movement', async () => {
    const { player, token } = await seated({ EUR: 4000n })
    const bets = [await site.bet(token), await site.bet(token), await site.bet(token)]
    const last = await site.bet(token)
    for (const betId of bets) await site.call('settle', settleOf(betId, 1, 1000))
    await spend(player, 3000)
    for (const betId of bets) {
      site.app.moveClock(1000)
      await site.call('settle', settleOf(betId, 2, 0))
    }
    expect((await site.call('settle', settleOf(last, 1, 2500))).body).toMatchObject({ debt: 500, balance: 0 })
    const { rows } = await site.app.db.asOwner(
      `SELECT bet.debt::int, (SELECT count(*)::int FROM ledger.movements WHERE kind = 'sports-debt-paid' AND reference_id = bet.id::text) AS times
       FROM sports.bets AS bet WHERE bet_id = ANY ($1) ORDER BY array_position($1, bet_id)`,
      [bets],
    )
    expect(rows).toEqual([
      { debt: 0, times: 1 },
      { debt: 0, times: 1 },
      { debt: 500, times: 1 },
    ])
  })

  test('leaves the payouts of other bets alone where the policy of the country forbids deductions', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairhouse-policies-'))
    const value = { value: false, source: 'the law of the test' }
    writeFileSync(
      join(folder, 'DE.json'),
      JSON.stringify({ place: 'DE', name: 'Germany', everyone: { isDebtDeducted: value } }),
    )
    site.deps.settings.policyDir = folder
    try {
      const { player, token } = await seated({ EUR: 2000n })
      const [first, second] = [await site.bet(token), await site.bet(token)]
      await site.call('settle', settleOf(first, 1, 3000))
      await spend(player, 3000)
      await site.call('settle', settleOf(first, 2, 0))
      expect((await site.call('settle', settleOf(second, 1, 3000))).body).toMatchObject({ debt: 3000, balance: 3000 })
    } finally {
      site.deps.settings.policyDir = null
      rmSync(folder, { recursive: true })
    }
  })

  // Shows: attack 187
  test('that pays more first reduces the debt of the same bet', async () => {
    const { player, token } = await seated({ EUR: 1000n })
    const betId = await site.bet(token)
    await site.call('settle', settleOf(betId, 1, 3000))
    await spend(player, 2500)
    expect((await site.call('settle', settleOf(betId, 2, 0))).body).toMatchObject({ debt: 2500, balance: 0 })
    expect((await site.call('settle', settleOf(betId, 3, 2600))).body).toMatchObject({ debt: 0, balance: 100 })
  })

  // Shows: pair withdrawal/open bet
  test('and a withdrawal of the payout at once: the money leaves, and is owed, or it does not leave', async () => {
    for (let round = 0; round < 6; round++) {
      const { player, token } = await seated({ EUR: 1000n })
      const betId = await site.bet(token)
      await site.call('settle', settleOf(betId, 1, 3000))
      const acts = [
        async () => {
          await spend(player, 3000).catch(() => undefined)
        },
        async () => void (await site.call('settle', settleOf(betId, 2, 0))),
      ]
      await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
      const { meta } = await site.bets(player)
      const cash = await site.cash(player)
      expect([cash, meta.debts[0]?.amount ?? 0].toSorted()).toEqual(
        meta.debts.length > 0 ? [0, 3000].toSorted() : [0, 0],
      )
    }
  })

  test('that cashes out a part pays for it, and the rest continues; the settlement states the whole payout', async () => {
    const { player, token } = await seated()
    const betId = await site.bet(token)
    expect((await site.call('cash-out', cashOutOf(betId, 1, 600, 400))).body).toMatchObject({
      status: 'accepted',
      openStake: 400,
      payout: 600,
      balance: 9600,
    })
    expect(await site.call('cash-out', cashOutOf(betId, 2, 500, 100))).toMatchObject(refused(422, 'payoutTooSmall'))
    expect(await site.call('cash-out', cashOutOf(betId, 2, 700, 400))).toMatchObject(refused(422, 'stakeTooLarge'))
    await site.call('settle', settleOf(betId, 3, 1800))
    expect(await site.cash(player)).toBe(10_800)
    const { rows } = await site.app.db.asOwner(
      'SELECT expected_payout::int AS expected FROM sports.bets WHERE bet_id = $1',
      [betId],
    )
    expect(rows).toEqual([{ expected: 1800 }])
  })

  // Shows: attack 186
  test('a cash-out and a settlement at once, in either order: the later sequence decides, and the bet pays once', async () => {
    for (let round = 0; round < 8; round++) {
      const { player, token } = await seated()
      const betId = await site.bet(token)
      const isCashOutFirst = round < 4
      const acts = [
        () => site.call('cash-out', cashOutOf(betId, isCashOutFirst ? 1 : 2, 2000)),
        () => site.call('settle', settleOf(betId, isCashOutFirst ? 2 : 1, 3000)),
      ]
      await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
      expect([11_000, 12_000]).toContain(await site.cash(player))
      expect((await site.bets(player)).data).toHaveLength(1)
    }
  })

  // Shows: attack 199, pair closure/open bet, pair exclusion/open bet, pair open bet/block, pair sign-out/open bet
  test('a cash-out and a break, an end of the session, a block or a closure at once: its price is paid once, and money is left', async () => {
    const ends = [
      (player: Bettor) => addLimit(ctxOf(player), { definition: 5, period: '1-day' }),
      (player: Bettor) => signOut(ctxOf(player)),
      block,
      (player: Bettor) => closeAccount({ ...ctxOf(player), lifecycles }, {}),
    ]
    for (const end of ends)
      for (let round = 0; round < 2; round++) {
        const { player, token } = await seated({ EUR: 1000n })
        const betId = await site.bet(token)
        await site.app.db.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE id = $1', [
          player.sessionId,
          site.deps.clock.now(),
        ])
        const sold = cashOutOf(betId, 1, 900)
        const sell = () => site.call('cash-out', sold)
        const acts: Array<() => Promise<unknown>> = [() => end(player), sell, sell]
        if (round) acts.reverse()
        await Promise.all(acts.map((act) => act()))
        expect((await sell()).body).toMatchObject({ status: 'cashedOut', payout: 900 })
        expect(await site.cash(player)).toBe(900)
      }
  })

  // Shows: pair account switch/open bet
  test('credits a hidden account, which becomes visible again', async () => {
    const { player, token } = await seated({ EUR: 1000n, USD: 0n })
    const betId = await site.bet(token)
    const accounts = (await site.app.send({ method: 'GET', url: '/api/wallet/accounts', token: player.token })).body
    const idOf = (currency: string) => accounts.find((each: { currency: string }) => each.currency === currency).id
    const put = (url: string) => site.app.send({ method: 'PUT', url, token: player.token })
    await put(`/api/wallet/accounts/${idOf('USD')}/switch`)
    await put(`/api/wallet/accounts/${idOf('EUR')}/hide`)
    await site.call('settle', settleOf(betId, 1, 3000))
    const after = (await site.app.send({ method: 'GET', url: '/api/wallet/accounts', token: player.token })).body
    expect(after.find((each: { currency: string }) => each.currency === 'EUR')).toMatchObject({
      balance: 3000,
      status: 2,
    })
  })
})

// Shows: pair closure/open bet
test('an account is not closed while a bet is open or a debt is left, which an operator can clear', async () => {
  const { player, token } = await seated({ EUR: 1000n })
  const betId = await site.bet(token)
  await site.app.db.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE id = $1', [
    player.sessionId,
    site.deps.clock.now(),
  ])
  const isRefused = async () =>
    expect(await closeAccount(ctxOf(player), {})).toMatchObject({ ok: false, refusal: 'moneyLeft' })
  await isRefused()
  await site.call('settle', settleOf(betId, 1, 3000))
  await spend(player, 3000)
  await site.call('settle', settleOf(betId, 2, 0))
  await isRefused()
  const { rows } = await site.app.db.asOwner('SELECT id FROM sports.bets WHERE bet_id = $1', [betId])
  const debt = { betId: rows[0].id, reason: 'settled by mistake', seen: '30.00' }
  expect(await clearDebt({ ...site.deps, actor: operator }, debt)).toMatchObject({ ok: true, value: { amount: 3000n } })
  expect(await closeAccount(ctxOf(player), {})).toMatchObject({ ok: true })
})

// Shows: pair closure/open bet
test('a closure and the settlement of the last bet at once: the account closes after it, or stays open', async () => {
  for (let round = 0; round < 4; round++) {
    const { player, token } = await seated({ EUR: 1000n })
    const betId = await site.bet(token)
    await site.app.db.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE id = $1', [
      player.sessionId,
      site.deps.clock.now(),
    ])
    const acts = [
      () => closeAccount({ ...ctxOf(player), lifecycles }, {}),
      () => site.call('settle', settleOf(betId, 1, round % 2 ? 0 : 3000)),
    ]
    const [closed] = await Promise.all(acts.map((act) => act()))
    const isClosed = (closed as { ok: boolean }).ok
    const { rows } = await site.app.db.asOwner(
      'SELECT ended_at IS NOT NULL AS is_over FROM sports.bets WHERE bet_id = $1',
      [betId],
    )
    expect(rows).toEqual([{ is_over: true }])
    // Money that arrives keeps the account open.
    if (isClosed) expect(await site.cash(player)).toBe(0)
    expect(await site.cash(player)).toBe(round % 2 ? 0 : 3000)
  }
})

describe('a bet of an account that was closed since', () => {
  async function closed(): Promise<{ player: Bettor; betId: string }> {
    const { player, token } = await seated({ EUR: 1000n })
    const betId = await site.bet(token)
    await site.call('settle', settleOf(betId, 1, 0))
    await site.app.db.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE id = $1', [
      player.sessionId,
      site.deps.clock.now(),
    ])
    expect(await closeAccount({ ...ctxOf(player), lifecycles }, {})).toMatchObject({ ok: true })
    return { player, betId }
  }
  const pay = (player: Bettor, amount: bigint, reason: string) =>
    payClosedAccount({ ...site.deps, actor: operator }, { playerId: player.id, currency: 'EUR', amount, reason })
  const owed = async () => (await site.app.db.asOwner('SELECT player_id FROM sports.late_payouts')).rows

  // Shows: attack 67, pair closure/open bet
  test('that a correction makes a winner is paid, and an operator pays it out, once', async () => {
    const { player, betId } = await closed()
    expect((await site.call('settle', settleOf(betId, 2, 3000))).body).toMatchObject({ payout: 3000, balance: 3000 })
    expect(await owed()).toEqual([{ player_id: player.id }])
    expect(await pay(player, 2900n, 'transfer 0')).toMatchObject({ value: { isRecorded: false, cash: 3000n } })
    const paid = await Promise.all([1, 2].map((n) => pay(player, 3000n, `transfer ${n}`)))
    const values = paid.map((each) => (each.ok ? each.value : null))
    expect(values.filter((each) => each?.isRecorded)).toEqual([{ isRecorded: true, cash: 3000n, before: null }])
    expect(values.find((each) => !each?.isRecorded)).toMatchObject({
      cash: 0n,
      before: { amount: 3000n, reason: expect.stringMatching(/^transfer [12]$/) },
    })
    expect(await site.deps.ledger.balance('house:paid-outside:EUR')).toBe(3000n)
    expect(await owed()).toEqual([])
    const { player: another } = await seated()
    expect(await pay(another, 1n, 'mistake')).toMatchObject({ refusal: 'notClosed' })
  })

  // Shows: pair closure/open bet
  test('that a correction opens again is settled; what is taken back is taken from what is there', async () => {
    const { player, betId } = await closed()
    await site.call('unsettle', unsettleOf(betId, 2))
    await site.call('settle', settleOf(betId, 3, 3000))
    expect((await site.call('settle', settleOf(betId, 4, 1000))).body).toMatchObject({ balance: 1000, debt: 0 })
    expect(await pay(player, 1000n, 'transfer 3')).toMatchObject({ value: { isRecorded: true } })
    expect((await site.call('settle', settleOf(betId, 5, 0))).body).toMatchObject({ balance: 0, debt: 1000 })
  })

  // Shows: attack 67, pair closure/open bet
  test('whose payment is recorded again, because the answer was lost, is not recorded as paid twice', async () => {
    const { player, betId } = await closed()
    await site.call('settle', settleOf(betId, 2, 1000))
    await pay(player, 1000n, 'transfer 4')
    // The same amount is credited once more before the payment is recorded again.
    await site.call('settle', settleOf(betId, 3, 2000))
    expect(await pay(player, 1000n, 'transfer 4')).toMatchObject({
      value: { isRecorded: false, before: { amount: 1000n, reason: 'transfer 4' } },
    })
    expect(await site.cash(player)).toBe(1000)
    expect(await pay(player, 1000n, 'transfer 5')).toMatchObject({ value: { isRecorded: true } })
  })

  // Shows: pair closure/open bet
  test('a correction and the closure at once: it keeps the account open, or is found by operators', async () => {
    for (let round = 0; round < 6; round++) {
      const { player, token } = await seated({ EUR: 1000n })
      const betId = await site.bet(token)
      await site.call('settle', settleOf(betId, 1, 0))
      await site.app.db.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE id = $1', [
        player.sessionId,
        site.deps.clock.now(),
      ])
      const acts: Array<() => Promise<unknown>> = [
        () => closeAccount({ ...ctxOf(player), lifecycles }, {}),
        () => site.call('settle', settleOf(betId, 2, 3000)),
      ]
      await Promise.all((round % 2 ? acts : acts.toReversed()).map((act) => act()))
      const { rows } = await site.app.db.asOwner('SELECT status FROM identity.players WHERE id = $1', [player.id])
      expect(await site.cash(player)).toBe(3000)
      expect((await owed()).some((each) => each.player_id === player.id)).toBe(rows[0].status === 4)
    }
  })
})

describe('the start of the client', () => {
  test('has a token for players alone, which names player, session and currency and is renewed', async () => {
    const { player, token } = await seated({ EUR: 1000n, USD: 5n })
    const guest = await site.app.send({ method: 'POST', url: '/api/game/sportsbook/start', payload: {} })
    expect(guest).toMatchObject({
      status: 200,
      body: { token: null, currency: null, clientId: 'client-1', theme: 'dark' },
    })
    expect((await site.call('authenticate', { token })).body).toMatchObject({
      playerId: player.id,
      currency: 'EUR',
      balance: 1000,
      country: 'DE',
    })
    const renewed = await site.app.send({
      method: 'POST',
      url: '/api/game/sportsbook/token',
      token: player.token,
      payload: { currency: 'USD' },
    })
    expect((await site.call('balance', { token: renewed.body.token })).body).toMatchObject({
      currency: 'USD',
      balance: 5,
    })
    const without = { method: 'POST', url: '/api/game/sportsbook/token', payload: { currency: 'GBP' } } as const
    expect(await site.app.send({ ...without, token: player.token })).toMatchObject(refused(422, 'noActiveAccount'))
    expect((await site.app.send(without)).status).toBe(401)
  })

  test('begins play: its time and net result count bets like rounds, and a renewed token leaves them', async () => {
    const player = await site.player()
    const read = async () => {
      const { body } = await site.app.send({
        method: 'GET',
        url: '/api/game/play-session?currency=EUR',
        token: player.token,
      })
      return body
    }
    expect(await read()).toMatchObject({ error: { name: 'noPlaySession' } })
    const token = await site.start(player)
    const { startedAt } = await read()
    expect(startedAt).toBe(site.deps.clock.now().toISOString())
    const [lost, won] = [await site.bet(token), await site.bet(token)]
    await site.call('settle', settleOf(lost, 1, 0))
    await site.start(player)
    expect(await read()).toMatchObject({ startedAt, net: -1000, inPlay: 1000 })
    const check = await site.app.send({ method: 'GET', url: '/api/game/reality-check', token: player.token })
    expect(check.body.play).toMatchObject({
      startedAt,
      totals: [{ currency: 'EUR', staked: 2000, won: 0, inPlay: 1000, net: -1000 }],
    })
    const totals = await site.app.send({ method: 'GET', url: '/api/wallet/totals', token: player.token })
    expect(totals.body).toMatchObject([{ staked: 2000, won: 0, inPlay: 1000, net: -1000 }])
    await site.call('settle', settleOf(won, 1, 3000))
    expect(await read()).toMatchObject({ startedAt, net: 1000, inPlay: 0 })
  })

  test('answers sports as an empty list while the sportsbook is away', async () => {
    expect(await site.app.send({ method: 'GET', url: '/api/game/sportsbook/sports' })).toMatchObject({
      status: 200,
      body: { sports: [] },
    })
  })
})

test('a sportsbook that is switched off takes no bet and does not start; open bets are cashed out and settled', async () => {
  const { player, token } = await seated()
  const [won, sold] = [await site.bet(token), await site.bet(token)]
  const change = { name: 'sportsbook', countries: [], reason: 'no prices' }
  expect((await switchOff({ ...site.deps, actor: operator }, change)).ok).toBe(true)
  await site.deps.reference.reload()
  try {
    expect(await site.call('place', placeOf(token))).toMatchObject(refused(422, 'switchedOff'))
    await expect(site.start(player)).rejects.toThrow('sportsbookOff')
    expect((await site.call('settle', settleOf(won, 1, 3000))).status).toBe(200)
    expect((await site.call('cash-out', cashOutOf(sold, 1, 900))).status).toBe(200)
    expect(await site.cash(player)).toBe(100_00 - 2000 + 3000 + 900)
  } finally {
    await switchOn({ ...site.deps, actor: operator }, change)
    await site.deps.reference.reload()
  }
  expect((await site.call('place', placeOf(await site.start(player)))).status).toBe(200)
})
