/** Deposit bonuses: offers, grants, permitted stakes, and their end. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { play } from '#tests/money/wallets.ts'
import { presentAccountEvent } from '../wallet/account-event.ts'
import { findFinishedBonuses } from '../wallet/bonus-wallet.ts'
import { presentFreeSpinsEvent } from './free-spins.ts'
import { finishBonuses } from './finish-bonuses.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier()
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})
afterEach(() => app.clock.reset())

const dayMs = 86_400_000
const offers = async (player: TestPlayer, query: string): Promise<Loose[]> =>
  (await player.call('GET', `/api/game/bonuses?${query}`)).body
const start = (player: TestPlayer, amount: number, wish: Record<string, unknown>, currency = 'EUR') =>
  player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency,
    amount,
    accountId: player.accounts[currency],
    fields: {},
    ...wish,
  })

/** A complete deposit through the partner. */
async function deposit(
  player: TestPlayer,
  amount: number,
  wish: Record<string, unknown> = {},
  currency = 'EUR',
): Promise<void> {
  const { status, body } = await start(player, amount, wish, currency)
  expect({ status, body }).toMatchObject({ status: 200 })
  app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
  await app.settle()
}
const bonuses = async (player: TestPlayer): Promise<Loose[]> =>
  (await player.call('GET', '/api/game/player-bonuses')).body
const currentSession = async (player: TestPlayer): Promise<string> =>
  (await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [player.id])).rows[0].id
const wallet = async (player: TestPlayer, currency = 'EUR') =>
  (
    await app.asOwner(
      'SELECT cash::int, bonus::int, bonus_id FROM wallet.accounts WHERE player_id = $1 AND currency = $2',
      [player.id, currency],
    )
  ).rows[0] as { cash: number; bonus: number; bonus_id: string | null }
const bet = (
  player: TestPlayer,
  roundId: string,
  amount: number,
  key: string = randomUUID(),
  gameId: string = 'neon-run',
) => app.deps.ledger.post(play({ gameId, kind: 'bet', player: player.id, roundId, amount, key }))
const win = (player: TestPlayer, roundId: string, amount: number) =>
  app.deps.ledger.post(play({ gameId: 'neon-run', kind: 'win', player: player.id, roundId, amount, isFinished: true }))

// Shows: 3.17.1, 7.5.3
test("offers state in the caller's currency what they require and grant, and which of them apply to an amount", async () => {
  const player = await app.player({ currencies: ['EUR', 'BRL'] })
  const all = await offers(player, 'currency=EUR')
  expect(all.map(({ id }) => id)).toEqual(['welcome-100', 'welcome-spins'])
  expect(all[0]).toMatchObject({
    name: '100% on your first deposit',
    type: 2,
    package: { id: 'welcome', name: 'Welcome package' },
    triggerConditions: {
      invoiceAmountItems: [{ currency: 'EUR', amountFrom: 2000, amountTo: null }],
      baseCurrencyInvoiceAmountFrom: 2000,
      baseCurrencyInvoiceAmountTo: null,
    },
    assignConditions: {
      amountItems: [],
      baseCurrencyAmount: null,
      maxAmountItems: [{ currency: 'EUR', amount: 20_000 }],
      baseCurrencyMaxAmount: 20_000,
      depositPercentage: 100,
      presets: [],
    },
    terms: { wageringMultiplier: 10, expectedCostPercent: 39 },
  })
  expect(all[1]).toMatchObject({
    type: 3,
    assignConditions: {
      amountItems: [],
      baseCurrencyAmount: null,
      baseCurrencyMaxAmount: null,
      depositPercentage: null,
    },
  })
  expect(all[1].assignConditions.presets).toEqual([{ quantity: 25, gameId: 'lantern-harbor', spinAmount: 20 }])
  expect((await offers(player, 'currency=BRL'))[0]).toMatchObject({
    // The amount in the base currency is the same in every currency.
    triggerConditions: { invoiceAmountItems: [{ amountFrom: 10_000 }], baseCurrencyInvoiceAmountFrom: 2000 },
    assignConditions: { maxAmountItems: [{ currency: 'BRL', amount: 120_000 }] },
  })
  expect((await offers(player, 'currency=EUR&amount=1500')).map(({ id }) => id)).toEqual(['welcome-spins'])
  expect((await offers(player, 'currency=EUR&amount=50001')).map(({ id }) => id)).toEqual([
    'welcome-100',
    'welcome-spins',
  ])
  await deposit(player, 5000)
  expect((await offers(player, 'currency=EUR')).find(({ id }) => id === 'monday-10')).toMatchObject({
    type: 1,
    triggerConditions: {
      invoiceAmountItems: [{ currency: 'EUR', amountFrom: 5000, amountTo: 50_000 }],
      baseCurrencyInvoiceAmountFrom: 5000,
      baseCurrencyInvoiceAmountTo: 50_000,
    },
    assignConditions: {
      amountItems: [{ currency: 'EUR', amount: 1000 }],
      baseCurrencyAmount: 1000,
      maxAmountItems: [],
      presets: [],
    },
  })
  expect((await offers(player, 'currency=EUR&amount=50001')).map(({ id }) => id)).not.toContain('monday-10')
})

