/** An idle session moves no money. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.reset()
  player = await app.player({ isProven: false })
  await player.fund('EUR', 100_000n)
})

const minute = 60_000
const bank = { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' }
const withdraw = () =>
  player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 2000,
    accountId: player.accounts.EUR,
    fields: bank,
  })
const deposit = () =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount: 2000,
    accountId: player.accounts.EUR,
    fields: {},
  })
const prove = () =>
  app.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE player_id = $1', [player.id, app.clock.now()])
const refused = { status: 422, body: { error: { name: 'stepUpRequired', code: 12003 } } }
const invoices = async () =>
  (await app.asOwner('SELECT count(*)::int AS count FROM payments.invoices WHERE player_id = $1', [player.id])).rows[0]
    .count

// Shows: 10.18, attack 89, pair deposit/second factor, pair withdrawal/second factor
test('player protection 18: after half an hour neither a deposit nor a withdrawal to a known destination is accepted without a new proof', async () => {
  await prove()
  expect((await withdraw()).status).toBe(200)
  app.clock.forward(29 * minute)
  expect((await withdraw()).status).toBe(200)
  expect((await deposit()).status).toBe(200)
  const before = await invoices()
  app.clock.forward(31 * minute)
  expect(await deposit()).toMatchObject(refused)
  expect(await withdraw()).toMatchObject(refused)
  // Retrying, or other actions before, do not reset the idle time.
  app.clock.forward(2 * minute)
  expect((await player.call('PUT', `/api/wallet/accounts/${player.accounts.EUR}/switch`)).status).toBeLessThan(500)
  expect(await withdraw()).toMatchObject(refused)
  expect(await invoices()).toBe(before)
  await prove()
  expect((await deposit()).status).toBe(200)
  expect((await withdraw()).status).toBe(200)
})
