/** Versions of offers: accepted terms remain valid whatever an operator does later; unfair offers are refused. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import { allInvariants } from '#server/modules.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { play } from '#tests/money/wallets.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { operator } from '#tests/setup/operator.ts'
import { draftDefinition, endDefinition, scheduleDefinition } from '../kernel/definitions/change-definition.ts'
import { readDefinition } from '../kernel/definitions/definitions.ts'
import { grantReward } from '../rewards/grant-reward.ts'
import { offerConflict } from './internal/offer-conflicts.ts'
import { brokenRule } from './internal/permitted.ts'
import { offerKind } from './offer-kind.ts'

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
const read = async (identity: string) =>
  (await readDefinition(app.deps.db.kysely, offerKind, { identity }))!.data as Loose
const draft = (identity: string, data: unknown) =>
  app.deps.db.transaction((tx) => draftDefinition(tx, needs(), offerKind, { identity, data, comment: 'for a test' }))
/** Puts a version in force at once, which ends the previous one. */
const define = (identity: string, data: unknown) => putInForce(app.deps, offerKind, identity, data)
const end = (identity: string) => app.deps.db.transaction((tx) => endDefinition(tx, needs(), offerKind, identity))

const start = async (player: TestPlayer, bonusId: string, amount = 5000, more: object = {}): Promise<Loose> =>
  (
    await player.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.card',
      currency: 'EUR',
      amount,
      accountId: player.accounts.EUR,
      fields: {},
      bonusId,
      ...more,
    })
  ).body
async function pay({ invoiceId }: Loose): Promise<void> {
  app.sandbox.payments.decide(app.sandbox.payments.byReference(invoiceId)!.id, 'pay')
  await app.settle()
}
const held = async (player: TestPlayer): Promise<Loose> =>
  (await player.call('GET', '/api/game/player-bonuses')).body[0]
const versionOf = async (player: TestPlayer) =>
  (await app.asOwner('SELECT offer_version FROM bonuses.player_bonuses WHERE player_id = $1', [player.id])).rows.map(
    (row) => row.offer_version,
  )

/** Defines a separate offer for each test. */
async function sample(change: object = {}): Promise<{ id: string; data: Loose }> {
  const id = `sample-${randomUUID().slice(0, 8)}`
  const data = { ...(await read('monday-10')), depositNumber: undefined, name: { en: id }, ...change }
  await define(id, data)
  return { id, data }
}

test('no name or description of a shipped offer states an amount of one currency: amounts are shown in the player’s', async () => {
  const shipped: Record<string, Loose> = JSON.parse(await readFile('content/rewards/offers.json', 'utf8'))
  const texts = Object.values(shipped).flatMap((offer) => [
    ...Object.values(offer.name),
    ...Object.values(offer.description),
  ])
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => /[€$£]|euro|يورو/i.test(String(text)))).toEqual([])
})

test('the expected cost of wagering is that of the slots which count, by the share of a stake that counts', async () => {
  const player = await app.player()
  const { id, data } = await sample()
  const costAt = async (games: Record<string, number>) => {
    await define(id, { ...data, wagering: 10, contribution: { kinds: { slot: 100, dice: 0 }, games } })
    const offers = (await player.call('GET', '/api/game/bonuses?currency=EUR')).body as Loose[]
    return offers.find((each) => each.id === id)!.terms.expectedCostPercent
  }
  const slots = createInHouseStudio({ secret: 'a secret' }).games.filter(({ kind }) => kind === 'slot')
  expect(await costAt({})).toBe(
    Math.round((1_000 * (100 * slots.length - slots.reduce((sum, { rtp }) => sum + rtp, 0))) / (100 * slots.length)),
  )
  const others = (percent: number) =>
    Object.fromEntries(slots.filter(({ slug }) => slug !== 'tidepool').map(({ slug }) => [slug, percent]))
  // Tidepool keeps 5/112 of the stakes.
  expect(await costAt(others(0))).toBe(Math.round((1_000 * 5) / 112))
  expect(await costAt({ ...others(0), tidepool: 50 })).toBe(Math.round((2_000 * 5) / 112))
})

