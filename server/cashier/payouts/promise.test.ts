/** Requirements that are all known before the request, holds with their clock, and the compensation of a broken promise. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noFaults } from '#sandbox/faults.ts'
import { type Answer, type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { operator } from '#tests/setup/operator.ts'
import { readSettings } from '../../settings.ts'
import { findBreaches, ledgerInvariants } from '../../ledger/invariants.ts'
import { decideDocument } from '../../identity/verification/decide-document.ts'
import { lockPlayer } from '../../identity/players/players.ts'
import { invariants } from '../invariants.ts'
import { breakPromises } from './break-promises.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { promiseKind } from './promise.ts'
import { reviewProofs } from './review-proofs.ts'
import { reviewUnsent } from './review-unsent.ts'
import { sendPayouts } from './send-payouts.ts'
import { holdStuckPayouts } from './stuck-payouts.ts'

const hourMs = 3_600_000
const hours = { identity: 10, address: 10, amount: 4, flagged: 12, partner: 6 }
const compensation = { percent: 5, fixed: { base: '2' }, most: { base: '20' } }

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
const shipped = readSettings({}).withdrawals
beforeEach(async () => {
  Object.assign(app.sandbox.faults, noFaults)
  app.clock.reset()
  app.deps.settings.withdrawals.autoLimit = 100
  await putInForce(app.deps, promiseKind, 'withdrawal', { title: 'Test', hours, compensation })
  player = await app.player({ currencies: ['EUR'] })
  await player.fund('EUR', 1_000_000n)
})
afterEach(async () => {
  Object.assign(app.deps.settings.withdrawals, shipped)
  expect(await findBreaches(app.deps.db.pool, [...invariants, ...ledgerInvariants])).toEqual([])
})

const bank = { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' }
const withdraw = (amount: number, by = player): Promise<Answer> =>
  by.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount,
    accountId: by.accounts.EUR,
    fields: bank,
  })
const requirements = async (amount: number): Promise<Loose> =>
  (await player.call('GET', `/api/payment/requirements?method=sandbox.bank&currency=EUR&amount=${amount}`)).body
const read = async (id: string): Promise<Loose> =>
  (await player.call('GET', `/api/payment/invoices?id=${id}`)).body.data[0]
const decide = (number: string, decision: 'approved' | 'declined') =>
  decideWithdrawal(
    { ...app.deps, actor: operator },
    { number, decision, reason: decision === 'declined' ? 'No' : null },
  )
const cash = async () => (await player.account('EUR')).withdrawalBalance
const now = () => app.deps.clock.now().getTime()
const hoursUntil = (at: string) => Math.round(((Date.parse(at) - now()) / hourMs) * 100) / 100
const compensations = async (id: string) =>
  (
    await app.asOwner(
      `SELECT idempotency_key FROM ledger.movements WHERE kind = 'payout-compensation' AND reference_id = $1`,
      [id],
    )
  ).rows.length

/** A document as its upload stores it, without the file. */
async function upload(type: string): Promise<string> {
  const id = randomUUID()
  await app.deps.db.transaction(async (tx) => {
    await lockPlayer(tx, player.id)
    await tx
      .insertInto('verification.documents')
      .values({
        id,
        player_id: player.id,
        type,
        name: 'a.png',
        mime_type: 'image/png',
        size: 1,
        created_at: new Date(now()),
      })
      .execute()
    await reviewProofs(app.deps, tx, player.id)
  })
  return id
}
const review = (id: string, decision: 'approved' | 'declined') =>
  decideDocument(
    { ...app.deps, actor: operator },
    { id, decision, reason: decision === 'declined' ? 'Unreadable' : null },
  )

