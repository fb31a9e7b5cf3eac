/**
 * Wins of free spins as bonus money are set aside while the spins are played, and credited once under the accepted
 * terms.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { play } from '#tests/money/wallets.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { operator } from '#tests/setup/operator.ts'
import { draftDefinition, endDefinition } from '../kernel/definitions/change-definition.ts'
import { readDefinition } from '../kernel/definitions/definitions.ts'
import { switchCurrency } from '../reference/switch-currency.ts'
import { revokeReward } from '../rewards/revoke-reward.ts'
import { costOfOffers } from './cost-of-offers.ts'
import { creditSpinWins } from './credit-spin-wins.ts'
import { finishBonuses } from './finish-bonuses.ts'
import { brokenRule } from './internal/permitted.ts'
import { offerKind } from './offer-kind.ts'
import { payFreeSpins } from './pay-free-spins.ts'

const dayMs = 86_400_000
let app: Cashier
beforeAll(async () => {
  app = await cashier()
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})
afterEach(() => app.clock.reset())

const needs = () => ({ clock: app.deps.clock, actor: operator })
const winsTerms = {
  wagering: 5,
  maxBet: { base: '5' },
  contribution: { kinds: { slot: 100, dice: 0 } },
  days: 7,
}
async function offerData(change: object = {}): Promise<Loose> {
  const { data } = (await readDefinition(app.deps.db.kysely, offerKind, { identity: 'welcome-spins' }))!
  const { depositNumber: _first, package: _package, ...rest } = data
  return { ...rest, package: null, isOnce: true, winsAs: 'bonus', winsTerms, ...change }
}
const define = (identity: string, data: Loose) => putInForce(app.deps, offerKind, identity, data)
async function sample(change: object = {}): Promise<string> {
  const id = `sample-${randomUUID().slice(0, 8)}`
  await define(id, await offerData({ name: { en: id }, ...change }))
  return id
}

async function deposit(player: TestPlayer, bonusId?: string, amount = 2000, currency = 'EUR'): Promise<string> {
  const { status, body } = await player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency,
    amount,
    accountId: player.accounts[currency],
    fields: {},
    ...(bonusId && { bonusId }),
  })
  expect({ status, body }).toMatchObject({ status: 200 })
  app.sandbox.payments.decide(app.sandbox.payments.byReference(body.invoiceId)!.id, 'pay')
  await app.settle()
  return body.invoiceId
}
const spinsOf = async (player: TestPlayer): Promise<Loose> =>
  (await player.call('GET', '/api/game/player-freespins')).body[0]
const bonusesOf = async (player: TestPlayer): Promise<Loose[]> =>
  (await player.call('GET', '/api/game/player-bonuses')).body
const wallet = async (player: TestPlayer, currency = 'EUR') =>
  (
    await app.asOwner('SELECT cash::int, bonus::int FROM wallet.accounts WHERE player_id = $1 AND currency = $2', [
      player.id,
      currency,
    ])
  ).rows[0] as { cash: number; bonus: number }

/** A player with active spins at 20 cents, of which all but `left` are used. */
async function started(
  bonusId: string,
  { left = 2, currency = 'EUR' }: { left?: number; currency?: string } = {},
): Promise<{ player: TestPlayer; spins: Loose; invoiceId: string }> {
  const player = await app.player({ currencies: [currency] })
  const invoiceId = await deposit(player, bonusId, 2000, currency)
  const spins = await spinsOf(player)
  await player.call('PUT', `/api/game/player-freespins/${spins.id}/activate`)
  await app.asOwner(
    `INSERT INTO bonuses.freespin_uses SELECT 'tests', $1 || n, $1::uuid FROM generate_series(1, $2) AS n`,
    [spins.id, spins.count - left],
  )
  await app.asOwner('UPDATE bonuses.player_freespins SET used = $2 WHERE id = $1', [spins.id, spins.count - left])
  return { player, spins, invoiceId }
}
const gate = async (player: TestPlayer) => {
  const { rows } = await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [player.id])
  return { sessionId: rows[0].id as string, barredCountries: '' }
}
type Round = { gameId: string; roundId: string; player: string }
const round = ({ id }: TestPlayer): Round => ({ gameId: 'lantern-harbor', roundId: randomUUID(), player: id })
async function spin(player: TestPlayer, of: Round, amount = 20, key: string = randomUUID()) {
  const posted = await app.deps.ledger.post({
    ...play({ ...of, kind: 'bet', amount, key }),
    gate: await gate(player),
    at: app.deps.clock.now(),
  })
  expect(posted.ok).toBe(true)
  return key
}
const win = (of: Round, amount: number, isFinished = true) =>
  app.deps.ledger.post(play({ ...of, kind: 'win', amount, isFinished }))
