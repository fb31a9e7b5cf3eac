/** The payout promise beside what else happens to a withdrawal, its player and the site: paid once, or not owed at all. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { noFaults } from '#sandbox/faults.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { flaggedPayments } from '#tests/setup/flags.ts'
import { operator } from '#tests/setup/operator.ts'
import { findBreaches, ledgerInvariants } from '../../ledger/invariants.ts'
import { routes as profileRoutes } from '../../profile/module.ts'
import { switchOff, switchOn } from '../../reference/switches.ts'
import { readSettings } from '../../settings.ts'
import { invariants } from '../invariants.ts'
import { jobs } from '../jobs.ts'
import { breakPromises } from './break-promises.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { promiseKind } from './promise.ts'

const hourMs = 3_600_000
const promise = {
  title: 'Test',
  hours: { amount: 4, flagged: 12, identity: 4 },
  compensation: { percent: 0, fixed: { base: '20' }, most: { base: '20' } },
}

let app: Cashier
let player: TestPlayer
let flagged: ReturnType<typeof flaggedPayments>
beforeAll(async () => {
  app = await cashier({ alsoRoutes: profileRoutes })
})
afterAll(() => app.close())
const shipped = readSettings({}).withdrawals
beforeEach(async () => {
  Object.assign(app.sandbox.faults, noFaults)
  app.clock.reset()
  app.deps.settings.withdrawals.autoLimit = 100
  await putInForce(app.deps, promiseKind, 'withdrawal', promise)
  player = await app.player({ currencies: ['EUR'] })
  flagged = flaggedPayments(app, player)
})
afterEach(async () => {
  Object.assign(app.deps.settings.withdrawals, shipped)
  expect(await findBreaches(app.deps.db.pool, [...invariants, ...ledgerInvariants])).toEqual([])
})

/** All of what the player has, so that the rest of the wallet is what the promise has paid. */
async function held(amount = 50_000): Promise<{ id: string; number: string }> {
  await player.fund('EUR', BigInt(amount))
  return flagged.withdrawal(amount, false)
}
const read = async (id: string): Promise<Loose> =>
  (await player.call('GET', `/api/payment/invoices?id=${id}`)).body.data[0]
const decide = (number: string, decision: 'approved' | 'declined') =>
  decideWithdrawal({ ...app.deps, actor: operator }, { number, decision, reason: 'Looked at' })
const cash = async () => (await player.account('EUR')).withdrawalBalance
const holdsOf = async (id: string): Promise<Loose[]> =>
  (
    await app.asOwner(
      'SELECT outcome, compensation::int, ended_at IS NOT NULL AS ended FROM payments.holds WHERE invoice_id = $1',
      [id],
    )
  ).rows
const broken = [expect.objectContaining({ outcome: 'broken', compensation: 2000 })]
const close = () => player.call('POST', '/api/player/profile/closure', {})

// Shows: pair payout promise/deposit
test('a deposit that is reversed in time adds its reason and its hours, and what was promised first is not owed', async () => {
  const deposit = await flagged.deposit(5000)
  await flagged.reportDeposit(deposit, {})
  const { id } = await held()
  app.clock.forward(hourMs)
  await flagged.reportDeposit(deposit, { state: 'failed' })
  app.clock.forward(5 * hourMs)
  await breakPromises(app.deps)
  expect((await read(id)).hold).toMatchObject({ promisedHours: 12, checks: [{ code: 'amount' }, { code: 'flagged' }] })
  expect(await holdsOf(id)).toEqual([{ outcome: null, compensation: null, ended: false }])
  expect(await flagged.settle(deposit, 'charge-player')).toMatchObject({ ok: true })
  app.clock.forward(8 * hourMs)
  await breakPromises(app.deps)
  expect(await holdsOf(id)).toEqual(broken)
  expect(await cash()).toBe(2000)
})

// Shows: pair payout promise/deposit
test('a compensation stays paid when a deposit is reversed later, and is cash that the reversal may take', async () => {
  const deposit = await flagged.deposit(5000)
  await flagged.reportDeposit(deposit, {})
  const { id } = await held(55_000)
  expect(await cash()).toBe(5000)
  app.clock.forward(5 * hourMs)
  await breakPromises(app.deps)
  expect(await cash()).toBe(7000)
  await flagged.reportDeposit(deposit, { state: 'failed' })
  expect(await flagged.settle(deposit, 'charge-player')).toMatchObject({ ok: true })
  await breakPromises(app.deps)
  expect(await holdsOf(id)).toEqual(broken)
  expect(await cash()).toBe(2000)
})

/** It ends every session; the player signs in again, to withdraw. */
async function exclude(): Promise<void> {
  expect((await player.call('POST', '/api/player/limits', { definition: 4, period: '6-months' })).status).toBe(200)
  await app.asOwner('UPDATE identity.sessions SET closed_at = NULL, close_reason = NULL WHERE player_id = $1', [
    player.id,
  ])
}

// Shows: pair payout promise/exclusion
test.each(['before', 'after'])(
  'an exclusion %s the request changes neither the clock nor what is paid',
  async (when) => {
    if (when === 'before') await exclude()
    const { id } = await held()
    if (when === 'after') await exclude()
    app.clock.forward(5 * hourMs)
    await breakPromises(app.deps)
    expect(await holdsOf(id)).toEqual(broken)
    expect(await cash()).toBe(2000)
  },
)