// Shows: 3.11.1, 3.18.1, 7.5.3
test('a percentage bonus is granted with the deposit, capped, active at once, and only once', async () => {
  const player = await app.player()
  const status = async () =>
    (await player.call('GET', '/api/game/bonuses/status?bonusIds[]=welcome-100&bonusIds[]=never')).body
  expect(await status()).toEqual([
    { id: 'welcome-100', isAvailable: true },
    { id: 'never', isAvailable: false },
  ])
  await deposit(player, 30_000, { bonusId: 'welcome-100' })
  expect(await status()).toContainEqual({ id: 'welcome-100', isAvailable: false })
  const [held] = await bonuses(player)
  expect(held).toMatchObject({
    id: expect.any(String),
    bonusId: 'welcome-100',
    packageId: 'welcome',
    status: 2,
    result: 1,
    amount: 20_000,
    currency: 'EUR',
    wagerTotal: 200_000,
    wagerRemaining: 200_000,
    maxBetAmount: 500,
    issueSessionId: await currentSession(player),
  })
  expect(await wallet(player)).toEqual({ cash: 30_000, bonus: 20_000, bonus_id: held.id })
  const [account] = (await player.call('GET', '/api/wallet/accounts')).body
  expect(account).toMatchObject({ balance: 50_000, withdrawalBalance: 30_000 })
  const pushed = `SELECT payload, version::int FROM outbox.events WHERE channel = $1 ORDER BY id DESC LIMIT 1`
  const [event] = (await app.asOwner(pushed, [`wallet:accounts#${player.id}`])).rows
  expect(presentAccountEvent(event!.payload, event!.version)).toEqual(account)
  expect((await offers(player, 'currency=EUR')).map(({ id }) => id)).not.toContain('welcome-100')
  expect(await start(player, 5000, { bonusId: 'welcome-100' })).toMatchObject({
    status: 422,
    body: { error: { name: 'bonusNotAvailable' } },
  })
})

test("in the ledger a bonus has the name of its offer in the player's language, from its grant to its end", async () => {
  const player = await app.player()
  await app.asOwner(`UPDATE identity.players SET locale = 'de' WHERE id = $1`, [player.id])
  await deposit(player, 10_000, { bonusId: 'welcome-100' })
  const [bonus] = await bonuses(player)
  expect((await player.call('PUT', `/api/game/player-bonuses/${bonus!.id}/cancel`)).status).toBe(200)
  const { rows } = await app.asOwner(
    'SELECT kind, reference_label AS label FROM ledger.movements WHERE reference_id = $1 ORDER BY id',
    [bonus!.id],
  )
  const label = '100 % auf deine erste Einzahlung'
  expect(rows).toEqual([
    { kind: 'bonus-granted', label },
    { kind: 'bonus-cancelled', label },
  ])
})

// Shows: pair deposit/bonus
test('two deposits that choose it get it once; a deposit that declines or does not choose it gets none', async () => {
  const player = await app.player()
  const choices = [{ bonusId: 'welcome-100' }, { bonusId: 'welcome-100' }]
  const started = await Promise.all(choices.map((wish) => start(player, 5000, wish)))
  for (const { body } of started)
    app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
  await app.settle()
  expect(await bonuses(player)).toHaveLength(1)
  const other = await app.player()
  await deposit(other, 5000, { bonusId: 'welcome-100', isBonusDecline: true })
  await deposit(other, 5000)
  expect(await bonuses(other)).toEqual([])
})