describe('the accepted version', () => {
  // Shows: 10.33, attack 158, pair deposit/definitions
  test('applies to a deposit that is paid after its offer was replaced', async () => {
    const player = await app.player()
    const { id, data } = await sample()
    const started = await start(player, id)
    await define(id, { ...data, amount: { base: '3' }, wagering: 10 })
    await pay(started)
    expect(await held(player)).toMatchObject({ amount: 1000, wagerTotal: 8000 })
    expect(await versionOf(player)).toEqual([1])
    const other = await app.player()
    await pay(await start(other, id))
    expect(await held(other)).toMatchObject({ amount: 300, wagerTotal: 3000 })
    expect(await versionOf(other)).toEqual([2])
  })

  // Shows: change 14
  test('is the one shown: a deposit from a page with replaced terms is refused with the new ones', async () => {
    const player = await app.player()
    const { id, data } = await sample()
    const shown = async () =>
      (await player.call('GET', '/api/game/bonuses?currency=EUR')).body.find((each: Loose) => each.id === id)
    const { termsVersion: bonusTermsVersion } = await shown()
    await define(id, { ...data, wagering: 10 })
    expect((await start(player, id, 5000, { bonusTermsVersion })).error).toMatchObject({
      name: 'bonusTermsChanged',
      fields: { bonusId: ['The terms of this bonus have changed. Please read them again.'] },
    })
    expect((await player.call('GET', '/api/payment/invoices')).body.data).toEqual([])
    const now = await shown()
    expect(now.terms.wageringMultiplier).toBe(10)
    await pay(await start(player, id, 5000, { bonusTermsVersion: now.termsVersion }))
    expect(await held(player)).toMatchObject({ amount: 1000, wagerTotal: 10_000 })
  })

  // Shows: attack 158, pair deposit/definitions
  test('applies to a deposit that is paid after its offer has ended; nobody else receives it', async () => {
    const player = await app.player()
    const { id } = await sample()
    const started = await start(player, id)
    await end(id)
    expect((await start(await app.player(), id)).error.name).toBe('bonusNotAvailable')
    await pay(started)
    expect(await held(player)).toMatchObject({ bonusId: id, amount: 1000 })
  })

  // Shows: 10.33, attack 158, pair bonus/definitions
  test('of a granted bonus is not changed by an end or a replacement: terms, wagering and expiry (player protection 33)', async () => {
    const player = await app.player()
    const { id, data } = await sample()
    await pay(await start(player, id))
    const before = await held(player)
    await define(id, { ...data, days: 1, maxBet: { base: '1' }, contribution: { kinds: { slot: 100, dice: 20 } } })
    await end(id)
    const roundId = randomUUID()
    const stake = (amount: number) =>
      app.deps.ledger.post(play({ kind: 'bet', player: player.id, roundId, amount, gameId: 'neon-run' }))
    expect((await stake(500)).ok).toBe(true)
    app.clock.forward(2 * dayMs)
    expect(await held(player)).toEqual({ ...before, wagerRemaining: before.wagerRemaining - 500 })
  })

  // Shows: attack 170
  test('a deposit that is paid after its player was limited is credited without its bonus', async () => {
    const player = await app.player()
    const { id } = await sample()
    const started = await start(player, id)
    await app.asOwner('UPDATE identity.players SET status = 2 WHERE id = $1', [player.id])
    await pay(started)
    expect(await held(player)).toBe(undefined)
    expect(await player.account('EUR')).toMatchObject({ balance: 5000, bonusBalance: 0 })
  })

  // Shows: attack 158
  test('of a promised reward is granted even if it has ended since', async () => {
    const player = await app.player()
    const { id, data } = await sample({ trigger: 'reward', isOnce: false, repeat: undefined })
    const promisedAt = app.clock.now()
    app.clock.forward(1000)
    await define(id, { ...data, amount: { base: '1' } })
    app.clock.forward(1000)
    await end(id)
    const grant = (earned: object) =>
      app.deps.db.transaction((tx) =>
        grantReward(tx, app.deps, {
          playerId: player.id,
          reward: { kind: 'offer', currency: 'EUR', bonusId: id },
          source: 'quest',
          sourceId: randomUUID(),
          title: { en: 'Quest' },
          ...earned,
        }),
      )
    expect(await grant({})).toBe('void')
    expect(await grant({ promisedAt })).toBe('paid')
    expect(await held(player)).toMatchObject({ amount: 1000 })
  })

  // Shows: pair deposit/definitions
  longTest('replaced at the moment of twenty deposits: each has the amount of the version that it names', async () => {
    const players = await Promise.all(Array.from({ length: 10 }, () => app.player()))
    const { id, data } = await sample()
    const [started] = await Promise.all([
      Promise.all(players.map((player) => start(player, id))),
      define(id, { ...data, amount: { base: '4' } }),
    ])
    for (const each of started) await pay(each)
    for (const player of players) {
      const [version] = await versionOf(player)
      expect((await held(player)).amount).toBe(version === 1 ? 1000 : 400)
    }
  })
})

