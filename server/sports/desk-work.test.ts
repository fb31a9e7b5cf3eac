/** Sports bets that wait for a person at the desk: listed, written off or recorded once, with a second person. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants, lifecycles } from '#server/modules.ts'
import { thresholdKind } from '#server/operators/thresholds.ts'
import { closeAccount } from '#server/profile/close-account.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'
import { type Bettor, placeOf, settleOf, sportsSite, type SportsSite } from '#tests/setup/sportsbook.ts'

let site: SportsSite
let desk: Awaited<ReturnType<typeof deskOf>>
let paula: DeskPerson
let pete: DeskPerson
beforeAll(async () => {
  site = await sportsSite({ env: deskEnvironment })
  desk = await deskOf(site.deps, site.app.moveClock)
  paula = await desk.person('paula', 'payments')
  pete = await desk.person('pete', 'payments')
})
afterAll(async () => {
  await desk.close()
  await site.close()
})
afterEach(async () => expect(await findBreaches(site.deps.db.pool, allInvariants)).toEqual([]))

const listed = async (kind: string, by = paula) => (await by.call({ url: `/api/sports?kind=${kind}` })).body.work
const acts = async (player: Bettor, action: string) =>
  (
    await site.app.db.asOwner('SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = $2', [
      player.id,
      action,
    ])
  ).rows

/** A player who has spent what a corrected bet had paid. */
async function indebted(paid = 30_00): Promise<{ player: Bettor; bet: string }> {
  const player = await site.player({ EUR: 10_00n })
  const betId = await site.bet(await site.start(player))
  await site.call('settle', settleOf(betId, 1, paid))
  const posted = await site.deps.ledger.post({
    kind: 'deposit-reversed',
    actor: 'test',
    idempotencyKey: randomUUID(),
    requestHash: '',
    reference: { kind: 'other', id: 'test' },
    transfers: [{ from: `player:${player.id}:cash:EUR`, to: 'clearing:test:EUR', amount: BigInt(paid) as never }],
  })
  expect(posted.ok).toBe(true)
  expect((await site.call('settle', settleOf(betId, 2, 0))).body.debt).toBe(paid)
  const { rows } = await site.app.db.asOwner('SELECT id FROM sports.bets WHERE bet_id = $1', [betId])
  return { player, bet: rows[0].id }
}
const clear = (bet: string, by = paula, body: object = {}) =>
  by.call({
    method: 'POST',
    url: `/api/sports/debts/${bet}/clearance`,
    body: { reason: 'The partner erred', seen: '30.00', ...body },
  })