// Shows: 4.10.4, 7.5.1, attack 13, pair bonus/second tab
test('a cash bonus stays issued while another is active; of fifty concurrent activations afterwards one succeeds', async () => {
  const player = await app.player()
  await deposit(player, 5000, { bonusId: 'welcome-100' })
  await deposit(player, 5000, { bonusId: 'monday-10' })
  const [issued, active] = await bonuses(player)
  expect([issued, active]).toMatchObject([{ status: 1, amount: 1000 }, { status: 2 }])
  const found = async (query: string) =>
    (await player.call('GET', `/api/game/player-bonuses?${query}`)).body.map(({ status }: Loose) => status)
  expect(await found('status[]=1&status[]=2&currency=EUR')).toEqual([1, 2])
  expect([await found('status[]=2'), await found('status[]=3'), await found('currency=USD')]).toEqual([[2], [], []])
  const activate = () => player.call('PUT', `/api/game/player-bonuses/${issued.id}/activate`)
  expect(await activate()).toMatchObject({ status: 422, body: { error: { name: 'anotherIsActive' } } })
  await player.call('PUT', `/api/game/player-bonuses/${active.id}/cancel`)
  expect(await wallet(player)).toMatchObject({ cash: 10_000, bonus: 0 })
  const answers = await Promise.all(Array.from({ length: 50 }, activate))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await wallet(player)).toEqual({ cash: 10_000, bonus: 1000, bonus_id: issued.id })
})

// Shows: 4.10.4
test('what has expired or is over can be neither activated nor, once over, cancelled, before the job that ends it', async () => {
  const player = await app.player()
  await deposit(player, 5000, { bonusId: 'welcome-100' })
  await deposit(player, 5000, { bonusId: 'monday-10' })
  const other = await app.player()
  await deposit(other, 2000, { bonusId: 'welcome-spins' })
  const [[issued, active], [spins]] = [
    await bonuses(player),
    (await other.call('GET', '/api/game/player-freespins')).body,
  ]
  await player.call('PUT', `/api/game/player-bonuses/${active.id}/cancel`)
  app.clock.forward(29 * dayMs)
  const answers = []
  for (const [owner, path] of [
    [player, `player-bonuses/${issued.id}/activate`],
    [player, `player-bonuses/${active.id}/activate`],
    [player, `player-bonuses/${active.id}/cancel`],
    [other, `player-freespins/${spins.id}/activate`],
  ] as const)
    answers.push((await owner.call('PUT', `/api/game/${path}`)).body.error?.name)
  expect(answers).toEqual(['notIssued', 'notIssued', 'isOver', 'notIssued'])
})

// Shows: attack 14, pair bonus/open round
test('after a cancellation with an open round, a win of that round does not change the cash', async () => {
  const player = await app.player()
  await deposit(player, 2000, { bonusId: 'welcome-100' })
  await bet(player, 'spend', 500)
  for (let index = 0; index < 3; index += 1) await bet(player, `more-${index}`, 500)
  expect(await wallet(player)).toMatchObject({ cash: 0, bonus: 2000 })
  const round = randomUUID()
  await bet(player, round, 400)
  const [held] = await bonuses(player)
  expect((await player.call('PUT', `/api/game/player-bonuses/${held.id}/cancel`)).body).toMatchObject({
    status: 3,
    result: 3,
    unsettledStake: 0,
  })
  await win(player, round, 5000)
  expect(await wallet(player)).toEqual({ cash: 0, bonus: 0, bonus_id: null })
})

test('a bonus states how much of its money is in open rounds, without cash and closed rounds', async () => {
  const player = await app.player()
  await deposit(player, 2000, { bonusId: 'welcome-100' })
  const unsettled = async () => (await bonuses(player))[0].unsettledStake
  expect(await unsettled()).toBe(0)
  const [ofCash, ofBoth] = [randomUUID(), randomUUID()]
  for (let index = 0; index < 3; index += 1) await bet(player, `spent-${index}`, 500)
  await bet(player, ofCash, 300)
  expect(await unsettled()).toBe(0)
  // 200 of the cash are left.
  await bet(player, ofBoth, 500)
  expect(await unsettled()).toBe(300)
  await win(player, ofCash, 0)
  expect(await unsettled()).toBe(300)
  await win(player, ofBoth, 0)
  expect(await unsettled()).toBe(0)
})