describe('stakes count', () => {
  const stake = async (player: TestPlayer, gameId: string, amount: number) => {
    const posted = await app.deps.ledger.post(
      play({ kind: 'bet', player: player.id, roundId: randomUUID(), amount, gameId }),
    )
    return posted.ok ? 'taken' : posted.refusal
  }

  test('by kind of game and by game, as shown in the terms', async () => {
    const player = await app.player()
    const contribution = { kinds: { slot: 100, dice: 10 }, games: { tidepool: 50, 'glacier-fox': 0 } }
    const { id } = await sample({ contribution })
    const shown = (await player.call('GET', '/api/game/bonuses?currency=EUR')).body.find(
      (each: Loose) => each.id === id,
    )
    const wire = {
      kinds: [
        { kind: 'slot', percent: 100 },
        { kind: 'dice', percent: 10 },
      ],
      games: [
        { gameId: 'tidepool', percent: 50 },
        { gameId: 'glacier-fox', percent: 0 },
      ],
    }
    expect(shown.terms.contribution).toEqual(wire)
    await pay(await start(player, id))
    const { wagerTotal, contribution: ofGrant } = await held(player)
    expect(ofGrant).toEqual(wire)
    for (const gameId of ['neon-run', 'dice', 'tidepool', 'glacier-fox'])
      expect(await stake(player, gameId, 200)).toBe('taken')
    expect(wagerTotal - (await held(player)).wagerRemaining).toBe(200 + 20 + 100 + 0)
  })

  // Shows: attack 159
  test('nothing at dice of 98 percent if dice do not count, and no bonus money is staked there', async () => {
    const player = await app.player()
    await pay(await start(player, 'welcome-100', 2000))
    for (let spent = 0; spent < 2000; spent += 500) expect(await stake(player, 'dice', 500)).toBe('taken')
    expect((await held(player)).wagerRemaining).toBe(20_000)
    expect(await stake(player, 'dice', 1)).toBe('gameExcluded')
    expect(await stake(player, 'neon-run', 500)).toBe('taken')
    expect((await held(player)).wagerRemaining).toBe(19_500)
  })
})

describe('an unfair offer is refused with the name of the rule', () => {
  test.each([
    ['wageringCap', { wagering: 10.5 }],
    ['canBeWagered', { contribution: { kinds: { slot: 50, dice: 0 } } }],
    ['minimalRisk', { contribution: { kinds: { slot: 100, dice: 100 } } }],
    ['onceOrRepeated', { isOnce: true }],
    ['rewardIsForOne', { trigger: 'reward', code: 'SECRET' }],
  ])('%s', async (rule, change) => {
    const refused = await draft('unfair', { ...(await read('monday-10')), ...change })
    expect(refused).toMatchObject({ ok: false, refusal: 'definitionInvalid', message: expect.stringContaining(rule) })
  })

  test('a percentage as a reward, and a term that is not enforced', async () => {
    const percentage = { ...(await read('welcome-third')), trigger: 'reward', package: null, depositNumber: undefined }
    expect(await draft('unfair', percentage)).toMatchObject({ message: expect.stringContaining('rewardHasAmount') })
    const spins = { ...(await read('welcome-spins')), wagering: 5 }
    expect(await draft('unfair', spins)).toMatchObject({ refusal: 'definitionInvalid' })
  })
})

