/**
 * Limits hold in the transaction that moves the money, under any concurrency; cooling-off periods and exclusions last
 * their term.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { untilOneWaits } from '#tests/setup/lock-waits.ts'
import { checkDeposit } from './check-deposit.ts'
import { isExcluded } from './exclusion.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())
afterEach(() => app.clock.reset())

const hourMs = 3_600_000
const ask = (player: TestPlayer, currency: string, amount: number) =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency,
    amount,
    accountId: player.accounts[currency],
    fields: {},
  })
const limit = (player: TestPlayer, over: Record<string, unknown> = {}) =>
  player.call('POST', '/api/player/limits', {
    definition: 3,
    period: 'daily',
    amount: 10_000,
    currency: 'EUR',
    ...over,
  })
const only = async (player: TestPlayer): Promise<Loose> => (await player.call('GET', '/api/player/limits')).body[0]

// Shows: 3.20.1, attack 17, invariant 10, ASVS 2.3.2, pair deposit/limits
test('a deposit limit of 100 and 50 deposits of 60 together: one is accepted; through another currency it is refused', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  const { status, body: created } = await limit(player)
  const now = app.clock.now()
  expect([status, created]).toEqual([
    200,
    {
      id: expect.any(String),
      definition: 3,
      period: 'daily',
      amount: 10_000,
      currentAmount: 0,
      reservedAmount: 0,
      reservedUntil: null,
      currency: 'EUR',
      endsAt: expect.any(String),
      mayEnd: false,
      pending: null,
      createdAt: expect.any(String),
    },
  ])
  expect(Math.abs(Date.parse(created.createdAt) - now.getTime())).toBeLessThan(60_000)
  expect(Date.parse(created.endsAt) - now.getTime()).toBeGreaterThan(-60_000)
  expect(Date.parse(created.endsAt) - now.getTime()).toBeLessThanOrEqual(24 * hourMs)
  expect(await only(player)).toEqual(created)
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask(player, 'EUR', 6000)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers.filter((each) => each.status !== 200))
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { error: { name: 'depositLimitReached', code: 13100 } },
    })
  expect(await ask(player, 'USD', 6000)).toMatchObject({ status: 422, body: { error: { code: 13100 } } })
  expect(await only(player)).toMatchObject({ currentAmount: 6000 })
  expect((await ask(player, 'EUR', 4000)).status).toBe(200)
  expect(await player.call('GET', '/api/payment/methods/deposit?currency=EUR')).toMatchObject({
    status: 422,
    body: { error: { code: 13100 } },
  })
})

// Shows: pair limits/second tab
test("a call during another's decision waits for it", async () => {
  const player = await app.player()
  await limit(player)
  const { db } = app.deps
  const place = (tx: Parameters<typeof checkDeposit>[0]) =>
    checkDeposit(tx, app.deps, { invoiceId: randomUUID(), playerId: player.id, currency: 'EUR', amount: 6000n })
  const second = await db.transaction(async (tx) => {
    expect((await place(tx)).ok).toBe(true)
    const asked = db.transaction(place)
    await untilOneWaits(app)
    return { asked }
  })
  expect(await second.asked).toEqual({ ok: false, refusal: 'depositLimitReached' })
})

// Shows: pair deposit/limits
test('a daily limit applies in the hour that clocks repeat after midnight', async () => {
  // On the Azores 0:00 to 1:00 comes twice that night: from 0:00 and from 1:00 UTC.
  app.clock.forward(Date.parse('2030-10-27T00:20:00Z') - Date.now())
  const player = await app.player()
  await app.asOwner(`UPDATE identity.players SET details = '{"timeZone":"Atlantic/Azores"}' WHERE id = $1`, [player.id])
  await limit(player)
  const asked = []
  for (let count = 0; count < 5; count++) {
    asked.push((await ask(player, 'EUR', 6000)).status)
    app.clock.forward(hourMs / 4)
  }
  expect(asked).toEqual([200, 422, 422, 422, 422])
  expect(await only(player)).toMatchObject({ currentAmount: 6000, endsAt: '2030-10-28T01:00:00.000Z' })
})

test('a deposit that is given up gives its place back; the next period begins at nothing', async () => {
  const player = await app.player()
  await limit(player)
  const { body } = await ask(player, 'EUR', 10_000)
  expect((await ask(player, 'EUR', 1000)).status).toBe(422)
  await player.call('PUT', `/api/payment/invoices/${body.invoiceId}/decline`)
  expect(await only(player)).toMatchObject({ currentAmount: 0 })
  expect((await ask(player, 'EUR', 10_000)).status).toBe(200)
  app.clock.forward(24 * hourMs)
  expect(await only(player)).toMatchObject({ currentAmount: 0 })
  expect((await ask(player, 'EUR', 10_000)).status).toBe(200)
})

// Shows: pair limits/account switch
test('the lowest limit applies, and each currency has its own limit', async () => {
  const player = await app.player()
  await limit(player, { period: 'weekly', amount: 3000 })
  await limit(player)
  expect((await ask(player, 'EUR', 3001)).status).toBe(422)
  expect((await ask(player, 'EUR', 3000)).status).toBe(200)
  expect(await limit(player)).toMatchObject({ status: 422, body: { error: { name: 'limitExists' } } })
})

// Shows: 7.3.7
test('lower at once; higher only when confirmed after a day, with the old limit in force until then', async () => {
  const player = await app.player()
  const { id } = (await limit(player)).body
  const change = (amount: number) => player.call('PUT', `/api/player/limits/${id}`, { period: 'daily', amount })
  expect((await change(5000)).body).toMatchObject({ amount: 5000, pending: null })
  expect((await change(20_000)).body).toMatchObject({
    amount: 5000,
    pending: { amount: 20_000, needsConfirmation: false },
  })
  app.clock.forward(23 * hourMs)
  expect((await change(20_000)).body).toMatchObject({ amount: 5000 })
  expect((await ask(player, 'EUR', 6000)).status).toBe(422)
  app.clock.forward(hourMs)
  expect(await only(player)).toMatchObject({ amount: 5000, pending: { needsConfirmation: true } })
  expect((await ask(player, 'EUR', 6000)).status).toBe(422)
  expect((await change(20_000)).body).toMatchObject({ amount: 20_000, pending: null })
  expect((await ask(player, 'EUR', 6000)).status).toBe(200)
  const weekly = await player.call('PUT', `/api/player/limits/${id}`, { period: 'weekly', amount: 20_000 })
  expect(weekly.body).toMatchObject({ period: 'daily', pending: { period: 'weekly', amount: 20_000 } })
})

// Shows: 7.3.7
test('a limit cannot take the period of another one, not even after the delay of a raise', async () => {
  const player = await app.player()
  const { id } = (await limit(player)).body
  expect((await limit(player, { period: 'weekly' })).status).toBe(200)
  expect(await player.call('PUT', `/api/player/limits/${id}`, { period: 'weekly', amount: 5000 })).toMatchObject({
    status: 422,
    body: { error: { name: 'fieldsInvalid', fields: { period: [expect.any(String)] } } },
  })
})

// Shows: 7.3.7, 9.4.1
test.each([
  [3, 'yearly'],
  [3, 'round'],
  [7, 'daily'],
])('a limit of the definition %i has no period %s, neither at first nor by a change', async (definition, period) => {
  const player = await app.player()
  const refused = { status: 422, body: { error: { name: 'fieldsInvalid', fields: { period: [expect.any(String)] } } } }
  expect(await limit(player, { definition, period })).toMatchObject(refused)
  const { id } = (await limit(player, { definition, period: definition === 7 ? 'round' : 'daily' })).body
  expect(await player.call('PUT', `/api/player/limits/${id}`, { period, amount: 5000 })).toMatchObject(refused)
})

// Shows: 7.3.7
test('a removal waits like a raise', async () => {
  const player = await app.player()
  const { id } = (await limit(player)).body
  const remove = () => player.call('DELETE', `/api/player/limits/${id}`)
  expect((await remove()).body).toMatchObject({ amount: 10_000, pending: { amount: null } })
  app.clock.forward(25 * hourMs)
  expect((await ask(player, 'EUR', 11_000)).status).toBe(422)
  await remove()
  expect((await player.call('GET', '/api/player/limits')).body).toEqual([])
  expect((await ask(player, 'EUR', 11_000)).status).toBe(200)
})

// Shows: 10.11, attack 18, attack 80, pair exclusion/sign-out, pair limits/exclusion
test('a self-exclusion edited or deleted stays active, and ends every session (player protection 11)', async () => {
  const player = await app.player()
  const twin = await app.player()
  const { status, body } = await player.call('POST', '/api/player/limits', { definition: 4, period: '6-months' })
  expect({ status, definition: body.definition, amount: body.amount }).toEqual({
    status: 200,
    definition: 4,
    amount: null,
  })
  const shown = {
    status: 401,
    body: { error: { name: 'unauthorized', message: expect.stringContaining('excluded yourself') } },
  }
  expect(await player.call('GET', '/api/player/limits')).toMatchObject(shown)
  app.clock.forward(86_400_001)
  // Whoever uses the device later reads nothing about its former player.
  expect((await player.call('GET', '/api/player/limits')).body.error.message).not.toContain('excluded')
  app.clock.reset()
  await app.asOwner('UPDATE identity.sessions SET closed_at = NULL, close_reason = NULL WHERE player_id = $1', [
    player.id,
  ])
  for (const call of [
    () => player.call('PUT', `/api/player/limits/${body.id}`, { period: 'daily', amount: 1 }),
    () => player.call('DELETE', `/api/player/limits/${body.id}`),
  ]) {
    expect(await call()).toMatchObject({ status: 422, body: { error: { name: 'limitStands' } } })
  }
  expect((await twin.call('DELETE', `/api/player/limits/${body.id}`)).status).toBe(404)
  expect(await isExcluded(app.deps, player.id)).toBe(true)
  expect(await ask(player, 'EUR', 1000)).toMatchObject({ status: 422, body: { error: { name: 'playerExcluded' } } })
})

// Shows: attack 87
test('accounts of one mailbox, in other spellings, are excluded together; an unconfirmed address binds no confirmed one', async () => {
  const [player, other, stranger] = [await app.player(), await app.player(), await app.player()]
  const name = randomUUID()
  const spell = ({ id }: TestPlayer, email: string, confirmedAt: Date | null) =>
    app.asOwner('UPDATE identity.players SET email = $2, email_confirmed_at = $3 WHERE id = $1', [
      id,
      email,
      confirmedAt,
    ])
  await spell(player, `a.${name}@gmail.com`, app.clock.now())
  await spell(other, `a${name}+second@googlemail.com`, null)
  await spell(stranger, `A.${name}+third@gmail.com`, null)
  const isRefused = async (each: TestPlayer) => (await ask(each, 'EUR', 1000)).status === 422
  // Anybody can register with the address of another person, and exclude that account.
  await stranger.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
  expect([await isRefused(player), await isRefused(other), await isRefused(stranger)]).toEqual([false, true, true])
  app.clock.forward(25 * hourMs)
  expect([await isRefused(other), await isRefused(stranger)]).toEqual([false, false])
  await player.call('POST', '/api/player/limits', { definition: 5, period: '1-week' })
  expect([await isRefused(player), await isRefused(other), await isRefused(stranger)]).toEqual([true, true, true])
  expect(await isExcluded(app.deps, other.id)).toBe(true)
  // A block and a closure reach them as well.
  const blocked = await app.player({ status: 3 })
  await spell(blocked, `${name}@example.org`, app.clock.now())
  await spell(player, `${name}+1@example.org`, app.clock.now())
  await spell(other, `${name}+2@example.org`, app.clock.now())
  app.clock.forward(8 * 24 * hourMs)
  expect([await isRefused(player), await isRefused(other), await isRefused(stranger)]).toEqual([true, true, false])
})

test('a self-exclusion continues after its term until the player ends it, plus 24 hours; asking again changes nothing', async () => {
  const player = await app.player()
  const { body } = await player.call('POST', '/api/player/limits', { definition: 4, period: '6-months' })
  const reopen = () =>
    app.asOwner(
      `UPDATE identity.sessions SET closed_at = NULL, close_reason = NULL, created_at = $2, last_used_at = $2 WHERE player_id = $1`,
      [player.id, app.clock.now()],
    )
  const end = () => player.call('DELETE', `/api/player/limits/${body.id}`)
  const shown = async () => (await player.call('GET', '/api/player/limits')).body
  app.clock.forward(Date.parse(body.endsAt) - Date.now() - hourMs)
  await reopen()
  expect(await end()).toMatchObject({ status: 422, body: { error: { name: 'limitStands' } } })
  expect(await shown()).toMatchObject([{ mayEnd: false, pending: null }])
  app.clock.forward(60 * 24 * hourMs)
  await reopen()
  expect(await isExcluded(app.deps, player.id)).toBe(true)
  expect(await ask(player, 'EUR', 1000)).toMatchObject({ status: 422, body: { error: { name: 'playerExcluded' } } })
  expect(await shown()).toMatchObject([{ mayEnd: true, pending: null }])
  const [first, second] = await Promise.all([end(), end()])
  expect([first.status, second.status].toSorted()).toEqual([200, 422])
  expect(await shown()).toMatchObject([{ mayEnd: false, pending: { amount: null, needsConfirmation: false } }])
  app.clock.forward(23 * hourMs)
  expect(await end()).toMatchObject({ status: 422, body: { error: { name: 'limitStands' } } })
  expect(await isExcluded(app.deps, player.id)).toBe(true)
  app.clock.forward(2 * hourMs)
  expect(await isExcluded(app.deps, player.id)).toBe(false)
  expect(await shown()).toEqual([])
  expect((await ask(player, 'EUR', 1000)).status).toBe(200)
})

// Shows: 10.13, pair withdrawal/exclusion
test('during a break money can be taken out and history read, nothing can be put in (player protection 13)', async () => {
  const player = await app.player()
  await player.fund('EUR', 10_000n)
  await player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
  expect((await ask(player, 'EUR', 1000)).status).toBe(422)
  const withdrawal = {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 5000,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Ada Lovelace', iban: 'DE89370400440532013000' },
  }
  expect((await player.call('POST', '/api/payment/invoices/withdrawal', withdrawal)).status).toBe(200)
  expect((await player.call('GET', '/api/payment/invoices')).status).toBe(200)
  app.clock.forward(24 * hourMs)
  expect((await ask(player, 'EUR', 1000)).status).toBe(200)
})

// Shows: 10.3
test('player protection 3: a deposit limit counts what is deposited, and a withdrawal gives nothing back', async () => {
  const player = await app.player()
  await limit(player)
  await player.fund('EUR', 10_000n)
  expect((await ask(player, 'EUR', 6000)).status).toBe(200)
  const withdrawal = await player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 8000,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Ada Lovelace', iban: 'DE89370400440532013000' },
  })
  expect(withdrawal.status).toBe(200)
  expect(await only(player)).toMatchObject({ currentAmount: 6000 })
  expect((await ask(player, 'EUR', 4001)).status).toBe(422)
})

// Shows: 10.8
test('player protection 8: a limit that is reached blocks every deposit until its period ends', async () => {
  const player = await app.player()
  const { endsAt } = (await limit(player)).body
  expect((await ask(player, 'EUR', 10_000)).status).toBe(200)
  expect((await ask(player, 'EUR', 1000)).body.error).toMatchObject({ name: 'depositLimitReached', code: 13100 })
  app.clock.forward(Date.parse(endsAt) - app.clock.now().getTime() + 1000)
  expect((await ask(player, 'EUR', 10_000)).status).toBe(200)
})

// Shows: 10.12
test('player protection 12: one request starts a cooling-off period or a self-exclusion, and nobody has to approve it', async () => {
  for (const body of [
    { definition: 5, period: '1-day' },
    { definition: 4, period: '6-months' },
  ]) {
    const player = await app.player()
    expect(await isExcluded(app.deps, player.id)).toBe(false)
    expect((await player.call('POST', '/api/player/limits', body)).status).toBe(200)
    expect(await isExcluded(app.deps, player.id)).toBe(true)
  }
})

test.each([
  { definition: 1, period: 'round' },
  { definition: 2, currency: 'XXX' },
  { definition: 6, amount: undefined },
  { definition: 6, period: 'round' },
  { definition: 7 },
  { definition: 8 },
  { definition: 3, period: 'yearly' },
  { definition: 3, currency: 'XXX' },
  { definition: 3, amount: undefined },
  { definition: 4, period: '1-day' },
  { definition: 5, period: '5-years' },
  { amount: 0 },
  { amount: -5 },
  { amount: 1.5 },
  { amount: '٣' },
  { amount: 2 ** 53 },
  { definition: 9 },
])('%j is refused and sets nothing', async (over) => {
  const player = await app.player()
  expect((await limit(player, over)).status).toBe(422)
  expect((await player.call('GET', '/api/player/limits')).body).toEqual([])
})