// Shows: attack 15, invariant 9
test('a hundred bets, each rolled back, leave the wagering progress unchanged', async () => {
  const player = await app.player()
  await deposit(player, 2000, { bonusId: 'welcome-100' })
  for (let index = 0; index < 100; index += 1) {
    const [round, key] = [randomUUID(), randomUUID()]
    await bet(player, round, 500, key)
    await app.deps.ledger.post(
      play({ gameId: 'neon-run', kind: 'rollback', player: player.id, roundId: round, betKey: key }),
    )
  }
  expect((await bonuses(player))[0]).toMatchObject({ wagerRemaining: 20_000 })
})

// Shows: attack 16
test('two halves above the highest stake in one round: the second is refused', async () => {
  const player = await app.player()
  await deposit(player, 2000, { bonusId: 'welcome-100' })
  const round = randomUUID()
  expect((await bet(player, round, 300)).ok).toBe(true)
  expect(await bet(player, round, 300)).toMatchObject({ ok: false, refusal: 'maxBetExceeded' })
  expect((await bet(player, round, 200)).ok).toBe(true)
})

// Shows: attack 112, pair bonus/open round
test('the highest stake applies at games that do not count too, so that an open round cannot protect cash', async () => {
  const player = await app.player()
  await deposit(player, 20_000, { bonusId: 'welcome-100' })
  const round = randomUUID()
  expect(await bet(player, round, 20_000, randomUUID(), 'dice')).toMatchObject({
    ok: false,
    refusal: 'maxBetExceeded',
  })
  expect((await bet(player, round, 300, randomUUID(), 'dice')).ok).toBe(true)
  expect(await bet(player, round, 300, randomUUID(), 'dice')).toMatchObject({ ok: false, refusal: 'maxBetExceeded' })
  expect(await wallet(player)).toMatchObject({ cash: 19_700, bonus: 20_000 })
  // Bonus money is staked only when the player's own money is used up.
  expect((await bet(player, randomUUID(), 500)).ok).toBe(true)
  expect(await wallet(player)).toMatchObject({ cash: 19_200, bonus: 20_000 })
})

// Shows: attack 112, pair bonus/open round
test('an issued bonus is not activated while cash is staked in an open round, opened before or concurrently', async () => {
  for (let turn = 0; turn < 6; turn++) {
    const player = await app.player()
    await deposit(player, 5000, { bonusId: 'welcome-100' })
    await deposit(player, 5000, { bonusId: 'monday-10' })
    const [issued, active] = await bonuses(player)
    await player.call('PUT', `/api/game/player-bonuses/${active.id}/cancel`)
    const round = randomUUID()
    const activate = () => player.call('PUT', `/api/game/player-bonuses/${issued.id}/activate`)
    const stake = () => bet(player, round, 10_000, randomUUID(), 'dice')
    const isAtOnce = turn > 0
    const [staked, started] = isAtOnce ? await Promise.all([stake(), activate()]) : [await stake(), await activate()]
    expect(started.status).toBe(staked.ok ? 422 : 200)
    if (!staked.ok) {
      expect(staked.refusal).toBe('maxBetExceeded')
      continue
    }
    expect(started.body.error).toMatchObject({ name: 'roundIsOpen', message: expect.stringContaining('Finish it') })
    await app.deps.ledger.post(
      play({ gameId: 'dice', kind: 'win', player: player.id, roundId: round, amount: 10_000, isFinished: true }),
    )
    expect((await activate()).status).toBe(200)
  }
})

test('completed wagering converts the rest to cash once no round is open', async () => {
  const player = await app.player()
  await deposit(player, 2000, { bonusId: 'welcome-100' })
  for (let placed = 0; placed < 20_000; placed += 500) {
    const round = randomUUID()
    expect((await bet(player, round, 500)).ok).toBe(true)
    if (placed < 19_500) await win(player, round, 500)
    else {
      await finishBonuses(app.deps)
      expect((await bonuses(player))[0]).toMatchObject({ status: 2, wagerRemaining: 0 })
      await win(player, round, 500)
    }
  }
  await finishBonuses(app.deps)
  expect((await bonuses(player))[0]).toMatchObject({ status: 3, result: 2, wagerRemaining: 0 })
  expect(await wallet(player)).toEqual({ cash: 4000, bonus: 0, bonus_id: null })
})

