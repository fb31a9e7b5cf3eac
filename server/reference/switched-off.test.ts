/** After a currency is switched off nothing new starts in it, and existing money can still be used and withdrawn. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { casino } from '#tests/setup/casino.ts'
import { untilOneWaits } from '#tests/setup/lock-waits.ts'
import { operator } from '#tests/setup/operator.ts'
import { isOfferedIn } from './offered.ts'
import { listCurrencies } from './list-currencies.ts'
import { setRate } from './set-rate.ts'
import { switchCurrency } from './switch-currency.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier()
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})
afterEach(async () => {
  await turn('USD', true)
  await rate('USD', 1.1625)
  app.clock.reset()
})

const turn = async (code: string, isEnabled: boolean, deps: Cashier['deps'] = app.deps) => {
  await switchCurrency({ ...deps, actor: operator }, { code, isEnabled, comment: 'test' })
  await deps.reference.reload()
}
const rate = async (code: string, value: number) => {
  await setRate({ ...app.deps, actor: operator }, { code, rate: value, comment: 'test' })
  await app.deps.reference.reload()
}
const start = (player: TestPlayer, amount = 5000, wish: Record<string, unknown> = {}) =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'USD',
    amount,
    accountId: player.accounts['USD'],
    fields: {},
    ...wish,
  })
const pay = async (invoiceId: string) => {
  app.sandbox.payments.decide(app.sandbox.payments.byReference(invoiceId)!.id, 'pay')
  await app.settle()
}
const dollars = async (player: TestPlayer) => player.account('USD')
const withdraw = (player: TestPlayer) =>
  player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'USD',
    amount: 5000,
    accountId: player.accounts['USD'],
    fields: {
      account_holder: 'Maria Muster',
      routing_number: '021000021',
      account_number: '123456789',
      account_type: 'checking',
    },
    idempotencyKey: randomUUID(),
  })

// Shows: 3.1.3, pair account switch/currency, pair limits/currency
test('no account, deposit, limit or bonus is started in it, and lists omit it', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  await turn('USD', false)
  const { value: listed } = await listCurrencies({ caller: { locale: 'en' }, reference: app.deps.reference })
  expect(listed.filter(({ isEnabled }) => !isEnabled).map(({ code }) => code)).toEqual(['USD'])
  expect(await start(player)).toMatchObject({ status: 422, body: { error: { name: 'methodNotOffered' } } })
  expect((await player.call('GET', '/api/payment/methods/deposit?currency=USD')).body).toEqual([])
  expect((await player.call('GET', '/api/game/bonuses?currency=USD')).body).toEqual([])
  const status = async (currency: string) =>
    (await player.call('GET', `/api/game/bonuses/status?bonusIds[]=welcome-100&currency=${currency}`)).body
  expect(await status('USD')).toEqual([{ id: 'welcome-100', isAvailable: false }])
  expect(await status('EUR')).toEqual([{ id: 'welcome-100', isAvailable: true }])
  const newcomer = await app.player()
  expect(await newcomer.call('POST', '/api/wallet/accounts', { currency: 'USD' })).toMatchObject({
    status: 422,
    body: { error: { name: 'currencyNotOffered' } },
  })
  expect(
    await player.call('POST', '/api/player/limits', { definition: 3, period: 'daily', amount: 1000, currency: 'USD' }),
  ).toMatchObject({ status: 422 })
  await turn('USD', true)
  expect(await start(player)).toMatchObject({ status: 200 })
})

// Shows: pair deposit/currency, pair withdrawal/currency
test('a deposit begun before is credited without its bonus, and can be withdrawn entirely', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  const begun = await start(player, 5000, { bonusId: 'welcome-100' })
  await turn('USD', false)
  await pay(begun.body.invoiceId)
  expect(await dollars(player)).toMatchObject({ balance: 5000, withdrawalBalance: 5000 })
  expect((await player.call('GET', '/api/game/player-bonuses')).body).toEqual([])
  await app.asOwner('UPDATE wallet.accounts SET turnover_placed = turnover_total WHERE player_id = $1', [player.id])
  const { body: methods } = await player.call('GET', '/api/payment/methods/withdrawal?currency=USD')
  expect((methods as Loose[]).map(({ method }) => method)).toContain('sandbox.bank')
  expect(await withdraw(player)).toMatchObject({ status: 200 })
  expect(await dollars(player)).toMatchObject({ withdrawalBalance: 0, lockedBalance: 5000 })
})

// Shows: pair withdrawal/currency
test('a declined withdrawal is returned to it', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  await player.fund('USD', 5000n)
  const { body: invoice } = await withdraw(player)
  await turn('USD', false)
  expect((await player.call('PUT', `/api/payment/invoices/${invoice.id}/decline`)).status).toBe(200)
  expect(await dollars(player)).toMatchObject({ withdrawalBalance: 5000, lockedBalance: 0 })
})

// Shows: pair bonus/currency
test('an issued bonus waits in it and starts once the currency is back', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  const first = await start(player, 5000, { bonusId: 'welcome-100' })
  await pay(first.body.invoiceId)
  const second = await start(player, 10_000, { bonusId: 'monday-10' })
  await pay(second.body.invoiceId)
  const issued = ((await player.call('GET', '/api/game/player-bonuses')).body as Loose[]).find(
    ({ status }) => status === 1,
  )
  const active = ((await player.call('GET', '/api/game/player-bonuses')).body as Loose[]).find(
    ({ status }) => status === 2,
  )
  await turn('USD', false)
  expect((await player.call('PUT', `/api/game/player-bonuses/${active.id}/cancel`)).status).toBe(200)
  const activate = () => player.call('PUT', `/api/game/player-bonuses/${issued.id}/activate`)
  expect(await activate()).toMatchObject({
    status: 422,
    body: {
      error: {
        name: 'currencyNotOffered',
        message: 'This currency is not offered at the moment. You can still withdraw your balance.',
      },
    },
  })
  await turn('USD', true)
  expect((await activate()).status).toBe(200)
})

const free = async (player: TestPlayer) => {
  const id = randomUUID()
  await app.asOwner(
    `INSERT INTO bonuses.player_freespins (id, player_id, bonus_id, offer_version, terms, is_once, currency, game_id, count, spin_amount, status, expires_at, created_at)
     VALUES ($1, $2, 'spins', 1, '{"name": {"en": "Spins"}}', false, 'USD', 'dice', 1, 100, 1, '2999-01-01', now())`,
    [id, player.id],
  )
  return { start: () => player.call('PUT', `/api/game/player-freespins/${id}/activate`), id }
}
const statusesOf = async (ids: string[]) =>
  (
    await app.asOwner('SELECT id, status::int FROM bonuses.player_freespins WHERE id = ANY ($1::uuid[])', [ids])
  ).rows.map(({ id, status }) => [id, status])

// Shows: pair free spins/currency
test('issued free spins wait until it is offered again; active ones stay active', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  const [before, after] = [await free(player), await free(player)]
  expect((await before.start()).status).toBe(200)
  await turn('USD', false)
  expect(await after.start()).toMatchObject({ status: 422, body: { error: { name: 'currencyNotOffered' } } })
  expect((await statusesOf([before.id, after.id])).toSorted()).toEqual(
    [
      [before.id, 2],
      [after.id, 1],
    ].toSorted(),
  )
  await turn('USD', true)
  expect((await after.start()).status).toBe(200)
})

// Shows: pair free spins/currency
test('of twenty activations of free spins during the switch each succeeds, or is refused and waits', async () => {
  const players = await Promise.all(Array.from({ length: 20 }, () => app.player({ currencies: ['EUR', 'USD'] })))
  const spins = await Promise.all(players.map(free))
  const [answers] = await Promise.all([Promise.all(spins.map(({ start }) => start())), turn('USD', false)])
  for (const { status, body } of answers) if (status !== 200) expect(body.error.name).toBe('currencyNotOffered')
  const expected = answers.map(({ status }, index) => [spins[index]!.id, status === 200 ? 2 : 1])
  expect((await statusesOf(spins.map(({ id }) => id))).toSorted()).toEqual(expected.toSorted())
})

// Shows: pair bonus/currency, pair currency/second tab
test('calls that started before the switch are waited for; later ones are refused', async () => {
  const [hasAsked, mayCommit] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()]
  const starting = app.deps.db.transaction(async (tx) => {
    hasAsked.resolve(await isOfferedIn(tx, 'USD'))
    await mayCommit.promise
  })
  expect(await hasAsked.promise).toBe(true)
  let isSwitched = false
  const switching = turn('USD', false).then(() => (isSwitched = true))
  await untilOneWaits(app)
  expect(isSwitched).toBe(false)
  mayCommit.resolve()
  await Promise.all([starting, switching])
  expect(await app.deps.db.transaction((tx) => isOfferedIn(tx, 'USD'))).toBe(false)
})

// Shows: pair deposit/currency
longTest('switched at the moment of twenty deposits: each is begun and credited, or refused and nowhere', async () => {
  const players = await Promise.all(Array.from({ length: 20 }, () => app.player({ currencies: ['EUR', 'USD'] })))
  const [answers] = await Promise.all([Promise.all(players.map((player) => start(player))), turn('USD', false)])
  const begun = answers.flatMap(({ status, body }) => (status === 200 ? [body.invoiceId as string] : []))
  for (const { status, body } of answers) if (status !== 200) expect(body.error.name).toBe('methodNotOffered')
  const { rows } = await app.asOwner(
    'SELECT id FROM payments.invoices WHERE status = 1 AND player_id = ANY ($1::uuid[]) ORDER BY id',
    [players.map(({ id }) => id)],
  )
  expect(rows.map(({ id }) => id)).toEqual(begun.toSorted())
  for (const id of begun) app.sandbox.payments.decide(app.sandbox.payments.byReference(id)!.id, 'pay')
  await app.settle()
  const credited = await Promise.all(players.map(async (player) => (await dollars(player)).balance as number))
  expect(credited.filter((balance) => balance === 5000)).toHaveLength(begun.length)
})

// Shows: pair open round/currency
test('a bet is refused at once, an open round is settled, and a rollback is credited', async () => {
  const games = await casino()
  try {
    const player = await games.player({ USD: 100_00n })
    const token = await games.launch('dice', { player, currency: 'USD' })
    const call = (roundId: string, amount: number) => ({
      token,
      currency: 'USD',
      gameId: 'dice',
      roundId,
      transactionId: randomUUID(),
      amount,
    })
    const [won, undone] = [randomUUID(), randomUUID()]
    const lost = call(undone, 1_00)
    expect((await games.walletCall('bet', call(won, 1_00))).status).toBe(200)
    expect((await games.walletCall('bet', lost)).status).toBe(200)
    await turn('USD', false, games.deps)
    expect(await games.walletCall('bet', call(randomUUID(), 1_00))).toMatchObject({
      status: 422,
      body: { error: { name: 'currencyNotOffered' } },
    })
    expect((await games.walletCall('win', { ...call(won, 1_50), isRoundFinished: true })).status).toBe(200)
    expect(
      await games.walletCall('rollback', { ...call(undone, 1_00), betTransactionId: lost.transactionId }),
    ).toMatchObject({ status: 200 })
    expect(await games.balance(player, 'USD')).toBe(100_50n)
    const launched = await games.app.send({
      method: 'POST',
      url: '/api/game/games/dice/play',
      token: player.token,
      payload: { mode: 'real', currency: 'USD' },
    })
    expect(launched).toMatchObject({ status: 422, body: { error: { name: 'currencyNotSupported' } } })
  } finally {
    await games.close()
  }
})

// Shows: pair deposit/rates, pair limits/currency, pair limits/rates, pair withdrawal/rates
test('a rate that moves later changes neither what a limit has counted nor what a withdrawal was worth', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  await player.call('POST', '/api/player/limits', { definition: 3, period: 'daily', amount: 10_000, currency: 'EUR' })
  await pay((await start(player, 5000)).body.invoiceId)
  const used = async () => ((await player.call('GET', '/api/player/limits')).body as Loose[])[0].currentAmount
  const counted = await used()
  expect(counted).toBe(Math.ceil(5000 / 1.1625))
  app.clock.forward(1000)
  await rate('USD', 0.5)
  expect(await used()).toBe(counted)
  // A new deposit counts at the present rate: 50 dollars are 100 euros.
  expect(await start(player, 5000)).toMatchObject({ body: { error: { name: 'depositLimitReached' } } })
  await rate('USD', 2)
  await turn('USD', false)
  expect(await used()).toBe(counted)
})

// Shows: pair bonus/rates, pair deposit/rates
test('a bonus is granted at the rates at which it was chosen, not at those of the payment', async () => {
  const player = await app.player({ currencies: ['EUR', 'USD'] })
  // The minimum amount at that time is 20 euros.
  const begun = await start(player, 2325, { bonusId: 'welcome-100' })
  expect(begun.status).toBe(200)
  app.clock.forward(1000)
  await rate('USD', 1.3)
  await pay(begun.body.invoiceId)
  const [held] = (await player.call('GET', '/api/game/player-bonuses')).body as Loose[]
  // The highest stake of 5 euros is 5.81 dollars, rounded up to two digits; at the later rate it would be 6.50.
  expect(held).toMatchObject({ bonusId: 'welcome-100', amount: 2325, maxBetAmount: 590 })
  const other = await app.player({ currencies: ['EUR', 'USD'] })
  expect(await start(other, 2325, { bonusId: 'welcome-100' })).toMatchObject({
    body: { error: { name: 'bonusNotAvailable' } },
  })
})