// Shows: pair payout promise/closure
test('an account is not closed before a broken promise is paid, nor with what was paid in it', async () => {
  await app.asOwner(`UPDATE identity.players SET country = 'MT' WHERE id = $1`, [player.id])
  const { id, number } = await held()
  expect(await close()).toMatchObject({ status: 422, body: { error: { name: 'moneyLeft' } } })
  app.clock.forward(5 * hourMs)
  await decide(number, 'approved')
  await flagged.reportPayout({ id, number }, { amount: 50_000n as never })
  expect(await read(id)).toMatchObject({ stage: 'paid' })
  expect(await close()).toMatchObject({ body: { error: { name: 'moneyLeft' } } })
  // At the same moment: the closure is refused for the hold, or for the money.
  const [closed] = await Promise.all([close(), breakPromises(app.deps)])
  expect(closed).toMatchObject({ body: { error: { name: 'moneyLeft' } } })
  expect(await cash()).toBe(2000)
  expect(await holdsOf(id)).toEqual(broken)
})

// Shows: pair payout promise/withdrawal
test('a withdrawal that is cancelled at the moment its promise is broken is paid for once, and returned once', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { id } = await held()
    const before = await cash()
    app.clock.forward(5 * hourMs)
    const [, cancelled] = await Promise.all([
      breakPromises(app.deps),
      player.call('PUT', `/api/payment/invoices/${id}/decline`),
      breakPromises(app.deps),
    ])
    expect(cancelled.status).toBe(200)
    await breakPromises(app.deps)
    expect(await holdsOf(id)).toEqual([{ outcome: 'broken', compensation: 2000, ended: true }])
    expect(await cash()).toBe(before + 52_000)
  }
})

// Shows: pair payout promise/kill, pair payout promise/withdrawal
test('of two processes whose clocks differ, one keeps the promise or the other breaks it, and never both', async () => {
  for (let turn = 0; turn < 6; turn++) {
    const { id, number } = await held()
    const before = await cash()
    app.clock.forward(4 * hourMs - 30_000)
    const ahead = { ...app.deps, clock: { now: () => new Date(app.clock.now().getTime() + 60_000) } }
    await Promise.all([decide(number, 'declined'), breakPromises(ahead)])
    await Promise.all([breakPromises(ahead), breakPromises(app.deps)])
    const [hold] = await holdsOf(id)
    expect(hold.ended).toBe(true)
    expect(hold.compensation).toBe(hold.outcome === 'broken' ? 2000 : null)
    expect(await cash()).toBe(before + 50_000 + (hold.compensation ?? 0))
  }
})

// Shows: change 46
test('a method that is switched off holds its open withdrawals to their promise', async () => {
  const { id } = await held()
  const change = { name: 'method:sandbox.bank', countries: [], reason: 'an outage' }
  await switchOff({ ...app.deps, actor: operator }, change)
  await app.deps.reference.reload()
  onTestFinished(async () => {
    await switchOn({ ...app.deps, actor: operator }, change)
    await app.deps.reference.reload()
  })
  app.clock.forward(5 * hourMs)
  await breakPromises(app.deps)
  expect(await holdsOf(id)).toEqual(broken)
})

/** Another process on the same database, which has no payment partner. */
const without = () => ({ ...app.deps, partners: { ...app.deps.partners, payments: [] } })

// Shows: change 46
test('a promise is paid for by a process that no longer has the partner', async () => {
  const { id } = await held()
  app.clock.forward(5 * hourMs)
  await breakPromises(without())
  expect(await holdsOf(id)).toEqual(broken)
})

// Shows: change 47
test('a policy that requires more, or less, after the request changes neither its reasons nor its clock', async () => {
  app.deps.settings.withdrawals.autoLimit = 1e9
  const [first, second] = [await held(1000), await held(1000)]
  expect((await read(first.id)).hold).toBeUndefined()
  app.deps.settings.licences = new Set(['DE'])
  onTestFinished(() => void (app.deps.settings.licences = new Set()))
  expect((await read(first.id)).hold).toBeUndefined()
  const third = await held(1000)
  expect((await read(third.id)).hold).toMatchObject({ checks: [{ code: 'identity', state: 'open' }], promisedBy: null })
  app.deps.settings.licences = new Set()
  // The reason for which it is held is shown until an operator or the player settles it.
  expect((await read(third.id)).hold).toMatchObject({ checks: [{ code: 'identity', state: 'open' }] })
  app.clock.forward(100 * hourMs)
  await breakPromises(app.deps)
  for (const { id } of [first, second]) expect(await holdsOf(id)).toEqual([])
  expect(await holdsOf(third.id)).toEqual([{ outcome: null, compensation: null, ended: false }])
})

// Shows: change 48
test('a drill breaks no promise, although nobody answers there; the live site pays for it once', async () => {
  const { id } = await held()
  app.clock.forward(5 * hourMs)
  const actor = { kind: 'system', job: 'test' } as const
  const run = async (inDrill: boolean) => {
    for (const job of jobs(inDrill ? without() : app.deps))
      if (!inDrill || !job.isLiveOnly) await job.run(AbortSignal.timeout(60_000), actor)
  }
  await run(true)
  expect(await holdsOf(id)).toEqual([{ outcome: null, compensation: null, ended: false }])
  await run(false)
  expect(await holdsOf(id)).toEqual(broken)
})