describe('a bonus whose wagering is completed in time', () => {
  /** Plays forty rounds that return their stake; the last one stays open if requested. */
  async function wagered({ isLastOpen = false } = {}): Promise<{ player: TestPlayer; last: string; key: string }> {
    const player = await app.player()
    await deposit(player, 2000, { bonusId: 'welcome-100' })
    let [last, key] = ['', '']
    for (let placed = 0; placed < 20_000; placed += 500) {
      last = randomUUID()
      key = randomUUID()
      expect((await bet(player, last, 500, key)).ok).toBe(true)
      if (placed < 19_500 || !isLastOpen) await win(player, last, 500)
    }
    return { player, last, key }
  }
  const ending = async (player: TestPlayer) => (await bonuses(player))[0]!.result
  const [running, played, expired] = [1, 2, 4]

  // Shows: pair bonus/open round
  test('is completed even if the job that ends it runs after its expiry', async () => {
    const { player } = await wagered()
    app.clock.forward(15 * dayMs)
    await finishBonuses(app.deps)
    expect([await ending(player), await wallet(player)]).toEqual([played, { cash: 4000, bonus: 0, bonus_id: null }])
  })

  // Shows: pair bonus/open round
  test('is completed by a round that ends after its expiry, and blocks no other bonus meanwhile', async () => {
    const { player, last } = await wagered({ isLastOpen: true })
    app.clock.forward(15 * dayMs)
    const [{ id }] = await bonuses(player)
    expect(await findFinishedBonuses(app.deps.db, 100)).not.toContain(id)
    await finishBonuses(app.deps)
    expect(await ending(player)).toBe(running)
    await win(player, last, 500)
    expect(await findFinishedBonuses(app.deps.db, 100)).toContain(id)
    await finishBonuses(app.deps)
    expect([await ending(player), await wallet(player)]).toEqual([played, { cash: 4000, bonus: 0, bonus_id: null }])
  })

  // Shows: pair bonus/open round
  test('expires if that round is rolled back', async () => {
    const { player, last, key } = await wagered({ isLastOpen: true })
    app.clock.forward(15 * dayMs)
    await finishBonuses(app.deps)
    const undone = play({ gameId: 'neon-run', kind: 'rollback', player: player.id, roundId: last, betKey: key })
    expect((await app.deps.ledger.post(undone)).ok).toBe(true)
    await finishBonuses(app.deps)
    expect([await ending(player), await wallet(player)]).toEqual([expired, { cash: 2000, bonus: 0, bonus_id: null }])
  })

  // Shows: pair withdrawal/bonus
  test('is not lost to a cancellation or a withdrawal that comes before that job', async () => {
    const { player: canceller } = await wagered()
    const [{ id }] = await bonuses(canceller)
    const cancel = () => canceller.call('PUT', `/api/game/player-bonuses/${id}/cancel`)
    const answers = await Promise.all([cancel(), finishBonuses(app.deps), cancel()])
    expect(answers).not.toContainEqual(expect.objectContaining({ status: 500 }))
    expect(await wallet(canceller)).toEqual({ cash: 4000, bonus: 0, bonus_id: null })
    const { player } = await wagered()
    const { status, body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
      method: 'sandbox.bank',
      currency: 'EUR',
      amount: 1000,
      accountId: player.accounts.EUR,
      fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
      idempotencyKey: randomUUID(),
    })
    expect([status, body.error]).toEqual([200, undefined])
    expect([await ending(player), await wallet(player)]).toEqual([played, { cash: 3000, bonus: 0, bonus_id: null }])
  })
})