describe('free spins', () => {
  const spinsOf = async (change: object) => {
    const data = await read('reward-spins-10')
    return { ...data, spins: { ...data.spins, ...change } }
  }

  // Shows: attack 148
  test.each([
    [
      'spinStake',
      { amount: { base: '0.25' } },
      'lantern-harbor accepts multiples of €0.10 from €0.10 to €100.00, not 0.25 EUR',
    ],
    ['spinStake', { amount: { base: '0.20', items: { USD: '0.01' } } }, 'not 0.01 USD'],
    ['spinStake', { amount: { base: '1000' } }, 'not 1000 EUR'],
    ['spinCurrency', { amount: { base: '0.20', items: { XYZ: '1' } } }, 'lantern-harbor does not accept XYZ'],
    ['oneStake', { gameId: 'blackjack' }, 'may need a second stake'],
  ])('that cannot be played are refused (%s)', async (rule, change, message) => {
    const refused = await draft('unplayable', await spinsOf(change))
    expect(refused).toMatchObject({ ok: false, refusal: 'definitionInvalid' })
    expect(refused).toMatchObject({ message: expect.stringContaining(`${rule}: `) })
    expect(refused).toMatchObject({ message: expect.stringContaining(message) })
  })

  test('of a game of another studio follow no rule of ours', async () => {
    expect(await draft('elsewhere', await spinsOf({ gameId: 'not-ours', amount: { base: '0.25' } }))).toMatchObject({
      ok: true,
    })
  })

  test('in a version stored before the rule can be read, but not scheduled', async () => {
    const data = await spinsOf({ amount: { base: '0.25' } })
    await app.asOwner(
      `INSERT INTO rewards.definitions (kind, identity, version, data, state, created_at, changed_at, actor, comment)
      VALUES ('offers', 'of-old', 1, $1, 'draft', now(), now(), 'test', 'stored before the rule')`,
      [JSON.stringify(data)],
    )
    expect((await read('of-old')).spins.amount.base).toBe('0.25')
    const term = { identity: 'of-old', version: 1, startsAt: app.clock.now(), endsAt: null }
    expect(await app.deps.db.transaction((tx) => scheduleDefinition(tx, needs(), offerKind, term))).toMatchObject({
      refusal: 'definitionConflicts',
      message: expect.stringContaining('spinStake'),
    })
  })
})