describe('what is required', () => {
  test('is read before the request as it is held afterwards, and nothing is asked for later', async () => {
    app.deps.settings.withdrawals.reviewsUnverified = true
    const before = await requirements(50_000)
    expect(before).toEqual({
      checks: [
        { code: 'identity', state: 'open', comment: null },
        { code: 'amount', state: 'waiting', comment: null },
      ],
      promisedHours: 10,
      compensation: 2000,
    })
    const { body } = await withdraw(50_000)
    const { checks } = body.hold
    expect(checks).toEqual(before.checks.map(({ code, state }: Loose) => ({ code, state })))
    expect(body.hold).toMatchObject({ holder: 'player', promisedBy: null, promisedHours: 10 })
    expect(body).toMatchObject({ owner: 'player', expectedBy: null, status: 1, stage: 'review' })
    app.clock.forward(100 * hourMs)
    await upload('identity')
    expect((await read(body.id)).hold.checks.map(({ code }: Loose) => code)).toEqual(['identity', 'amount'])
  })

  test('is nothing where nothing holds it, and then it is not held', async () => {
    expect(await requirements(5000)).toEqual({ checks: [], promisedHours: null, compensation: null })
    const { body } = await withdraw(5000)
    expect(body).toMatchObject({ stage: 'created' })
    expect(body).not.toHaveProperty('hold')
  })

  test('follows the policy of the country, once the total of all withdrawals is above its amount', async () => {
    app.deps.settings.licences = new Set(['MT'])
    app.deps.settings.withdrawals.autoLimit = 1e9
    await app.asOwner(`UPDATE identity.players SET country = 'MT' WHERE id = $1`, [player.id])
    expect((await requirements(200_000)).checks).toEqual([])
    await withdraw(150_000)
    expect((await requirements(50_000)).checks).toEqual([])
    const codes = async () => (await requirements(50_001)).checks.map(({ code, state }: Loose) => `${code} ${state}`)
    expect(await codes()).toEqual(['identity open', 'address open'])
    await review(await upload('address'), 'approved')
    expect(await codes()).toEqual(['identity open', 'address met'])
    const { body } = await withdraw(50_001)
    // What was settled before is no reason.
    expect(body.hold.checks).toEqual([{ code: 'identity', state: 'open' }])
    app.deps.settings.licences = new Set()
  })

  test('of a method that is not offered cannot be read', async () => {
    const answer = await player.call('GET', '/api/payment/requirements?method=none&currency=EUR&amount=1')
    expect(answer).toMatchObject({ status: 422, body: { error: { name: 'methodNotOffered' } } })
    const odd = await player.call('GET', '/api/payment/requirements?method=sandbox.bank&currency=EUR&amount=-1')
    expect(odd.status).toBe(422)
  })
})