test('a bonus is lost when its money is spent, and expires at its end; cash is unaffected', async () => {
  const loser = await app.player()
  await deposit(loser, 2000, { bonusId: 'welcome-100' })
  for (let index = 0; index < 8; index += 1) {
    const round = randomUUID()
    await bet(loser, round, 500)
    await win(loser, round, 0)
  }
  await finishBonuses(app.deps)
  expect((await bonuses(loser))[0]).toMatchObject({ status: 3, result: 5 })
  const sleeper = await app.player()
  await deposit(sleeper, 2000, { bonusId: 'welcome-100' })
  app.clock.forward(15 * dayMs)
  await finishBonuses(app.deps)
  expect((await bonuses(sleeper))[0]).toMatchObject({ status: 3, result: 4 })
  expect(await wallet(sleeper)).toEqual({ cash: 2000, bonus: 0, bonus_id: null })
})

// Shows: 1.2.2, 3.18.1, 4.10.4, 7.5.1, pair bonus/free spins, pair deposit/free spins
test('free spins are granted, activated, counted with the bet, returned by its rollback, and end with the last spin', async () => {
  const player = await app.player()
  await deposit(player, 2000, { bonusId: 'welcome-spins' })
  const [spins] = (await player.call('GET', '/api/game/player-freespins')).body
  const welcome = { id: expect.any(String), packageId: 'welcome', currency: 'EUR', result: 1, gameId: 'lantern-harbor' }
  expect(spins).toMatchObject({ ...welcome, status: 1, count: 25, used: 0, spinAmount: 20 })
  expect((await player.call('PUT', `/api/game/player-freespins/${spins.id}/activate`)).body).toMatchObject({
    status: 2,
  })
  const found = async (query: string) => (await player.call('GET', `/api/game/player-freespins?${query}`)).body.length
  expect([await found('status[]=1&status[]=2&currency=EUR'), await found('status[]=3')]).toEqual([1, 0])
  expect(await found('currency=USD')).toBe(0)
  const [session] = (await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [player.id])).rows
  const take = (key: string) => {
    const movement = play({ gameId: 'lantern-harbor', kind: 'bet', player: player.id, roundId: key, amount: 20, key })
    return app.deps.ledger.post({
      ...movement,
      gate: { sessionId: session.id, barredCountries: '' },
      at: app.deps.clock.now(),
    })
  }
  await app.asOwner(`UPDATE identity.players SET locale = 'de' WHERE id = $1`, [player.id])
  const keys = Array.from({ length: 30 }, () => randomUUID())
  expect((await Promise.all(keys.map(take))).every(({ ok }) => ok)).toBe(true)
  expect(await wallet(player)).toMatchObject({ cash: 2000 - 5 * 20, bonus: 0 })
  const { rows: pushed } = await app.asOwner(
    `SELECT payload, payload #>> '{row,terms,name,de}' AS german FROM outbox.events WHERE form = 'free-spins' AND channel = $1 ORDER BY id DESC LIMIT 1`,
    [`bonus:player-freespins#${player.id}`],
  )
  expect(pushed[0].german).not.toBe(spins.name)
  // A push is in the language of the player's account.
  expect(presentFreeSpinsEvent(pushed[0].payload)).toMatchObject({ used: 25, name: pushed[0].german })
  const used = (
    await app.asOwner('SELECT bet_key FROM bonuses.freespin_uses WHERE freespin_id = $1 LIMIT 1', [spins.id])
  ).rows[0].bet_key
  const back = play({ gameId: 'lantern-harbor', kind: 'rollback', player: player.id, roundId: used, betKey: used })
  await app.deps.ledger.post({ ...back, at: app.deps.clock.now() })
  expect((await player.call('GET', '/api/game/player-freespins')).body[0]).toMatchObject({ status: 2, used: 24 })
  expect(await wallet(player)).toMatchObject({ cash: 2000 - 5 * 20, bonus: 0 })
})