/** Plays a round with its bet and win in one call. */
async function spun(player: TestPlayer, amount: number): Promise<void> {
  const of = round(player)
  const at = app.deps.clock.now()
  const [bet, won] = await Promise.all([
    app.deps.ledger.post({ ...play({ ...of, kind: 'bet', amount: 20 }), gate: await gate(player), at }),
    app.deps.ledger.post(play({ ...of, kind: 'win', amount, isFinished: true })),
  ])
  if (bet.ok && !won.ok) expect((await win(of, amount)).ok).toBe(true)
}
const credit = () => creditSpinWins(app.deps)

// Shows: attack 149
test('are set aside and shown, become a bonus with the last spin, and become cash by its wagering', async () => {
  const { player, spins } = await started(await sample())
  expect(spins).toMatchObject({
    winsAs: 'bonus',
    winsSetAside: 0,
    winsTerms: { wageringMultiplier: 5, maxBetAmount: 500, expiresAfterSeconds: 7 * 86_400 },
  })
  await spun(player, 300)
  expect(await wallet(player)).toEqual({ cash: 2000, bonus: 0 })
  expect(await spinsOf(player)).toMatchObject({ status: 2, winsSetAside: 300 })
  expect(await credit()).toBe(0)
  await spun(player, 100)
  expect(await spinsOf(player)).toMatchObject({ status: 3, winsSetAside: 400 })
  expect((await Promise.all(Array.from({ length: 10 }, credit))).reduce((sum, each) => sum + each)).toBe(1)
  expect(await wallet(player)).toEqual({ cash: 2000, bonus: 400 })
  const [bonus] = await bonusesOf(player)
  expect(bonus).toMatchObject({ status: 2, amount: 400, wagerTotal: 2000, maxBetAmount: 500 })
  for (let each = 0; each < 4; each++) {
    const of = { ...round(player), gameId: 'neon-run' }
    await spin(player, of, 500)
    await win(of, 0)
  }
  await finishBonuses(app.deps)
  expect(await bonusesOf(player)).toMatchObject([{ status: 3, result: 2 }])
  expect(await wallet(player)).toEqual({ cash: 400, bonus: 0 })
})

test('are cash at once if the definition says so, and then no bonus is granted', async () => {
  const { player } = await started(await sample({ winsAs: 'cash', winsTerms: undefined }))
  await spun(player, 300)
  await spun(player, 0)
  await credit()
  expect(await spinsOf(player)).toMatchObject({ winsAs: 'cash', winsSetAside: 0, winsTerms: null })
  expect(await wallet(player)).toEqual({ cash: 2300, bonus: 0 })
  expect(await bonusesOf(player)).toEqual([])
})

test('a round that won nothing leaves nothing to credit', async () => {
  const { player } = await started(await sample(), { left: 1 })
  await spun(player, 0)
  expect(await credit()).toBe(0)
  expect(await bonusesOf(player)).toEqual([])
})

test('are recorded in the round like other wins, and a win above the maximum of the game is refused', async () => {
  const { player } = await started(await sample())
  const of = round(player)
  await spin(player, of)
  expect(await win(of, 300)).toMatchObject({ ok: true })
  const { rows } = await app.asOwner('SELECT won::int, free_stake::int, status FROM games.rounds WHERE id = $1', [
    of.roundId,
  ])
  expect(rows).toEqual([{ won: 300, free_stake: 20, status: 'settled' }])
})

