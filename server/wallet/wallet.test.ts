import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { openAccount } from './open-account.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  player = await app.player({ currencies: ['EUR', 'BTC'] })
})

const accounts = async (): Promise<Loose[]> => (await player.call('GET', '/api/wallet/accounts')).body

// Shows: 3.11.1, 7.4.1
test('accounts are listed with the active one first', async () => {
  await player.fund('BTC', 150_000n)
  const none = { bonusBalance: 0, roundsNet: 0, lockedBalance: 0, vaultBalance: 0, version: expect.any(Number) }
  expect(await accounts()).toEqual([
    { ...none, id: player.accounts.EUR, currency: 'EUR', balance: 0, withdrawalBalance: 0, status: 1 },
    { ...none, id: player.accounts.BTC, currency: 'BTC', balance: 150_000, withdrawalBalance: 150_000, status: 2 },
  ])
})

// Shows: 4.6.1
test('an account in another currency is opened without becoming active, and opening it again changes nothing', async () => {
  const opened = await player.call('POST', '/api/wallet/accounts', { currency: 'USDT' })
  expect(opened.body).toMatchObject({ currency: 'USDT', status: 2 })
  expect((await player.call('POST', '/api/wallet/accounts', { currency: 'USDT' })).body).toEqual(opened.body)
  expect(await accounts()).toHaveLength(3)
})

// Shows: pair account switch/second tab
test('ten concurrent openings of one currency create one account', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => player.call('POST', '/api/wallet/accounts', { currency: 'ETH' })),
  )
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
})

// Shows: 3.1.3
test('a currency that is not offered is refused', async () => {
  expect((await player.call('POST', '/api/wallet/accounts', { currency: 'XYZ' })).body.error.name).toBe(
    'currencyNotOffered',
  )
})

// Shows: 4.6.1
test('switching activates the other account and pushes both', async () => {
  const { body } = await player.call('PUT', `/api/wallet/accounts/${player.accounts.BTC}/switch`)
  expect(body).toMatchObject({ currency: 'BTC', status: 1 })
  expect((await accounts()).map(({ currency, status }) => [currency, status])).toEqual([
    ['BTC', 1],
    ['EUR', 2],
  ])
  const { rows } = await app.asOwner(`SELECT payload FROM outbox.events WHERE channel = $1 ORDER BY id DESC LIMIT 2`, [
    `wallet:accounts#${player.id}`,
  ])
  expect(rows.map(({ payload }) => payload)).toEqual(await accounts())
})

// Shows: pair account switch/second tab
test('20 concurrent switches leave exactly one active account', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      player.call('PUT', `/api/wallet/accounts/${index % 2 ? player.accounts.BTC : player.accounts.EUR}/switch`),
    ),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect((await accounts()).filter(({ status }) => status === 1)).toHaveLength(1)
})

// Shows: 4.6.1
test('an empty account can be hidden and is shown again when it is opened', async () => {
  expect((await player.call('PUT', `/api/wallet/accounts/${player.accounts.BTC}/hide`)).body).toMatchObject({
    status: 3,
  })
  expect(await accounts()).toHaveLength(1)
  expect((await player.call('POST', '/api/wallet/accounts', { currency: 'BTC' })).body).toMatchObject({
    id: player.accounts.BTC,
    status: 2,
  })
})

// Shows: 4.6.1
test.each(['cash', 'bonus', 'held', 'vault'])('an account with money of its %s cannot be hidden', async (bucket) => {
  await app.asOwner(`UPDATE wallet.accounts SET ${bucket} = 1 WHERE id = $1`, [player.accounts.BTC])
  const { body } = await player.call('PUT', `/api/wallet/accounts/${player.accounts.BTC}/hide`)
  expect(body.error?.name).toBe('accountHasFunds')
  await app.asOwner(`UPDATE wallet.accounts SET ${bucket} = 0 WHERE id = $1`, [player.accounts.BTC])
})

test('neither the active account nor one with money can be hidden', async () => {
  const hide = async (currency: string) =>
    (await player.call('PUT', `/api/wallet/accounts/${player.accounts[currency]}/hide`)).body.error?.name
  expect(await hide('EUR')).toBe('accountIsActive')
  await player.fund('BTC', 1n)
  expect(await hide('BTC')).toBe('accountHasFunds')
})

test("another player's account can be neither switched to nor hidden, and is reported as unknown", async () => {
  const other = await app.player({ currencies: ['EUR', 'USD'] })
  for (const verb of ['switch', 'hide'])
    expect((await player.call('PUT', `/api/wallet/accounts/${other.accounts.USD}/${verb}`)).status).toBe(404)
  expect((await other.account('USD')).status).toBe(2)
})

test('every wallet call refuses guests', async () => {
  for (const path of ['/api/wallet/accounts', '/api/wallet/entries', '/api/payment/invoices'])
    expect((await fetch(app.url + path)).status).toBe(401)
})

test('the first account of a player is always active', async () => {
  const playerId = randomUUID()
  const opened = await app.deps.db.transaction((tx) => openAccount(tx, { playerId, currency: 'EUR', active: false }))
  expect(opened.status).toBe(1)
})

// Shows: 10.22
test('the ledger shows kind, subject, and balance before and after, newest first, in pages', async () => {
  await player.fund('EUR', 1000n)
  await player.fund('EUR', 500n)
  const { body } = await player.call('GET', '/api/wallet/entries?currency=EUR&perPage=1')
  expect(body.data).toMatchObject([
    {
      kind: 'deposit',
      account: 'cash',
      currency: 'EUR',
      amount: 500,
      before: 1000,
      after: 1500,
      counterparty: 'clearing:test:EUR',
      reference: { kind: 'other', id: 'test' },
    },
  ])
  const next = await player.call('GET', `/api/wallet/entries?currency=EUR&perPage=1&before=${body.meta.next}`)
  expect(next.body.data).toMatchObject([{ amount: 1000, before: 0, after: 1000 }])
  expect(next.body.meta.next).toBeNull()
})