// Shows: 1.2.2, 3.19.1, 8.7.2
test('a code opens its offer; a wrong code has status 3, one that was used 4; guesses are limited', async () => {
  const player = await app.player()
  const add = (bonusCode: string, trigger = 3) =>
    player.call('POST', '/api/game/bonuses/bonuscodes', { bonusCode, trigger })
  expect((await add('NOSUCH')).body).toMatchObject({ id: null, status: 3 })
  expect((await add('harbour50', 1)).body).toMatchObject({ status: 4 })
  expect((await add(' harbour50 ')).body).toMatchObject({ status: 1, bonusCode: 'HARBOUR50' })
  expect((await add('HARBOUR50')).body).toMatchObject({ status: 4 })
  expect((await offers(player, 'currency=EUR')).map(({ id }) => id)).toContain('harbour-50')
  const codes = async (trigger: number) =>
    (await player.call('GET', `/api/game/bonuses/bonuscodes?trigger=${trigger}`)).body
  const [code] = await codes(3)
  expect(code).toMatchObject({ playerBonusCodeId: expect.any(String), bonusCode: 'HARBOUR50', trigger: 3 })
  expect(await codes(1)).toEqual([])
  const stranger = await app.player()
  expect(
    (await stranger.call('DELETE', '/api/game/bonuses/bonuscodes', { playerBonusCodeId: code.playerBonusCodeId }))
      .status,
  ).toBe(404)
  expect(
    (await player.call('DELETE', '/api/game/bonuses/bonuscodes', { playerBonusCodeId: code.playerBonusCodeId })).status,
  ).toBe(200)
  expect((await offers(player, 'currency=EUR')).map(({ id }) => id)).not.toContain('harbour-50')
  for (let index = 0; index < 30; index += 1) await add(`GUESS${index}`)
  expect((await add('HARBOUR50')).status).toBe(429)
})

// Shows: 7.5.2
test('adding a code for registration and then for deposits counts as one guess', async () => {
  const player = await app.player()
  const add = (bonusCode: string, trigger: number) =>
    player.call('POST', '/api/game/bonuses/bonuscodes', { bonusCode, trigger })
  for (let index = 0; index < 20; index += 1)
    for (const trigger of [1, 3]) expect((await add(`GUESS${index}`, trigger)).body).toMatchObject({ status: 3 })
  expect((await add('HARBOUR50', 1)).status).toBe(429)
})

// Shows: 7.7.3
test('every change of a code is pushed: added, withdrawn, used', async () => {
  const player = await app.player()
  const pushes = async () =>
    (
      await app.asOwner(
        `SELECT count(*)::int AS sent FROM outbox.events WHERE channel = $1 AND event = 'playerBonusCode'`,
        [`bonus:player-bonus-codes#${player.id}`],
      )
    ).rows[0].sent
  const add = () => player.call('POST', '/api/game/bonuses/bonuscodes', { bonusCode: 'HARBOUR50', trigger: 3 })
  const { body } = await add()
  expect(await pushes()).toBe(1)
  await player.call('DELETE', '/api/game/bonuses/bonuscodes', { playerBonusCodeId: body.id })
  expect(await pushes()).toBe(2)
  await add()
  await deposit(player, 5000, { bonusId: 'harbour-50' })
  expect(await pushes()).toBe(4)
  expect((await player.call('GET', '/api/game/bonuses/bonuscodes')).body).toEqual([])
})

// Shows: 7.7.3
test('bonuses and free spins are pushed to their own channels, as the lists return them', async () => {
  const player = await app.player()
  await deposit(player, 2000, { bonusId: 'welcome-100' })
  await deposit(player, 2000, { bonusId: 'welcome-spins' })
  const pushed = async (channel: string) =>
    (
      await app.asOwner('SELECT event, payload FROM outbox.events WHERE channel = $1 ORDER BY id DESC LIMIT 1', [
        `${channel}#${player.id}`,
      ])
    ).rows
  const [bonus] = await bonuses(player)
  const [spins] = (await player.call('GET', '/api/game/player-freespins')).body
  expect(await pushed('bonus:player-bonuses')).toMatchObject([
    { event: 'playerBonus', payload: { id: bonus.id, status: 2, result: 1, amount: 2000 } },
  ])
  expect(await pushed('bonus:player-freespins')).toMatchObject([
    { event: 'playerFreespin', payload: { id: spins.id, status: 1, count: 25 } },
  ])
})

test('an offer for the first deposit is not offered after one', async () => {
  const player = await app.player()
  await deposit(player, 2000)
  expect((await offers(player, 'currency=EUR')).map(({ id }) => id)).not.toContain('welcome-100')
  expect((await start(player, 5000, { bonusId: 'welcome-100' })).body.error.name).toBe('bonusNotAvailable')
})