test('in a round that was also staked with cash are divided in proportion to the stakes', async () => {
  const { player } = await started(await sample(), { left: 1 })
  const of = round(player)
  await spin(player, of, 20)
  await spin(player, of, 40)
  await win(of, 100)
  await credit()
  // The spin staked a third, so 33 are bonus money and the remainder is cash.
  expect(await wallet(player)).toEqual({ cash: 2000 - 40 + 67, bonus: 33 })
})

describe('a round that is open when the spins end', () => {
  // Shows: pair free spins/open round
  test('delays the bonus, which includes its win', async () => {
    const { player } = await started(await sample(), { left: 2 })
    const late = round(player)
    await spin(player, late)
    await spun(player, 50)
    expect(await credit()).toBe(0)
    expect(await bonusesOf(player)).toEqual([])
    await win(late, 70)
    app.clock.forward(1001)
    expect(await credit()).toBe(1)
    expect(await bonusesOf(player)).toMatchObject([{ amount: 120 }])
  })

  // Shows: pair free spins/open round
  test('may be rolled back: the spin is free again, and nothing is credited before it is played', async () => {
    const { player, spins } = await started(await sample(), { left: 2 })
    await spun(player, 50)
    const late = round(player)
    const key = await spin(player, late)
    await app.deps.ledger.post({ ...play({ ...late, kind: 'rollback', betKey: key }), at: app.deps.clock.now() })
    expect(await spinsOf(player)).toMatchObject({ status: 2, used: spins.count - 1 })
    expect(await credit()).toBe(0)
    await spun(player, 10)
    expect(await credit()).toBe(1)
    expect(await bonusesOf(player)).toMatchObject([{ amount: 60 }])
  })

  test('after a win it is not rolled back', async () => {
    const { player } = await started(await sample())
    const of = round(player)
    const key = await spin(player, of)
    await win(of, 60, false)
    expect(await app.deps.ledger.post(play({ ...of, kind: 'rollback', betKey: key }))).toMatchObject({
      refusal: 'betAlreadyPaid',
    })
    expect(await spinsOf(player)).toMatchObject({ winsSetAside: 60 })
    await win(of, 0)
  })

  // Shows: pair free spins/open round
  test('when the spins expire: earlier wins and the late win are credited', async () => {
    const { player } = await started(await sample(), { left: 5 })
    await spun(player, 40)
    const late = round(player)
    await spin(player, late)
    app.clock.forward(31 * dayMs)
    await finishBonuses(app.deps)
    const { rows } = await app.asOwner('SELECT status, result FROM bonuses.player_freespins WHERE player_id = $1', [
      player.id,
    ])
    expect(rows).toEqual([{ status: 3, result: 4 }])
    await credit()
    expect(await wallet(player)).toEqual({ cash: 2000, bonus: 0 })
    await win(late, 5)
    app.clock.forward(1001)
    await credit()
    expect(await wallet(player)).toEqual({ cash: 2000, bonus: 45 })
  })
})

describe('with another bonus', () => {
  // Shows: pair bonus/free spins
  test('active, the wins become an issued bonus, and only one of the two is active at a time', async () => {
    const { player } = await started(await sample(), { left: 1 })
    await deposit(player, 'monday-10', 5000)
    await spun(player, 90)
    await credit()
    const [won, active] = await bonusesOf(player)
    expect([won, active]).toMatchObject([{ status: 1, amount: 90 }, { status: 2 }])
    const activate = () => player.call('PUT', `/api/game/player-bonuses/${won.id}/activate`)
    expect(await activate()).toMatchObject({ status: 422, body: { error: { name: 'anotherIsActive' } } })
    await player.call('PUT', `/api/game/player-bonuses/${active.id}/cancel`)
    expect(await activate()).toMatchObject({ status: 200 })
    expect(await wallet(player)).toMatchObject({ bonus: 90 })
  })

  // Shows: pair bonus/free spins
  test('whose money is staked, the win of the free spin is not added to that bonus', async () => {
    const { player } = await started(await sample(), { left: 1 })
    await deposit(player, 'monday-10', 5000)
    const before = await wallet(player)
    await spun(player, 90)
    expect(await wallet(player)).toEqual(before)
  })
})