describe('the clock', () => {
  test('stands while the player has to act, and runs on from where it stood', async () => {
    app.deps.settings.withdrawals.reviewsUnverified = true
    const { body } = await withdraw(5000)
    app.clock.forward(30 * hourMs)
    const document = await upload('identity')
    const first = await read(body.id)
    expect(first).toMatchObject({ owner: 'house', hold: { holder: 'house', checks: [{ state: 'waiting' }] } })
    expect(hoursUntil(first.hold.promisedBy)).toBe(10)
    expect(first.expectedBy).toBe(first.hold.promisedBy)
    app.clock.forward(4 * hourMs)
    await review(document, 'declined')
    expect((await read(body.id)).hold).toMatchObject({ holder: 'player', promisedBy: null })
    expect((await requirements(1)).checks[0]).toEqual({ code: 'identity', state: 'open', comment: 'Unreadable' })
    app.clock.forward(50 * hourMs)
    await review(await upload('identity'), 'approved')
    const last = await read(body.id)
    expect(last.hold.checks).toEqual([{ code: 'identity', state: 'met' }])
    expect(hoursUntil(last.hold.promisedBy)).toBe(6)
    await breakPromises(app.deps)
    await decide(body.number, 'approved')
    const ended = await read(body.id)
    expect(ended).not.toHaveProperty('hold')
    expect(ended.turns.map(({ holder }: Loose) => holder)).toEqual(['player', 'house', 'player', 'house'])
    const spent = ended.turns.map(({ from, until }: Loose) =>
      Math.round((Date.parse(until) - Date.parse(from)) / hourMs),
    )
    expect(spent).toEqual([30, 4, 50, 0])
    expect(await compensations(body.id)).toBe(0)
  })

  test('takes the longest of the reasons, and a new fact may only add to it', async () => {
    const { body } = await withdraw(50_000)
    expect(hoursUntil(body.hold.promisedBy)).toBe(4)
    app.clock.forward(hourMs)
    await app.deps.db.transaction(async (tx) => {
      await lockPlayer(tx, player.id)
      await reviewUnsent(app.deps, tx, player.id, 'flagged')
    })
    const { hold } = await read(body.id)
    expect(hold.checks.map(({ code }: Loose) => code)).toEqual(['amount', 'flagged'])
    expect(hoursUntil(hold.promisedBy)).toBe(11)
  })

  test('starts again for a partner that is reached late after an approval in time', async () => {
    const { body } = await withdraw(50_000)
    app.clock.forward(3 * hourMs)
    app.sandbox.faults.outages = 1000
    await decide(body.number, 'approved')
    await sendPayouts(app.deps)
    const { hold, turns } = await read(body.id)
    expect(hold).toMatchObject({ holder: 'partner', checks: [{ code: 'partner', state: 'waiting' }] })
    expect(hoursUntil(hold.promisedBy)).toBe(6)
    expect(turns.map(({ holder }: Loose) => holder)).toEqual(['house', 'partner'])
    app.clock.forward(5 * hourMs)
    await breakPromises(app.deps)
    expect(await compensations(body.id)).toBe(0)
  })

  // Shows: pair payout promise/definitions
  test('keeps to the version under which the withdrawal was requested', async () => {
    const { body } = await withdraw(50_000)
    await putInForce(app.deps, promiseKind, 'withdrawal', { title: 'Other', hours: { amount: 100, flagged: 100 } })
    await app.deps.db.transaction(async (tx) => {
      await lockPlayer(tx, player.id)
      await reviewUnsent(app.deps, tx, player.id, 'flagged')
    })
    expect(hoursUntil((await read(body.id)).hold.promisedBy)).toBe(12)
    app.clock.forward(13 * hourMs)
    await breakPromises(app.deps)
    expect(await compensations(body.id)).toBe(1)
    expect((await requirements(50_000)).promisedHours).toBe(100)
  })
})

