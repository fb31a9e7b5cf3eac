/** The address book: checked like a withdrawal, saved with a proof, and no way around the proof for a new destination. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PlayerStatus } from '#contract/identity.ts'
import { barredMeanwhile } from '#tests/setup/barred-meanwhile.ts'
import { type Cashier, cashier, type TestPlayer } from '#tests/setup/cashier.ts'

let app: Cashier
let player: TestPlayer
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.reset()
  player = await app.player({ currencies: ['BTC', 'USDT'] })
  await player.fund('BTC', 100_000_000n)
})

const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
type Method = { method: string; fields: Array<{ key: string; options: Array<{ id: string }> }> }
let method: string
let fields: Record<string, string>
beforeEach(async () => {
  const { body } = await player.call('GET', '/api/payment/methods/withdrawal?currency=BTC')
  const found = (body as Method[]).find((each) => each.fields.some(({ key }) => key === 'wallet_id'))!
  method = found.method
  const network = found.fields.find(({ key }) => key === 'crypto_network')?.options[0]?.id
  fields = { wallet_id: address, ...(network ? { crypto_network: network } : {}) }
})

const save = (change: Record<string, unknown> = {}, by = player) =>
  by.call('POST', '/api/payment/addresses', { name: 'Cold storage', method, currency: 'BTC', fields, ...change })
const list = async (by = player) => (await by.call('GET', '/api/payment/addresses')).body
const remove = (id: string, by = player) => by.call('DELETE', `/api/payment/addresses/${id}`)
const withdraw = (by = player) =>
  by.call('POST', '/api/payment/invoices/withdrawal', {
    method,
    currency: 'BTC',
    amount: 10_000_000,
    accountId: by.accounts.BTC,
    fields,
    idempotencyKey: randomUUID(),
  })
const prove = (at: Date | null) =>
  app.asOwner('UPDATE identity.sessions SET stepped_up_at = $2 WHERE player_id = $1', [player.id, at])
const refused = (name: string) => ({ status: 422, body: { error: { name } } })
const minute = 60_000
const hour = 60 * minute
/** The player is back after that time, has proven it, and the proof has lapsed: neither idle nor stepped up. */
async function later(ms: number): Promise<void> {
  app.clock.forward(ms)
  // Reading is no activity; this is.
  await remove(randomUUID())
  await prove(app.clock.now())
  app.clock.forward(11 * minute)
}

test('an address is saved under its name, listed to its player by currency, and deleted', async () => {
  const { body } = await save({ name: '  Cold storage ' })
  expect(body).toMatchObject({ name: 'Cold storage', method, currency: 'BTC', fields })
  expect(await list()).toEqual([body])
  expect((await player.call('GET', '/api/payment/addresses?currency=USDT')).body).toEqual([])
  expect((await remove(body.id)).status).toBe(200)
  expect((await remove(body.id)).status).toBe(404)
  expect(await list()).toEqual([])
})

test('what a withdrawal would refuse is not saved', async () => {
  expect(await save({ fields: { ...fields, wallet_id: 'bc1qnot' } })).toMatchObject(refused('fieldsInvalid'))
  expect(await save({ fields: {} })).toMatchObject(refused('fieldsInvalid'))
  expect(await save({ method: 'sandbox.bank', currency: 'EUR' })).toMatchObject(refused('methodNotOffered'))
  expect(await save({ method: 'no.such' })).toMatchObject(refused('methodNotOffered'))
  for (const name of ['', '   ', 'x'.repeat(41), 'a\u0000b', '<b>a</b>\u202E', 7])
    expect((await save({ name })).status).toBe(422)
  expect(await list()).toEqual([])
})

test('of 30 parallel requests to save one address one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => save({ name: `name ${n}` })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await save()).toMatchObject(refused('addressExists'))
  expect(await list()).toHaveLength(1)
})

test('the book has an end', async () => {
  await app.asOwner(
    `INSERT INTO payments.addresses (player_id, name, method, currency, fields, destination, created_at)
    SELECT $1, 'n', 'm', 'BTC', '{}', n::text, now() FROM generate_series(1, 50) AS n`,
    [player.id],
  )
  expect(await save()).toMatchObject(refused('tooManyAddresses'))
})

test('another player neither sees nor deletes it, and withdraws to it as to any new destination', async () => {
  const { body } = await save()
  app.clock.forward(25 * hour)
  const other = await app.player({ currencies: ['BTC'], isProven: false })
  await other.fund('BTC', 100_000_000n)
  expect(await list(other)).toEqual([])
  expect((await remove(body.id, other)).status).toBe(404)
  expect(await withdraw(other)).toMatchObject(refused('stepUpRequired'))
  expect(await list()).toHaveLength(1)
})

// Shows: attack 114
test('saving requires a proof; a stolen session saves nothing', async () => {
  await prove(null)
  expect(await save()).toMatchObject({ status: 422, body: { error: { name: 'stepUpRequired', code: 12003 } } })
  expect(await list()).toEqual([])
})

// Shows: attack 58
test('a call from before its session ended saves nothing', async () => {
  const on = { deps: app.deps, db: { asOwner: app.asOwner } }
  const answer = await barredMeanwhile(on, player.id, PlayerStatus.blocked, () => save())
  expect(answer).toMatchObject({ status: 401, body: { error: { name: 'unauthorized' } } })
  const { rows } = await app.asOwner('SELECT FROM payments.addresses WHERE player_id = $1', [player.id])
  expect(rows).toEqual([])
})

// Shows: attack 114
test('a withdrawal to it needs a proof until its wait is over, and again once it is deleted', async () => {
  const { body } = await save()
  expect(Date.parse(body.trustedFrom) - app.clock.now().getTime()).toBeGreaterThan(23 * hour)
  await prove(null)
  expect(await withdraw()).toMatchObject(refused('stepUpRequired'))
  await later(23 * hour)
  expect(await withdraw()).toMatchObject(refused('stepUpRequired'))
  await later(hour)
  expect((await withdraw()).status).toBe(200)
  await app.asOwner("UPDATE payments.invoices SET stage = 'declined' WHERE player_id = $1", [player.id])
  expect((await withdraw()).status).toBe(200)
  await app.asOwner("UPDATE payments.invoices SET stage = 'declined' WHERE player_id = $1", [player.id])
  await remove(body.id)
  expect(await withdraw()).toMatchObject(refused('stepUpRequired'))
})

// Shows: attack 114
test('deleted and saved again, it waits again', async () => {
  const { body } = await save()
  await later(25 * hour)
  await remove(body.id)
  await prove(app.clock.now())
  await save()
  app.clock.forward(11 * minute)
  expect(await withdraw()).toMatchObject(refused('stepUpRequired'))
  await later(24 * hour)
  expect((await withdraw()).status).toBe(200)
})

test('after money was withdrawn to it, it is known without the book', async () => {
  const { body } = await save()
  expect((await withdraw()).status).toBe(200)
  await remove(body.id)
  await prove(null)
  expect((await withdraw()).status).toBe(200)
})

test('a session that was left alone for half an hour withdraws to no saved address without a proof', async () => {
  await save()
  await prove(null)
  app.clock.forward(25 * hour)
  await withdraw()
  app.clock.forward(hour)
  expect(await withdraw()).toMatchObject(refused('stepUpRequired'))
})