// Shows: pair withdrawal/free spins
test('with an open withdrawal they wait for the player, and a withdrawal afterwards ends their bonus', async () => {
  const { player } = await started(await sample(), { left: 1 })
  const withdraw = (isConfirmed: boolean) =>
    player.call('POST', '/api/payment/invoices/withdrawal', {
      method: 'sandbox.bank',
      currency: 'EUR',
      amount: 2000,
      accountId: player.accounts.EUR,
      fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
      idempotencyKey: randomUUID(),
      isBonusEndConfirmed: isConfirmed,
    })
  await app.asOwner('UPDATE wallet.accounts SET turnover_total = 0, turnover_placed = 0 WHERE player_id = $1', [
    player.id,
  ])
  const { status, body } = await withdraw(false)
  expect({ status, body }).toMatchObject({ status: 200 })
  await spun(player, 90)
  await credit()
  expect(await bonusesOf(player)).toMatchObject([{ status: 1, amount: 90 }])
  expect(await wallet(player)).toMatchObject({ bonus: 0 })
})

describe('of a player who is protected', () => {
  // Shows: pair free spins/exclusion
  test('by an exclusion during the spins: nothing is credited until it ends, and nothing is lost', async () => {
    const { player } = await started(await sample(), { left: 1 })
    await spun(player, 90)
    await player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
    const { rows } = await app.asOwner(
      'SELECT count(*)::int AS count FROM limits.limits WHERE player_id = $1 AND ends_at IS NOT NULL',
      [player.id],
    )
    expect(rows).toEqual([{ count: 1 }])
    expect(await credit()).toBe(0)
    expect(await bonusesOf(player)).toEqual([])
    const version = async () =>
      (await app.asOwner('SELECT xmin FROM bonuses.player_freespins WHERE player_id = $1', [player.id])).rows
    const before = await version()
    app.clock.forward(60_001)
    expect(await credit()).toBe(0)
    expect(await version()).toEqual(before)
    app.clock.forward(2 * dayMs)
    expect(await credit()).toBe(1)
    expect(await wallet(player)).toEqual({ cash: 2000, bonus: 90 })
  })

  // Shows: pair free spins/closure
  test('by a limited account they wait as well; of a closed account they are forfeited', async () => {
    const { player } = await started(await sample(), { left: 1 })
    await spun(player, 90)
    const put = (status: number) =>
      app.asOwner('UPDATE identity.players SET status = $2 WHERE id = $1', [player.id, status])
    await put(2)
    expect(await credit()).toBe(0)
    await put(4)
    app.clock.forward(3_600_001)
    expect(await credit()).toBe(1)
    const { rows } = await app.asOwner(
      'SELECT wins_forfeited, wins_bonus_id, wins_settled::int FROM bonuses.player_freespins WHERE player_id = $1',
      [player.id],
    )
    expect(rows).toEqual([{ wins_forfeited: true, wins_bonus_id: null, wins_settled: 90 }])
    expect(await credit()).toBe(0)
    await put(1)
  })
})

describe('of spins that are cancelled', () => {
  // Shows: 4.10.4, 7.5.1
  test('by the player, who keeps the wins until then', async () => {
    const { player, spins } = await started(await sample(), { left: 5 })
    await spun(player, 90)
    expect(await player.call('PUT', `/api/game/player-freespins/${spins.id}/cancel`)).toMatchObject({
      status: 200,
      body: { id: spins.id, status: 3, result: 3 },
    })
    expect((await player.call('GET', '/api/game/player-freespins?status[]=1&status[]=2')).body).toEqual([])
    expect(await credit()).toBe(1)
    expect(await bonusesOf(player)).toMatchObject([{ amount: 90 }])
  })

  // Shows: pair deposit/free spins
  test('by an operator: wins not yet credited are forfeited, including that of an open round', async () => {
    const { player, spins } = await started(await sample(), { left: 5 })
    await spun(player, 90)
    const late = round(player)
    await spin(player, late)
    const revoked = await revokeReward({ ...app.deps, actor: operator }, { id: spins.id, reason: 'a test' })
    expect(revoked.ok).toBe(true)
    expect(await credit()).toBe(1)
    await win(late, 30)
    expect(await credit()).toBe(1)
    expect(await bonusesOf(player)).toEqual([])
    expect(await wallet(player)).toEqual({ cash: 2000, bonus: 0 })
  })

  test('after they were played and before the wins are credited', async () => {
    const { player, spins } = await started(await sample(), { left: 1 })
    await spun(player, 90)
    expect(await spinsOf(player)).toMatchObject({ status: 3 })
    const revoke = () => revokeReward({ ...app.deps, actor: operator }, { id: spins.id, reason: 'a test' })
    expect((await revoke()).ok).toBe(true)
    expect(await credit()).toBe(1)
    expect((await revoke()).ok).toBe(false)
    expect(await bonusesOf(player)).toEqual([])
  })
})

