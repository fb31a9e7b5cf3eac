/** Money is never moved by whoever finds an idle session open. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'

let house: Cashier
let player: TestPlayer
beforeAll(async () => {
  house = await cashier()
})
afterAll(() => house.close())
beforeEach(async () => {
  house.clock.reset()
  player = await house.player({ isProven: false })
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
  house.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE player_id = $1', [player.id, house.clock.now()])
const refused = { status: 422, body: { error: { name: 'stepUpRequired', code: 12003 } } }
const invoices = async () =>
  (await house.asOwner('SELECT count(*)::int AS count FROM payments.invoices WHERE player_id = $1', [player.id]))
    .rows[0].count

test('player protection 18: after half an hour neither a deposit nor a withdrawal to a known destination is accepted without a new proof', async () => {
  await prove()
  expect((await withdraw()).status).toBe(200)
  house.clock.forward(29 * minute)
  expect((await withdraw()).status).toBe(200)
  expect((await deposit()).status).toBe(200)
  const before = await invoices()
  house.clock.forward(31 * minute)
  expect(await deposit()).toMatchObject(refused)
  expect(await withdraw()).toMatchObject(refused)
  // Retrying, or other actions before, do not reset the idle time.
  house.clock.forward(2 * minute)
  expect((await player.call('PUT', `/api/wallet/accounts/${player.accounts.EUR}/switch`)).status).toBeLessThan(500)
  expect(await withdraw()).toMatchObject(refused)
  expect(await invoices()).toBe(before)
  await prove()
  expect((await deposit()).status).toBe(200)
  expect((await withdraw()).status).toBe(200)
})