describe('a broken promise', () => {
  test('is paid for once, in cash, and is in history and statement', async () => {
    const { body } = await withdraw(50_000)
    const before = await cash()
    app.clock.forward(4 * hourMs + 60_000)
    await Promise.all([breakPromises(app.deps), breakPromises(app.deps), breakPromises(app.deps)])
    await breakPromises(app.deps)
    // 5 % of 500.00 and 2.00, at most 20.00.
    expect(await cash()).toBe(before + 2000)
    expect(await compensations(body.id)).toBe(1)
    expect(await read(body.id)).toMatchObject({ stage: 'review', compensation: 2000 })
    const { body: entries } = await player.call('GET', '/api/wallet/entries')
    expect(entries.data[0]).toMatchObject({ kind: 'payout-compensation', amount: 2000, account: 'cash' })
    await decide(body.number, 'declined')
    await breakPromises(app.deps)
    expect(await compensations(body.id)).toBe(1)
    expect(await cash()).toBe(before + 52_000)
  })

  test.each(['before', 'after'])(
    'promises what it did, if another reason is found %s the job comes to it',
    async (when) => {
      const { body } = await withdraw(50_000)
      app.clock.forward(5 * hourMs)
      if (when === 'after') await breakPromises(app.deps)
      await app.deps.db.transaction(async (tx) => {
        await lockPlayer(tx, player.id)
        await reviewUnsent(app.deps, tx, player.id, 'flagged')
      })
      await breakPromises(app.deps)
      const { hold, compensation: paid } = await read(body.id)
      expect(hold.checks.map(({ code }: Loose) => code)).toEqual(['amount', 'flagged'])
      expect(hold).toMatchObject({ promisedHours: 4, promisedBy: body.hold.promisedBy })
      expect(paid).toBe(2000)
      expect(await compensations(body.id)).toBe(1)
    },
  )

  test.each(['approved', 'declined'] as const)(
    'is paid for if it is %s late, before the job came to it',
    async (decision) => {
      const { body } = await withdraw(50_000)
      app.clock.forward(5 * hourMs)
      await decide(body.number, decision)
      await breakPromises(app.deps)
      expect(await compensations(body.id)).toBe(1)
    },
  )

  // Shows: pair payout promise/withdrawal
  test('stays broken if the player cancels, and keeps the account open until it is paid', async () => {
    await app.asOwner('UPDATE identity.players SET country = $2 WHERE id = $1', [player.id, 'MT'])
    const { body } = await withdraw(50_000)
    app.clock.forward(5 * hourMs)
    expect((await player.call('PUT', `/api/payment/invoices/${body.id}/decline`)).status).toBe(200)
    const keeps = () =>
      app.deps.db.transaction(async (tx) => {
        const all = await Promise.all(app.deps.lifecycles.map(async (each) => each.keepsOpen?.(tx, player.id)))
        return all.includes(true)
      })
    expect(await keeps()).toBe(true)
    await breakPromises(app.deps)
    expect(await compensations(body.id)).toBe(1)
  })

  test('is kept if the player cancels in time or has not provided what was asked for', async () => {
    app.deps.settings.withdrawals.reviewsUnverified = true
    const { body } = await withdraw(5000)
    app.clock.forward(1000 * hourMs)
    await breakPromises(app.deps)
    await decide(body.number, 'declined')
    await breakPromises(app.deps)
    expect(await compensations(body.id)).toBe(0)
  })

  test('is paid to a player who has excluded themselves meanwhile', async () => {
    const { body } = await withdraw(50_000)
    const excluded = await player.call('POST', '/api/player/limits', { definition: 4, period: '6-months' })
    expect(excluded.status).toBe(200)
    app.clock.forward(5 * hourMs)
    await breakPromises(app.deps)
    expect(await compensations(body.id)).toBe(1)
  })

  test('costs nothing where the definition promises nothing', async () => {
    await putInForce(app.deps, promiseKind, 'withdrawal', { title: 'Nothing', hours })
    const { body } = await withdraw(50_000)
    app.clock.forward(5 * hourMs)
    await breakPromises(app.deps)
    expect(await compensations(body.id)).toBe(0)
    expect((await app.asOwner('SELECT outcome FROM payments.holds WHERE invoice_id = $1', [body.id])).rows).toEqual([
      { outcome: 'broken' },
    ])
  })

  test('cannot be undone, not even by the owner of the database', async () => {
    const { body } = await withdraw(50_000)
    app.clock.forward(5 * hourMs)
    await breakPromises(app.deps)
    await expect(
      app.asOwner(`UPDATE payments.holds SET outcome = 'kept', compensation = NULL WHERE invoice_id = $1`, [body.id]),
    ).rejects.toThrow('is decided')
    await expect(
      app.asOwner(`UPDATE payments.holds SET hours = hours + 1 WHERE invoice_id = $1`, [body.id]),
    ).rejects.toThrow('is decided')
  })
})

describe('a partner that cannot be reached', () => {
  test('is a reason with a clock, from the first failure until the partner has taken the payout', async () => {
    app.sandbox.faults.outages = 1000
    const { body } = await withdraw(5000)
    await sendPayouts(app.deps)
    const { hold } = await read(body.id)
    expect(hold).toMatchObject({ holder: 'partner', checks: [{ code: 'partner', state: 'waiting' }] })
    expect(hoursUntil(hold.promisedBy)).toBe(6)
    const { rows } = await app.asOwner('SELECT external_id FROM payments.invoices WHERE id = $1', [body.id])
    expect(rows).toEqual([{ external_id: null }])
    app.sandbox.faults.outages = 0
    app.clock.forward(7 * hourMs)
    await sendPayouts(app.deps)
    await app.settle()
    await breakPromises(app.deps)
    expect(await compensations(body.id)).toBe(1)
  })

  test('is found where no process claims the payout', async () => {
    const { body } = await withdraw(5000)
    await holdStuckPayouts(app.deps)
    expect(await read(body.id)).not.toHaveProperty('hold')
    app.clock.forward(11 * 60_000)
    await holdStuckPayouts(app.deps)
    expect((await read(body.id)).hold).toMatchObject({ holder: 'partner' })
  })
})