// Shows: attack 149, pair free spins/definitions
test('a definition that is edited or ended in use changes neither terms nor wins', async () => {
  const id = await sample()
  const { player } = await started(id, { left: 2 })
  await spun(player, 90)
  await define(
    id,
    await offerData({ name: { en: id }, winsTerms: { ...winsTerms, wagering: 10, maxBet: null, days: 1 } }),
  )
  await app.deps.db.transaction((tx) => endDefinition(tx, needs(), offerKind, id))
  await spun(player, 10)
  await credit()
  expect(await bonusesOf(player)).toMatchObject([{ amount: 100, wagerTotal: 500, maxBetAmount: 500 }])
})

// Shows: pair free spins/currency
test('a currency that is switched off: the wins are issued, and started once it is offered again', async () => {
  const { player } = await started(await sample(), { left: 1, currency: 'USD' })
  const { rows } = await app.asOwner('SELECT spin_amount::int FROM bonuses.player_freespins WHERE player_id = $1', [
    player.id,
  ])
  const of = round(player)
  const bet = play({ ...of, kind: 'bet', amount: rows[0].spin_amount })
  const inDollars = (movement: Loose): Loose =>
    JSON.parse(
      JSON.stringify(movement, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
        .replaceAll(':EUR', ':USD')
        .replaceAll('"EUR"', '"USD"'),
      (_, value) => (typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value),
    )
  expect(
    (await app.deps.ledger.post({ ...inDollars(bet), gate: await gate(player), at: app.deps.clock.now() })).ok,
  ).toBe(true)
  expect((await app.deps.ledger.post(inDollars(play({ ...of, kind: 'win', amount: 80, isFinished: true })))).ok).toBe(
    true,
  )
  const turn = async (isEnabled: boolean) => {
    await switchCurrency({ ...app.deps, actor: operator }, { code: 'USD', isEnabled, comment: 'test' })
    await app.deps.reference.reload()
  }
  await turn(false)
  expect(await credit()).toBe(1)
  const [bonus] = await bonusesOf(player)
  expect(bonus).toMatchObject({ status: 1, amount: 80, currency: 'USD' })
  const activate = () => player.call('PUT', `/api/game/player-bonuses/${bonus.id}/activate`)
  expect(await activate()).toMatchObject({ status: 422, body: { error: { name: 'currencyNotOffered' } } })
  await turn(true)
  expect(await activate()).toMatchObject({ status: 200 })
})

// Shows: attack 149
test('the total that a studio counts itself is set aside and credited once, however late', async () => {
  const { player, spins } = await started(await sample(), { left: 5 })
  await app.asOwner(`UPDATE bonuses.player_freespins SET game_id = 'elsewhere-game' WHERE id = $1`, [spins.id])
  const total = () =>
    payFreeSpins(app.deps, {
      id: spins.id,
      studio: 'elsewhere',
      total: { amount: 250n as never, remainder: null },
      highest: () => 1000,
    })
  expect((await total()).ok).toBe(true)
  expect((await total()).ok).toBe(true)
  expect(await wallet(player)).toEqual({ cash: 2000, bonus: 0 })
  expect(await credit()).toBe(1)
  expect(await bonusesOf(player)).toMatchObject([{ amount: 250 }])
  const late = await started(await sample(), { left: 5 })
  await app.asOwner(`UPDATE bonuses.player_freespins SET game_id = 'elsewhere-game' WHERE id = $1`, [late.spins.id])
  await late.player.call('PUT', `/api/game/player-freespins/${late.spins.id}/cancel`)
  const paid = await payFreeSpins(app.deps, {
    id: late.spins.id,
    studio: 'elsewhere',
    total: { amount: 70n as never, remainder: null },
    highest: () => 1000,
  })
  expect(paid.ok).toBe(true)
  expect(await credit()).toBe(1)
  expect(await bonusesOf(late.player)).toMatchObject([{ amount: 70 }])
})

// Shows: pair free spins/closure
test('the total of an account that was closed since is forfeited, as cash and as bonus money', async () => {
  for (const isCash of [true, false]) {
    const { player, spins } = await started(await sample(), { left: 5 })
    await app.asOwner(
      `UPDATE bonuses.player_freespins SET game_id = 'elsewhere-game', wins_as_bonus = $2 WHERE id = $1`,
      [spins.id, !isCash],
    )
    await app.asOwner('UPDATE identity.players SET status = 4 WHERE id = $1', [player.id])
    const total = () =>
      payFreeSpins(app.deps, {
        id: spins.id,
        studio: 'elsewhere',
        total: { amount: 250n as never, remainder: null },
        highest: () => 1000,
      })
    for (const _time of [1, 2]) expect((await total()).ok).toBe(true)
    expect(await credit()).toBe(isCash ? 0 : 1)
    expect(await wallet(player)).toEqual({ cash: 2000, bonus: 0 })
    await app.asOwner('UPDATE identity.players SET status = 1 WHERE id = $1', [player.id])
    await credit()
    expect(await bonusesOf(player)).toEqual([])
  }
})

test('their cost is counted with the offer', async () => {
  const id = await sample()
  const { player } = await started(id, { left: 1 })
  await spun(player, 90)
  await credit()
  expect(await costOfOffers(app.deps.db.kysely, id)).toMatchObject([
    { kind: 'bonus', granted: 1, amount: 90n },
    { kind: 'free spins', granted: 1, completed: 1 },
  ])
})

describe('definitions', () => {
  const refusal = async (change: object) => {
    const drafted = await app.deps.db.transaction(async (tx) =>
      draftDefinition(tx, needs(), offerKind, { identity: 'unfair', data: await offerData(change), comment: 'test' }),
    )
    return drafted.ok ? null : drafted.message
  }
  test('must meet the rules of bonus money, which the refusal names', async () => {
    expect(await refusal({ winsTerms: { ...winsTerms, wagering: 11 } })).toContain('wageringCap')
    expect(await refusal({ winsTerms: { ...winsTerms, contribution: { kinds: { slot: 50, dice: 0 } } } })).toContain(
      'canBeWagered',
    )
    expect(await refusal({ winsTerms: { ...winsTerms, contribution: { kinds: { slot: 100, dice: 100 } } } })).toContain(
      'minimalRisk',
    )
    expect(await refusal({ winsTerms: undefined })).toContain('winsHaveTerms')
    expect(await refusal({ winsAs: 'cash' })).toContain('winsHaveTerms')
    expect(await refusal({})).toBeNull()
  })

  test('are not offered where the policy of the country caps wagering lower', async () => {
    const offer = await offerData()
    expect(brokenRule(offer, { wageringCap: 4, welcomeBonus: 'any', games: { excluded: [] } }, app.deps)).toBe(
      'wageringCap',
    )
    expect(brokenRule(offer, { wageringCap: 5, welcomeBonus: 'any', games: { excluded: [] } }, app.deps)).toBeNull()
  })

  test('show all terms before the choice, with the expected cost', async () => {
    const id = await sample()
    const player = await app.player()
    const shown = (await player.call('GET', '/api/game/bonuses?currency=EUR')).body.find(
      (each: Loose) => each.id === id,
    )
    expect(shown.terms).toMatchObject({
      winsAs: 'bonus',
      wageringMultiplier: 5,
      expectedCostPercent: 19,
      maxBet: [{ currency: 'EUR', amount: 500 }],
      winsExpireAfterSeconds: 7 * 86_400,
      contribution: {
        kinds: [
          { kind: 'slot', percent: 100 },
          { kind: 'dice', percent: 0 },
        ],
      },
    })
  })
})