// Shows: pair deposit/bonus
test('a reload, never for the first deposit, is granted again after a week, not sooner, even with six deposits at once', async () => {
  const player = await app.player()
  expect((await start(player, 5000, { bonusId: 'monday-10' })).body.error.name).toBe('bonusNotAvailable')
  await deposit(player, 5000)
  const started = await Promise.all(Array.from({ length: 6 }, () => start(player, 5000, { bonusId: 'monday-10' })))
  for (const { body } of started)
    app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
  await app.settle()
  expect(await bonuses(player)).toHaveLength(1)
  expect((await offers(player, 'currency=EUR')).map(({ id }) => id)).not.toContain('monday-10')
  app.clock.forward(7 * dayMs)
  expect((await offers(player, 'currency=EUR')).map(({ id }) => id)).toContain('monday-10')
})

test('an excluded player starts no bonus and no free spins', async () => {
  const player = await app.player()
  await deposit(player, 5000, { bonusId: 'welcome-spins' })
  await deposit(player, 5000, { bonusId: 'monday-10' })
  const [bonus] = await bonuses(player)
  await player.call('PUT', `/api/game/player-bonuses/${bonus.id}/cancel`)
  const [spins] = (await player.call('GET', '/api/game/player-freespins')).body
  await player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
  expect((await player.call('PUT', `/api/game/player-freespins/${spins.id}/activate`)).body.error.name).toBe(
    'playerExcluded',
  )
  expect((await player.call('PUT', `/api/game/player-bonuses/${bonus.id}/activate`)).body.error.name).toBe(
    'playerExcluded',
  )
})

test("another player's bonus is not found and is unchanged", async () => {
  const [owner, stranger] = [await app.player(), await app.player()]
  await deposit(owner, 2000, { bonusId: 'welcome-100' })
  const [held] = await bonuses(owner)
  for (const verb of ['activate', 'cancel'])
    expect((await stranger.call('PUT', `/api/game/player-bonuses/${held.id}/${verb}`)).status).toBe(404)
  expect((await bonuses(owner))[0]).toMatchObject({ status: 2 })
})

describe('a page of bonuses', () => {
  const states = async (player: TestPlayer, identity = 'welcome') => {
    const { status, body } = await player.call('GET', `/api/game/bonuses/pages/${identity}`)
    expect(status).toBe(200)
    return body.offers.map((each: Loose) => [each.offer.id, each.state])
  }

  test('shows the state of each offer of a package for the player: later, received, over', async () => {
    const player = await app.player()
    expect(await states(player)).toEqual([
      ['welcome-100', 'open'],
      ['welcome-second', 'later'],
      ['welcome-third', 'later'],
      ['welcome-spins', 'open'],
    ])
    await deposit(player, 5000, { bonusId: 'welcome-100' })
    expect(await states(player)).toEqual([
      ['welcome-100', 'received'],
      ['welcome-second', 'open'],
      ['welcome-third', 'later'],
      ['welcome-spins', 'open'],
    ])
    for (let each = 0; each < 2; each++) await deposit(player, 5000)
    expect(await states(player)).toEqual([
      ['welcome-100', 'received'],
      ['welcome-second', 'over'],
      ['welcome-third', 'over'],
      ['welcome-spins', 'open'],
    ])
  })

  test('agrees with what a deposit brings', async () => {
    const player = await app.player()
    await deposit(player, 5000)
    const open = (await states(player)).filter(([, state]: string[]) => state === 'open').map(([id]: string[]) => id)
    const listed = (await offers(player, 'currency=EUR')).filter((each) => each.package?.id === 'welcome')
    expect(open.toSorted()).toEqual(listed.map(({ id }) => id).toSorted())
  })

  // Shows: 10.32
  test('is open to guests, in the currency of their country, with full terms (player protection 32)', async () => {
    const answer = await fetch(`${app.url}/api/game/bonuses/pages/harbour-50`)
    const body: Loose = await answer.json()
    expect(body).toMatchObject({
      identity: 'harbour-50',
      currency: 'EUR',
      offers: [{ code: 'HARBOUR50', deposit: null, state: 'open', offer: { terms: { wageringMultiplier: 8 } } }],
    })
  })

  test('exists only for offers of deposits', async () => {
    for (const identity of ['nothing', 'reward-bonus-5'])
      expect((await fetch(`${app.url}/api/game/bonuses/pages/${identity}`)).status).toBe(404)
  })
})