test('a debt is written off once, and whoever is second reads who did it', async () => {
  const { player, bet } = await indebted()
  const isListed = async () => (await listed('debts')).some((each: { bet: string }) => each.bet === bet)
  expect((await listed('debts')).find((each: { bet: string }) => each.bet === bet)).toMatchObject({
    playerId: player.id,
    amount: { amount: '30.00', currency: 'EUR' },
  })
  expect((await clear(bet, paula, { seen: '20' })).body.error.name).toBe('changedMeanwhile')
  expect((await clear(bet, paula, { seen: 'much' })).body.error.name).toBe('changedMeanwhile')
  expect((await clear(bet, paula, { reason: '' })).body.error.name).toBe('validation')
  expect((await clear(randomUUID())).body.error.name).toBe('betNotFound')
  const answers = await Promise.all([clear(bet, paula), clear(bet, pete)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [winner, loser] = answers[0].status === 200 ? [paula, answers[1]] : [pete, answers[0]]
  expect(loser.body.error.message).toBe(`${winner.name} has written it off.`)
  // Its answer was lost.
  expect((await clear(bet, winner)).body).toEqual({ amount: { amount: '30.00', currency: 'EUR' } })
  expect(await acts(player, 'sports-debt-cleared')).toMatchObject([
    { actor: `operator:${winner.name}`, detail: { reason: 'The partner erred' } },
  ])
  expect(await isListed()).toBe(false)
})

test('above the threshold of adjustments a second person approves, unless the debt has changed', async () => {
  await putInForce(site.deps, thresholdKind, 'adjustment', { title: 'Adjustments', above: { base: '20' } })
  const { player, bet } = await indebted()
  const asked = await clear(bet)
  expect(asked.status).toBe(202)
  const approval = { method: 'POST', url: `/api/requests/${asked.body.waiting.request}/approval` } as const
  expect((await pete.call(approval)).body).toMatchObject({ result: { amount: { amount: '30.00' } } })
  expect(await acts(player, 'sports-debt-cleared')).toMatchObject([
    { actor: 'operator:paula', detail: { approver: 'pete' } },
  ])
})

test('the money of a closed account is recorded as paid outside once, and only all of it', async () => {
  const player = await site.player({ EUR: 10_00n })
  const betId = await site.bet(await site.start(player))
  await site.call('settle', settleOf(betId, 1, 0))
  await site.app.db.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE id = $1', [
    player.sessionId,
    site.deps.clock.now(),
  ])
  const cash = await site.deps.ledger.balance(`player:${player.id}:cash:EUR` as never)
  if (cash > 0n)
    await site.deps.ledger.post({
      kind: 'deposit-reversed',
      actor: 'test',
      idempotencyKey: randomUUID(),
      requestHash: '',
      reference: { kind: 'other', id: 'test' },
      transfers: [{ from: `player:${player.id}:cash:EUR`, to: 'clearing:test:EUR', amount: cash }],
    })
  expect(await closeAccount(contextOf({ ...site.deps, lifecycles }, player), {})).toMatchObject({ ok: true })
  await site.call('settle', settleOf(betId, 2, 30_00))
  expect((await listed('closed')).find((each: { playerId: string }) => each.playerId === player.id)).toMatchObject({
    bet: null,
    amount: { amount: '30.00', currency: 'EUR' },
  })
  const record = (by: DeskPerson, body: object = {}) =>
    by.call({
      method: 'POST',
      url: `/api/players/${player.id}/closed-payments`,
      body: { currency: 'EUR', amount: '30.00', reason: 'SEPA 4711', ...body },
    })
  expect((await record(paula, { amount: 'all' })).body.error.name).toBe('amountInvalid')
  expect((await record(paula, { amount: '29' })).body.error).toMatchObject({
    name: 'notRecorded',
    message: 'Nothing was recorded: the account has €30.00.',
  })
  const answers = await Promise.all([record(paula), record(pete, { reason: 'SEPA 4712' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [winner, reason] = answers[0].status === 200 ? [paula, 'SEPA 4711'] : [pete, 'SEPA 4712']
  expect((await record(winner, { reason })).status).toBe(200)
  expect(await acts(player, 'closed-account-paid')).toMatchObject([{ actor: `operator:${winner.name}` }])
  expect((await listed('closed')).some((each: { playerId: string }) => each.playerId === player.id)).toBe(false)
})

test('bets on hold for more than ten minutes, and differences, are listed with the oldest first', async () => {
  const player = await site.player({ EUR: 10_00n })
  const placed = placeOf(await site.start(player))
  await site.call('place', placed)
  const held = async () => (await listed('held')).filter((each: { playerId: string }) => each.playerId === player.id)
  expect(await held()).toEqual([])
  site.app.moveClock(11 * 60_000)
  expect(await held()).toMatchObject([{ betId: placed.betId, amount: null }])
  await site.app.db.asOwner(
    `INSERT INTO sports.discrepancies (sportsbook, bet_id, theirs, found_at) VALUES ('sportsbook', $1, NULL, $2)`,
    [placed.betId, site.deps.clock.now()],
  )
  const ours = {
    status: 'held',
    stake: { amount: '10.00', currency: 'EUR' },
    payout: { amount: '0.00' },
    expected: null,
  }
  expect(await listed('differences')).toMatchObject([{ betId: placed.betId, playerId: player.id, ours, theirs: null }])
  const lists = async (their: object) => {
    const known = { betId: placed.betId, stake: 1000, openStake: 0, payout: 1850, sequence: 1, status: 'settled' }
    const theirs = JSON.stringify({ ...known, changedAt: '2026-01-01T00:00:00.000Z', ...their })
    await site.app.db.asOwner('UPDATE sports.discrepancies SET theirs = $1', [theirs])
    return (await listed('differences'))[0].theirs
  }
  expect(await lists({ currency: 'EUR' })).toMatchObject({ status: 'settled', payout: { amount: '18.50' } })
  expect(await lists({ currency: 'XYZ' })).toMatchObject({ payout: { amount: '1850', currency: 'XYZ' } })
  expect((await paula.call({ url: '/api/sports?kind=everything' })).body.error.name).toBe('validation')
})
