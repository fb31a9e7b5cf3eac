/** Adjustments of a balance: once, never below zero, against play at the same moment, and with a second person. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'
import { deskEnvironment, deskOf, type DeskPerson } from '#tests/setup/desk.ts'

let app: Cashier
let desk: Awaited<ReturnType<typeof deskOf>>
let player: TestPlayer
let paula: DeskPerson
let pete: DeskPerson
beforeAll(async () => {
  app = await cashier({ env: deskEnvironment })
  desk = await deskOf(app.deps, app.clock.forward)
  paula = await desk.person('paula', 'payments')
  pete = await desk.person('pete', 'payments')
})
afterAll(async () => {
  await desk.close()
  await app.close()
})
beforeEach(async () => {
  player = await app.player()
  await player.fund('EUR', 10_000n)
})
afterEach(async () => expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([]))

const adjust = (change: object = {}, by = paula) =>
  by.call({
    method: 'POST',
    url: `/api/players/${player.id}/adjustments`,
    body: {
      id: randomUUID(),
      direction: 'credit',
      currency: 'EUR',
      amount: '12.50',
      cause: 'goodwill',
      reason: 'A round was slow',
      ...change,
    },
  })
const cash = async () => (await player.account('EUR')).withdrawalBalance
const acts = async () =>
  (
    await app.asOwner(
      `SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = 'balance-adjusted' ORDER BY id`,
      [player.id],
    )
  ).rows

test('a credit and a debit are entries of the player with their cause, and one act each', async () => {
  const id = randomUUID()
  expect((await adjust({ id })).body).toMatchObject({
    adjustment: { id, direction: 'credit', amount: { amount: '12.50' }, actor: 'paula', approver: null },
    cash: { amount: '112.50', currency: 'EUR' },
  })
  // Its answer was lost.
  expect((await adjust({ id })).body.cash.amount).toBe('112.50')
  expect((await adjust({ id, amount: '13' })).body.error.name).toBe('sentBefore')
  expect((await adjust({ direction: 'debit', amount: '2.5', cause: 'error' })).body.cash.amount).toBe('110.00')
  expect(await cash()).toBe(11_000)
  const { data } = (await player.call('GET', '/api/wallet/entries')).body
  expect(data.slice(0, 2)).toMatchObject([
    { kind: 'adjustment-debit', amount: -250, reference: { label: 'error' }, counterparty: 'house:adjustments:EUR' },
    { kind: 'adjustment-credit', amount: 1250, reference: { label: 'goodwill' } },
  ])
  expect(await acts()).toMatchObject([
    {
      actor: 'operator:paula',
      detail: { adjustment: id, before: { cash: { amount: '100.00' } }, after: { cash: { amount: '112.50' } } },
    },
    { actor: 'operator:paula', detail: { reason: 'A round was slow', cause: 'error' } },
  ])
  const listed = await paula.call({ url: `/api/players/${player.id}/adjustments` })
  expect(listed.body).toMatchObject({
    cash: [{ amount: '110.00' }],
    adjustments: [{ direction: 'debit' }, { direction: 'credit' }],
  })
})

test('a debit never takes more than the cash, also while the player spends it', async () => {
  expect((await adjust({ direction: 'debit', amount: '100.01' })).body.error).toMatchObject({
    name: 'insufficientFunds',
    message: 'The player has €100.00 of cash: no more can be taken.',
  })
  for (let round = 0; round < 5; round++) {
    player = await app.player()
    await player.fund('EUR', 10_000n)
    const [adjusted, stored] = await Promise.all([
      adjust({ direction: 'debit', amount: '1' }),
      player.call('POST', `/api/wallet/accounts/${player.accounts.EUR}/vault`, {
        amount: 10_000,
        idempotencyKey: randomUUID(),
      }),
    ])
    expect([adjusted.status, stored.status].toSorted()[0]).toBe(200)
    // Either the vault took all and nothing was left to debit, or the debit came first and the vault was refused.
    expect([adjusted.status === 200, await cash()]).toEqual([stored.status !== 200, stored.status === 200 ? 0 : 9_900])
  }
})

test('bad input is refused in a sentence and changes nothing', async () => {
  for (const [change, name] of [
    [{ amount: '0' }, 'amountInvalid'],
    [{ amount: '-5' }, 'amountInvalid'],
    [{ amount: '1.005' }, 'amountInvalid'],
    [{ amount: 'ten' }, 'amountInvalid'],
    [{ currency: 'XYZ' }, 'amountInvalid'],
    [{ currency: 'BTC', amount: '0.00000001' }, 'currencyUnknown'],
    [{ reason: ' ' }, 'validation'],
  ] as const)
    expect([change, (await adjust(change)).body.error?.name]).toEqual([change, name])
  const nobody = `/api/players/${randomUUID()}/adjustments`
  expect((await paula.call({ url: nobody })).body.error.name).toBe('playerNotFound')
  expect(await cash()).toBe(10_000)
  expect(await acts()).toEqual([])
})

test('parts sent at the same moment count together, in every currency', async () => {
  for (let round = 0; round < 8; round++) {
    player = await app.player({ currencies: ['EUR', 'USD'] })
    await player.fund('EUR', 10_000n)
    const people = [paula, pete, paula, pete]
    const answers = await Promise.all(people.map((by) => adjust({ amount: '90' }, by)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 202, 202])
    expect(await cash()).toBe(28_000)
  }
  await player.fund('USD', 100n)
  const other = await adjust({ amount: '60', currency: 'USD' })
  expect(other.status).toBe(202)
})

test('an adjustment whose answer was lost is answered again, also after the threshold is reached', async () => {
  const id = randomUUID()
  expect((await adjust({ id, amount: '150' })).status).toBe(200)
  expect((await adjust({ id, amount: '150' })).status).toBe(200)
  expect(await cash()).toBe(25_000)
})

test('above the threshold a second person approves, once, and parts within a day count together', async () => {
  const large = { amount: '250', reason: 'Lost by our fault' }
  const asked = await adjust(large)
  expect(asked.status).toBe(202)
  expect(await cash()).toBe(10_000)
  const { request } = asked.body.waiting
  const approve = (by: DeskPerson) => by.call({ method: 'POST', url: `/api/requests/${request}/approval` })
  expect((await approve(paula)).status).not.toBe(200)
  const answers = await Promise.all([approve(pete), approve(pete)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await cash()).toBe(35_000)
  const listed = await paula.call({ url: `/api/players/${player.id}/adjustments` })
  expect(listed.body.adjustments).toMatchObject([{ actor: 'paula', approver: 'pete', reason: 'Lost by our fault' }])
  expect((await adjust({ amount: '1' })).status).toBe(202)
  app.clock.forward(86_400_001)
  const later = await desk.person('later', 'payments')
  expect((await adjust({ amount: '150' }, later)).status).toBe(200)
  expect((await adjust({ amount: '51' }, later)).status).toBe(202)
  expect(await cash()).toBe(50_000)
})
