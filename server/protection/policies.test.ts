/** What a jurisdiction's policy decides about limits and withdrawals. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/desk/policy.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { explainPolicyOf } from './explain-policy.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairhouse-policy-'))
const value = (given: unknown) => ({ value: given, source: 'the law of the test' })
const hourMs = 3_600_000

let app: Cashier
beforeAll(async () => {
  const everyone = {
    increaseDelayHours: value(72),
    coolingOffPeriods: value(['1-week']),
    exclusionEndDelayHours: value(48),
  }
  writeFileSync(join(folder, 'DE.json'), JSON.stringify({ place: 'DE', name: 'Germany', everyone }))
  app = await cashier({ env: { POLICY_DIR: folder } })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => app.clock.reset())

const only = async (player: TestPlayer): Promise<Loose> => (await player.call('GET', '/api/player/limits')).body[0]
const setLimit = (player: TestPlayer) =>
  player.call('POST', '/api/player/limits', { definition: 3, period: 'daily', amount: 5000, currency: 'EUR' })

// Shows: 10.7
test("player protection 7: a raise waits the policy's 72 hours, and the old limit applies until it is confirmed", async () => {
  const player = await app.player()
  const { id } = (await setLimit(player)).body
  const raise = () => player.call('PUT', `/api/player/limits/${id}`, { period: 'daily', amount: 9000 })
  await raise()
  app.clock.forward(71 * hourMs)
  expect((await raise()).body).toMatchObject({ amount: 5000, pending: { amount: 9000, needsConfirmation: false } })
  app.clock.forward(2 * hourMs)
  expect(await only(player)).toMatchObject({ amount: 5000, pending: { needsConfirmation: true } })
  expect((await raise()).body).toMatchObject({ amount: 9000, pending: null })
})

test('an operator who tightens the delay delays raises that are already requested, and never shortens one', async () => {
  const player = await app.player()
  const { settings } = app.deps
  const { id } = (await setLimit(player)).body
  const raise = () => player.call('PUT', `/api/player/limits/${id}`, { period: 'daily', amount: 9000 })
  settings.policyDir = null
  await raise()
  settings.policyDir = folder
  app.clock.forward(25 * hourMs)
  expect((await raise()).body).toMatchObject({ amount: 5000, pending: { needsConfirmation: false } })
  settings.policyDir = null
  expect((await raise()).body).toMatchObject({ amount: 9000, pending: null })
  settings.policyDir = folder
})

// Shows: pair limits/second tab
test('a raise requested on two devices waits once; the later amount replaces the earlier and starts its own delay', async () => {
  const player = await app.player()
  const { id } = (await setLimit(player)).body
  const raise = (amount: number) => player.call('PUT', `/api/player/limits/${id}`, { period: 'daily', amount })
  await Promise.all([raise(9000), raise(9000)])
  app.clock.forward(60 * hourMs)
  expect((await raise(9500)).body).toMatchObject({ amount: 5000, pending: { amount: 9500 } })
  app.clock.forward(13 * hourMs)
  const answers = await Promise.all([raise(9500), raise(9500)])
  for (const { body } of answers) expect(body).toMatchObject({ amount: 5000, pending: { needsConfirmation: false } })
  app.clock.forward(60 * hourMs)
  const confirmed = await Promise.all([raise(9500), raise(9500)])
  for (const { body } of confirmed) expect(body).toMatchObject({ amount: 9500, pending: null })
})

// Shows: 10.10
test("player protection 10: only the policy's cooling-off periods can be started", async () => {
  const player = await app.player()
  const start = (period: string) => player.call('POST', '/api/player/limits', { definition: 5, period })
  expect((await start('1-day')).body.error.fields).toHaveProperty('period')
  expect((await start('1-week')).status).toBe(200)
})

// Shows: 10.14
test('player protection 14: an exclusion whose term is over ends after the delay of the policy', async () => {
  const player = await app.player()
  await app.asOwner('INSERT INTO limits.players (player_id) VALUES ($1)', [player.id])
  await app.asOwner(
    `INSERT INTO limits.limits (id, player_id, definition, period, created_at, ends_at) VALUES (gen_random_uuid(), $1, 4, '6-months', '2020-01-01', '2020-07-01')`,
    [player.id],
  )
  const { id } = await only(player)
  await player.call('DELETE', `/api/player/limits/${id}`)
  app.clock.forward(47 * hourMs)
  expect(await only(player)).toMatchObject({ id })
  app.clock.forward(2 * hourMs)
  expect(await only(player)).toBeUndefined()
})

// Shows: 10.25
test('player protection 25: where the policy permits no cancelling, a requested withdrawal stays out of reach', async () => {
  const player = await app.player()
  const { settings } = app.deps
  const announced = async () => (await player.call('GET', '/api/player/protection')).body.canCancelWithdrawals
  expect(await announced()).toBe(false)
  await player.fund('EUR', 20_000n)
  const { body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 15_000,
    accountId: player.accounts.EUR,
    fields: { iban: 'DE89370400440532013000', account_holder: 'Ada Lovelace' },
  })
  expect(body).toMatchObject({ status: 1, isCancellable: false })
  expect(await player.call('PUT', `/api/payment/invoices/${body.id}/decline`)).toMatchObject({
    status: 422,
    body: { error: { name: 'cancellingNotOffered' } },
  })
  expect(await player.account('EUR')).toMatchObject({ balance: 5000, withdrawalBalance: 5000 })
  settings.policyDir = null
  expect(await announced()).toBe(true)
  settings.policyDir = folder
})

// Shows: 10.1
test('player protection 1: a player is asked for a limit at registration and at the first deposit; a required one comes first', async () => {
  const player = await app.player()
  const protection = async () => (await player.call('GET', '/api/player/protection')).body
  const deposit = () =>
    player.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.card',
      currency: 'EUR',
      amount: 2000,
      accountId: player.accounts.EUR,
      fields: {},
    })
  expect(await protection()).toMatchObject({ limitPrompts: ['registration', 'first-deposit'], missingLimits: [] })
  const { settings } = app.deps
  Object.assign(settings, { policyDir: null, licences: new Set(['DE']) })
  expect(await protection()).toMatchObject({
    missingLimits: [{ definition: 3, period: 'monthly' }],
    ceilings: [{ period: 'monthly', amount: 100_000, currency: 'EUR' }],
    highestStake: { amount: 100, currency: 'EUR' },
  })
  expect((await deposit()).body.error.name).toBe('limitRequired')
  await setLimit(player)
  expect((await deposit()).body.error.name).toBe('limitRequired')
  const monthly = { definition: 3, period: 'monthly', amount: 500_000, currency: 'EUR' }
  expect((await player.call('POST', '/api/player/limits', monthly)).body).toMatchObject({ pending: null })
  expect((await deposit()).status).toBe(200)
  Object.assign(settings, { policyDir: folder, licences: new Set() })
})

test('the statutory maximum of deposits applies whatever limit a player sets, also among raced deposits', async () => {
  const player = await app.player()
  const { settings } = app.deps
  Object.assign(settings, { policyDir: null, licences: new Set(['DE']) })
  const monthly = { definition: 3, period: 'monthly', amount: 500_000, currency: 'EUR' }
  await player.call('POST', '/api/player/limits', monthly)
  const deposits = await Promise.all(
    Array.from({ length: 12 }, () =>
      player.call('POST', '/api/payment/invoices/deposit', {
        method: 'sandbox.card',
        currency: 'EUR',
        amount: 30_000,
        accountId: player.accounts.EUR,
        fields: {},
      }),
    ),
  )
  Object.assign(settings, { policyDir: folder, licences: new Set() })
  expect(deposits.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(9).fill(422)])
})

test('an operator reads each rule with its file and its source', async () => {
  const explained = await explainPolicyOf(app.deps, { place: 'DE' })
  expect(explained).toMatchObject({ ok: true, value: { isLicensed: false } })
  expect(explained.ok && explained.value.rules).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'increaseDelayHours',
        value: 72,
        file: expect.stringMatching(/DE\.json$/),
        source: 'the law of the test',
      }),
      expect.objectContaining({ name: 'wageringCap', value: 10, file: expect.stringMatching(/default\.json$/) }),
    ]),
  )
  expect(contract.explainPolicy.params.safeParse({ place: 'germany' }).success).toBe(false)
})
