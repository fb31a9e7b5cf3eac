/**
 * A session that is used in a restricted country: deposits and play are refused, and payments in progress
 * still arrive.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier({ env: { TRUST_PROXY: '1', RESTRICTED_COUNTRIES: 'AT:1,CH:2' } })
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})

async function from(country: string, player: TestPlayer, method: string, path: string, body?: unknown, locale = 'en') {
  const answer = await fetch(app.url + path, {
    method,
    headers: {
      authorization: `Bearer ${await player.token()}`,
      'cf-ipcountry': country,
      'x-forwarded-for': '198.51.100.7',
      'x-locale': locale,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
const depositOf = (player: TestPlayer, wish: object = {}) => ({
  method: 'sandbox.card',
  currency: 'EUR',
  amount: 50_00,
  accountId: player.accounts.EUR,
  fields: {},
  ...wish,
})
const restricted = { status: 422, body: { error: { name: 'countryRestricted', code: 13102 } } }

async function issuedBonus(player: TestPlayer): Promise<string> {
  const id = randomUUID()
  await app.asOwner(
    `INSERT INTO bonuses.player_bonuses (id, player_id, bonus_id, offer_version, terms, is_once, type, currency, amount, wager_total, created_at, expires_at)
     VALUES ($1, $2, 'welcome-100', 1, '{"name": {"en": "Welcome"}, "wagering": 10, "contribution": {"kinds": {"slot": 100, "dice": 100}, "games": {}}}', false, 1, 'EUR', 5000, 50000, now(), '2999-01-01')`,
    [id, player.id],
  )
  return id
}
async function issuedSpins(player: TestPlayer): Promise<string> {
  const id = randomUUID()
  await app.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, count, spin_amount, status, expires_at, created_at)
     VALUES ($1, $2, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'EUR', 'dice', 1, 100, 1, '2999-01-01', now())`,
    [id, player.id],
  )
  return id
}

// Shows: pair bonus/restricted country, pair deposit/restricted country
test.each(['US', 'AT', 'CH'])('in %s no deposit is opened and no bonus starts; at home both do', async (country) => {
  const player = await app.player()
  const [bonus, spins] = [await issuedBonus(player), await issuedSpins(player)]
  const acts = [
    ['POST', '/api/payment/invoices/deposit', depositOf(player)],
    ['PUT', `/api/game/player-bonuses/${bonus}/activate`],
    ['PUT', `/api/game/player-freespins/${spins}/activate`],
  ] as const
  for (const [method, path, body] of acts)
    expect(await from(country, player, method, path, body)).toMatchObject(restricted)
  expect((await from(country, player, 'GET', '/api/payment/invoices')).body).toMatchObject({ data: [] })
  for (const [method, path, body] of acts) expect((await from('DE', player, method, path, body)).status).toBe(200)
})

// Shows: pair free spins/restricted country
test('free spins requested from an allowed and a restricted country, in both orders and at once, start only from the allowed one', async () => {
  const player = await app.player()
  const start = (id: string, country: string) =>
    from(country, player, 'PUT', `/api/game/player-freespins/${id}/activate`)
  const [first, second] = [await issuedSpins(player), await issuedSpins(player)]
  expect(await start(first, 'AT')).toMatchObject(restricted)
  expect((await start(first, 'DE')).status).toBe(200)
  expect((await start(second, 'DE')).status).toBe(200)
  expect(await start(second, 'AT')).toMatchObject(restricted)
  for (let round = 0; round < 8; round++) {
    const spins = await issuedSpins(player)
    const [abroad, home] = await Promise.all([start(spins, 'AT'), start(spins, 'DE')])
    expect(abroad).toMatchObject(restricted)
    expect(home).toMatchObject({ status: 200, body: { status: 2 } })
  }
})

test('the refusal is in the language of the caller', async () => {
  const player = await app.player()
  const { body } = await from('US', player, 'POST', '/api/payment/invoices/deposit', depositOf(player), 'de')
  expect(body.error.message).toContain('Auszahlungen')
})

// Shows: pair bonus/restricted country, pair withdrawal/restricted country
test('money is withdrawn, bonuses are cancelled and everything is read from a restricted country', async () => {
  const player = await app.player()
  await player.fund('EUR', 100_00n)
  const bonus = await issuedBonus(player)
  expect((await from('US', player, 'PUT', `/api/game/player-bonuses/${bonus}/cancel`)).status).toBe(200)
  const withdrawal = await from('US', player, 'POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 50_00,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Ada Lovelace', iban: 'DE89370400440532013000' },
  })
  expect(withdrawal.status).toBe(200)
  for (const path of ['/api/wallet/accounts', '/api/player/limits', '/api/payment/methods/deposit?currency=EUR'])
    expect((await from('US', player, 'GET', path)).status).toBe(200)
})

// Shows: pair deposit/restricted country
test('a pay page that was opened at home and is paid abroad is credited once, and withdrawn from there', async () => {
  const player = await app.player()
  const opened = await from('DE', player, 'POST', '/api/payment/invoices/deposit', depositOf(player))
  expect(opened.status).toBe(200)
  expect(await from('US', player, 'POST', '/api/payment/invoices/deposit', depositOf(player))).toMatchObject(restricted)
  app.sandbox.payments.decide(app.sandbox.payments.byReference(opened.body.invoiceId)!.id, 'pay')
  await app.settle()
  expect(await player.account('EUR')).toMatchObject({ balance: 50_00 })
})