describe('the policy of a country', () => {
  let licensed: Cashier
  beforeAll(async () => {
    licensed = await cashier({ env: { LICENCES: 'BR,DE' } })
    licensed.deps.partners.gameStudios.push(createInHouseStudio({ secret: licensed.deps.settings.secret }))
  })
  afterAll(() => licensed.close())
  const moveTo = ({ id }: TestPlayer, country: string) =>
    licensed.asOwner('UPDATE identity.players SET country = $2 WHERE id = $1', [id, country])

  const policy = (wageringCap: number, welcomeBonus: 'none' | 'once' | 'any') => ({
    wageringCap,
    welcomeBonus,
    games: { excluded: [] },
  })
  const brokenBy = (offer: Loose, ...[cap, bonus]: Parameters<typeof policy>) =>
    brokenRule(offer, policy(cap, bonus), app.deps)

  test('permits any offer, the first deposit only, or none; and lower wagering than the bound', async () => {
    const [first, second, reward] = [
      await read('welcome-100'),
      await read('welcome-second'),
      await read('reward-bonus-5'),
    ]
    expect(brokenBy(first, 10, 'any')).toBe(null)
    expect(brokenBy(first, 9, 'any')).toBe('wageringCap')
    expect(brokenBy(first, 10, 'once')).toBe(null)
    expect(brokenBy(second, 10, 'once')).toBe('firstDepositOnly')
    expect(brokenBy(first, 10, 'none')).toBe('noDepositBonus')
    expect(brokenBy(reward, 10, 'none')).toBe(null)
    expect(brokenBy(reward, 4, 'any')).toBe('wageringCap')
  })

  // Shows: 3.19.1, attack 173, pair restricted country/definitions
  test('hides what it does not permit: in the chooser, for a deposit, by code and on the page', async () => {
    const [abroad, player] = [await licensed.player(), await licensed.player()]
    await moveTo(player, 'BR')
    const offered = async (one: TestPlayer) => (await one.call('GET', '/api/game/bonuses?currency=EUR')).body.length
    expect(await offered(abroad)).toBeGreaterThan(0)
    expect(await offered(player)).toBe(0)
    const wish = { method: 'sandbox.card', currency: 'EUR', amount: 5000, accountId: player.accounts.EUR, fields: {} }
    const asked = await player.call('POST', '/api/payment/invoices/deposit', { ...wish, bonusId: 'welcome-100' })
    expect(asked.body.error.name).toBe('bonusNotAvailable')
    const code = { bonusCode: 'HARBOUR50', trigger: 3 }
    expect((await player.call('POST', '/api/game/bonuses/bonuscodes', code)).body).toMatchObject({ status: 4 })
    expect((await player.call('GET', '/api/game/bonuses/pages/welcome')).status).toBe(404)
    expect((await abroad.call('GET', '/api/game/bonuses/pages/welcome')).status).toBe(200)
  })

  test('free spins at a game that it excludes are not offered, given or activated; those at others are', async () => {
    const spinsAt = async (gameId: string, change: object = {}) => {
      const id = `spins-${randomUUID().slice(0, 8)}`
      const { package: _package, depositNumber: _number, ...data } = await read('welcome-spins')
      const spins = { ...data.spins, gameId, amount: { base: '1' } }
      await putInForce(licensed.deps, offerKind, id, { ...data, package: null, name: { en: id }, spins, ...change })
      return id
    }
    const excluded = await spinsAt('roulette')
    const permitted = await spinsAt('lantern-harbor')
    const reward = await spinsAt('roulette', { trigger: 'reward', isOnce: false })
    const player = await licensed.player()
    await moveTo(player, 'AT')
    const offered = async () =>
      (await player.call('GET', '/api/game/bonuses?currency=EUR')).body
        .map(({ id }: Loose) => id)
        .filter((id: string) => [excluded, permitted].includes(id))
        .toSorted()
    const grant = () =>
      licensed.deps.db.transaction((tx) =>
        grantReward(tx, licensed.deps, {
          playerId: player.id,
          reward: { kind: 'offer', currency: 'EUR', bonusId: reward },
          source: 'quest',
          sourceId: randomUUID(),
          title: { en: 'Quest' },
        }),
      )
    const spins = async () => (await player.call('GET', '/api/game/player-freespins')).body

    expect(await offered()).toEqual([excluded, permitted].toSorted())
    expect(await grant()).toBe('paid')
    const started = await start(player, excluded)
    await moveTo(player, 'DE')
    expect(await offered()).toEqual([permitted])
    expect((await player.call('GET', `/api/game/bonuses/pages/${excluded}`)).status).toBe(404)
    expect(await grant()).toBe('void')
    licensed.sandbox.payments.decide(licensed.sandbox.payments.byReference(started.invoiceId)!.id, 'pay')
    await licensed.settle()
    expect(await player.account('EUR')).toMatchObject({ withdrawalBalance: 5000 })
    const [held, ...more] = await spins()
    expect(more).toEqual([])
    const activate = () => player.call('PUT', `/api/game/player-freespins/${held.id}/activate`)
    expect((await activate()).body.error.name).toBe('countryRestricted')
    await moveTo(player, 'AT')
    expect((await activate()).status).toBe(200)
  })
})

describe('between offers', () => {
  const conflict = (identity: string, data: unknown) =>
    offerConflict(app.deps.db.kysely, { identity, data: offerKind.schema.parse(data) })

  test('a code belongs to one, and one package is for the first deposit', async () => {
    const [code, welcome] = [await read('harbour-50'), await read('welcome-100')]
    expect(await conflict('other', code)).toMatch('codeIsUnique: harbour-50')
    expect(await conflict('harbour-50', code)).toBe(null)
    expect(await conflict('other', welcome)).toBe(null)
    expect(await conflict('other', { ...welcome, package: null })).toMatch('oneWelcomeBonus: welcome-100')
  })

  // Shows: attack 173
  test('conflicting offers are not scheduled, even if both are scheduled concurrently', async () => {
    const kind = { ...offerKind, conflict: offerConflict }
    const drafted = await Promise.all(
      ['one', 'two'].map(async (name) => draft(`code-${name}`, { ...(await read('harbour-50')), code: 'ATONCE' })),
    )
    const scheduled = await Promise.all(
      drafted.map((each) =>
        app.deps.db.transaction((tx) =>
          scheduleDefinition(tx, needs(), kind, {
            ...(each as { value: { identity: string; version: number } }).value,
            startsAt: app.clock.now(),
            endsAt: null,
          }),
        ),
      ),
    )
    expect(scheduled.filter(({ ok }) => ok)).toHaveLength(1)
    expect(scheduled.find(({ ok }) => !ok)).toMatchObject({
      refusal: 'definitionConflicts',
      message: expect.stringContaining('codeIsUnique'),
    })
  })
})
