/** Quests: what counts, in which order, once; rewards; and everything that may happen to a player meanwhile. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { games } from '#games/games.ts'
import { replayConsumer } from '#server/kernel/facts/administer.ts'
import { record } from '#server/kernel/facts/fact.ts'
import { identityDecided } from '#server/kernel/facts/kinds.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { changeRate } from '#tests/setup/changing-rate.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { putInForce } from '#tests/setup/definitions.ts'
import { deskCtx, operator } from '#tests/setup/operator.ts'
import { play } from '#tests/money/wallets.ts'
import { endDefinition } from '../../kernel/definitions/change-definition.ts'
import { readShipped, seedDefinitions } from '../../kernel/definitions/seed.ts'
import { closeAccount } from '../../profile/close-account.ts'
import { setRate } from '../../reference/set-rate.ts'
import { switchCurrency } from '../../reference/switch-currency.ts'
import { ratesAt } from '../../reference/rates.ts'
import { grantReward } from '../grant-reward.ts'
import { payDue } from '../pay-due.ts'
import { consumers } from './consumers.ts'
import { listQuestsOfPlayer } from './desk.ts'
import { finishQuests } from './finish-quests.ts'
import { costOfDefinition } from '../cost-of-definition.ts'
import { questKind } from './quest-kind.ts'
import { lifecycle, routes } from './module.ts'

const dayMs = 86_400_000
let app: Cashier
let player: TestPlayer
let count = 0

beforeAll(async () => {
  app = await cashier({ alsoRoutes: routes, alsoLifecycles: [lifecycle] })
  await seedDefinitions(app.deps, [questKind])
})
beforeEach(async () => {
  app.clock.reset()
  player = await app.player({ currencies: ['EUR', 'USD'] })
  await player.fund('EUR', 100_000n)
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})

const { authenticated } = moneyCalls(
  () => app,
  () => player,
)
const base = {
  name: { en: 'A quest', de: 'Eine Quest' },
  description: { en: 'For a test' },
  order: 'free',
  days: 7,
  tasks: [{ kind: 'rounds', count: 3 }],
  rewards: [{ kind: 'cash', amount: { base: '5' } }],
  claim: 'player',
}
const needs = () => ({ clock: app.deps.clock, actor: operator })
async function define(
  over: Record<string, unknown> = {},
  { identity = `test-${count++}`, endsAt = null as Date | null } = {},
): Promise<string> {
  await putInForce(app.deps, questKind, identity, { ...base, ...over }, endsAt)
  return identity
}
const activate = (id: string) => player.call('PUT', `/api/retention/quests/${id}/activate`)
const claim = (id: string) => player.call('PUT', `/api/retention/player-quests/${id}/claim`)
const cancel = (id: string) => player.call('PUT', `/api/retention/player-quests/${id}/cancel`)
async function start(over: Record<string, unknown> = {}, how = {}): Promise<{ id: string; own: string }> {
  const id = await define(over, how)
  const { status, body } = await activate(id)
  expect([status, body.state]).toEqual([200, 2])
  return { id, own: body.playerQuestId }
}
const quest = async (id: string, query = ''): Promise<Loose> =>
  (await player.call('GET', `/api/retention/quests${query}`)).body.find((each: Loose) => each.id === id)
const progress = async (id: string): Promise<number[]> =>
  (await quest(id)).tasks.map((task: { progress: number }) => task.progress)

type Round = { stake?: number; win?: number; game?: string; currency?: string; undo?: boolean }
async function round({ stake = 100, win = 0, game = 'dice', currency = 'EUR', undo = false }: Round = {}) {
  const part = { player: player.id, roundId: randomUUID(), gameId: game }
  const key = randomUUID()
  const inCurrency = (made: ReturnType<typeof play>) => ({
    ...made,
    transfers: made.transfers.map((each) => ({
      ...each,
      from: each.from.replace(/EUR$/, currency),
      to: each.to.replace(/EUR$/, currency),
    })),
    round: { ...made.round!, currency },
  })
  const post = async (made: ReturnType<typeof play>) => {
    const posted = await app.deps.ledger.post(inCurrency(made))
    if (!posted.ok) throw new Error(posted.refusal)
  }
  await post(play({ ...part, kind: 'bet', amount: stake, key }))
  if (undo) await post(play({ ...part, kind: 'rollback', amount: stake, betKey: key }))
  else await post(play({ ...part, kind: 'win', amount: win, isFinished: true }))
}
async function rounds(times: number, part: Round = {}): Promise<void> {
  for (let each = 0; each < times; each++) await round(part)
}
const pushes = async (): Promise<Array<{ event: string; payload: Loose; version: number }>> =>
  (
    await app.asOwner(
      'SELECT event, payload, version::int AS version FROM outbox.events WHERE channel = $1 ORDER BY id',
      [`retention:quests#${player.id}`],
    )
  ).rows
const balance = async (currency = 'EUR') => (await player.account(currency)).balance
const exclude = () => player.call('POST', '/api/player/limits', { definition: 5, period: '1-day' })
const confirmIdentity = () =>
  app.deps.db.transaction((tx) =>
    record(tx, identityDecided, { player: player.id, subject: player.id, data: { status: 'approved' } }),
  )

// Shows: change 15
test('a quest starts under the terms that the page shows: after a replacement the page is refused, and told the new ones', async () => {
  const id = await define()
  const { termsVersion } = await quest(id)
  await define({ tasks: [{ kind: 'rounds', count: 30 }] }, { identity: id })
  const startFrom = (version: number) =>
    player.call('PUT', `/api/retention/quests/${id}/activate?termsVersion=${version}`)
  expect(await startFrom(termsVersion)).toMatchObject({ status: 422, body: { error: { name: 'questTermsChanged' } } })
  const now = await quest(id)
  expect([now.state, now.tasks[0].quantity]).toEqual([1, 30])
  expect(await startFrom(now.termsVersion)).toMatchObject({ status: 200, body: { state: 2, termsVersion: 2 } })
})

describe('the shipped quests', () => {
  const shipped = () => readShipped(questKind, { contentDir: null })

  test('are six of different kinds, with texts in each locale and games that exist', () => {
    const all = Object.values(shipped()).map((data) => questKind.schema.parse(data))
    expect(all).toHaveLength(6)
    const kinds = new Set(all.flatMap(({ tasks }) => tasks.map(({ kind }) => kind)))
    expect([...kinds].toSorted()).toEqual(
      ['days', 'deposit', 'games', 'limit', 'multiplier', 'rounds', 'stake', 'verification'].toSorted(),
    )
    for (const { name, description } of all)
      for (const words of [name, description])
        expect(Object.keys(words).toSorted()).toEqual(app.deps.content.locales.toSorted())
    const named = all.flatMap(({ tasks }) => tasks.flatMap((task) => ('games' in task ? (task.games ?? []) : [])))
    expect(named.filter((id) => !games.some(({ slug }) => slug === id))).toEqual([])
  })

  test('are offered to a new player in the requested currency', async () => {
    const { body } = await player.call('GET', '/api/retention/quests?currency=USD')
    const offered = body.filter(({ id }: Loose) => id in shipped())
    expect(offered).toHaveLength(6)
    expect(new Set(offered.map(({ state, canActivate }: Loose) => `${state} ${canActivate}`))).toEqual(
      new Set(['1 true']),
    )
    expect(await quest('harbor-week', '?currency=USD')).toMatchObject({
      order: 'sequence',
      tasks: [
        { type: 'deposit', quantity: 2000, currency: 'USD', isActive: false },
        { type: 'stake', quantity: 2500 },
        { type: 'rounds', quantity: 20, games: ['lantern-harbor', 'tidepool'] },
      ],
      rewards: [{ kind: 'cash', amount: 300, currency: 'USD' }],
      // 2,500 at the average edge of the slots, and 20 stakes of 5 at the higher of the named games' edges.
      expectedCost: Math.round(2_500 * 0.038831 + 100 * (1 - 107 / 112)),
    })
    expect(await quest('first-rounds')).toMatchObject({ rewards: [{ kind: 'offer', name: '10 free spins' }] })
  })
})

describe('refused as unfair or impossible', () => {
  test.each([
    ['sequenceOfPlay', { order: 'sequence', tasks: [{ kind: 'limit' }] }],
    ['timeSuffices', { days: 2, tasks: [{ kind: 'days', count: 3 }] }],
    ['onceEach', { tasks: [{ kind: 'limit' }, { kind: 'limit' }] }],
    ['worthItsCost', { tasks: [{ kind: 'stake', amount: { base: '129' } }] }],
    ['worthItsCost', { tasks: [{ kind: 'stake', amount: { base: '113' }, games: ['lantern-harbor', 'tidepool'] }] }],
    ['worthItsCost', { tasks: [{ kind: 'rounds', count: 113, minStake: { base: '1' }, games: ['tidepool'] }] }],
    ['worthItsCost', { tasks: [{ kind: 'games', count: 26, minStake: { base: '5' } }] }],
    ['worthItsCost', { days: 31, tasks: [{ kind: 'days', count: 26, minStake: { base: '5' } }] }],
    ['worthItsCost', { tasks: [{ kind: 'bets', count: 26, minStake: { base: '5' }, minOdds: '1.50' }] }],
    [
      'worthItsCost',
      { tasks: [{ kind: 'multiplier', atLeast: 100, count: 5, minStake: { base: '1' }, games: ['dice'] }] },
    ],
    ['worthItsCost', { tasks: [{ kind: 'rounds', count: 10_000, games: ['tidepool'] }] }],
    [
      'worthItsCost',
      {
        tasks: [
          { kind: 'stake', amount: { base: '65' } },
          { kind: 'rounds', count: 65, minStake: { base: '1' } },
        ],
      },
    ],
    ['possible', { tasks: [{ kind: 'verification' }], conditions: { isVerified: true } }],
  ])('%s', (rule, over) => {
    expect(questKind.schema.safeParse({ ...base, ...over }).error?.message).toContain(`${rule}:`)
  })

  test('a reward that just covers what its stakes cost is fair', () => {
    const isFair = (...tasks: object[]) => questKind.schema.safeParse({ ...base, tasks }).success
    expect(isFair({ kind: 'stake', amount: { base: '128' } })).toBe(true)
    // Roulette keeps 1/37, dice 1 %: the same stakes cost less than on slots.
    expect(isFair({ kind: 'stake', amount: { base: '185' }, games: ['roulette'] })).toBe(true)
    expect(isFair({ kind: 'stake', amount: { base: '186' }, games: ['roulette'] })).toBe(false)
    expect(isFair({ kind: 'rounds', count: 500, minStake: { base: '1' }, games: ['dice', 'limbo'] })).toBe(true)
    expect(isFair({ kind: 'rounds', count: 500, minStake: { base: '1' }, games: ['dice', 'roulette'] })).toBe(false)
    expect(isFair({ kind: 'deposit', amount: { base: '1000' } }, { kind: 'verification' }, { kind: 'limit' })).toBe(
      true,
    )
  })
})

describe('progress', () => {
  // Shows: 3.22.1, attack 116
  test('counts rounds after the start only, counted before it or not', async () => {
    await round()
    await catchUp(app.deps)
    await round()
    const { id } = await start({
      tasks: [
        { kind: 'rounds', count: 3 },
        { kind: 'stake', amount: { base: '10' } },
      ],
    })
    await rounds(2, { stake: 150 })
    await catchUp(app.deps)
    expect(await progress(id)).toEqual([2, 300])
    const { playerQuestId, ...shown } = await quest(id, '?state[]=2')
    const task = { isActive: true, isCompleted: false, questId: playerQuestId }
    expect(shown).toMatchObject({
      id,
      name: 'A quest',
      state: 2,
      tasks: [
        { ...task, id: `${playerQuestId}:0`, progress: 2, quantity: 3, type: 'rounds' },
        { ...task, id: `${playerQuestId}:1`, progress: 300, quantity: 1000, type: 'stake' },
      ],
    })
    await round()
    await catchUp(app.deps)
    expect((await quest(id)).tasks).toMatchObject([{ isCompleted: true, progress: 3 }, { isCompleted: false }])
    expect(await quest(id, '?state[]=1')).toBeUndefined()
  })

  // Shows: 7.7.5
  test('is pushed once per task and batch, with what the list returns', async () => {
    const { id } = await start({
      tasks: [
        { kind: 'rounds', count: 9 },
        { kind: 'games', count: 5 },
      ],
    })
    await round()
    await catchUp(app.deps)
    await rounds(3)
    await catchUp(app.deps)
    const moved = (await pushes()).filter(({ event }) => event === 'quest.task.updated')
    expect(moved.map(({ payload }) => [payload.type, payload.progress])).toEqual([
      ['rounds', 1],
      ['games', 1],
      ['rounds', 4],
    ])
    const { tasks } = await quest(id)
    expect(moved.at(-1)!.payload).toEqual(tasks[0])
    expect(moved.at(-1)!.version).toBe(tasks[0].version)
  })

  // Shows: attack 116, pair bonus/quests, pair free spins/quests
  test('never comes from bonus money, free spins or rounds that were rolled back', async () => {
    const poor = await app.player()
    const rich = player
    player = poor
    const { id } = await start()
    const reward = { kind: 'offer', currency: 'EUR', bonusId: 'reward-bonus-5' } as const
    const earned = {
      playerId: poor.id,
      reward,
      source: 'operator',
      sourceId: randomUUID(),
      title: { en: 'x' },
    } as const
    await app.deps.db.transaction((tx) => grantReward(tx, app.deps, earned))
    await round({ game: 'tidepool' })
    await catchUp(app.deps)
    expect(await progress(id)).toEqual([0])
    player = rich
    const second = await start()
    await round({ undo: true })
    await catchUp(app.deps)
    expect(await progress(second.id)).toEqual([0])
    await round()
    await catchUp(app.deps)
    expect(await progress(second.id)).toEqual([1])
  })

  // Shows: pair open round/quests
  test('of an open round comes when it is settled', async () => {
    const { id } = await start()
    const part = { player: player.id, roundId: randomUUID() }
    await app.deps.ledger.post(play({ ...part, kind: 'bet', amount: 100 }))
    await catchUp(app.deps)
    expect(await progress(id)).toEqual([0])
    await app.deps.ledger.post(play({ ...part, kind: 'win', amount: 0, isFinished: true }))
    await catchUp(app.deps)
    expect(await progress(id)).toEqual([1])
  })

  // Shows: pair account switch/quests, pair quests/rates
  test('of another currency counts at the rate of the round', async () => {
    await player.fund('USD', 10_000n)
    const { id } = await start({
      tasks: [
        { kind: 'stake', amount: { base: '50' } },
        { kind: 'rounds', count: 9, minStake: { base: '1' } },
      ],
    })
    await round({ stake: 1000, currency: 'USD' })
    await round({ stake: 50, currency: 'USD' })
    await catchUp(app.deps)
    const rates = await ratesAt(app.deps.db.kysely, new Date())
    expect(await progress(id)).toEqual([Math.floor(1050 / rates.USD!), 1])
  })

  test('of another currency counts to the last place, where a division does not end', async () => {
    const rate = (code: string, value: number) =>
      setRate({ ...app.deps, actor: operator }, { code, rate: value, comment: 'for a test' })
    const before = await ratesAt(app.deps.db.kysely, app.clock.now())
    player = await app.player({ currencies: ['USD', 'BRL'] })
    await player.fund('BRL', 1_000n)
    await rate('USD', 6)
    await rate('BRL', 3)
    const { own } = await start({ tasks: [{ kind: 'stake', amount: { base: '100' } }] })
    await round({ stake: 100, currency: 'BRL' })
    await catchUp(app.deps)
    const { rows } = await app.asOwner('SELECT progress FROM rewards.player_quest_tasks WHERE player_quest_id = $1', [
      own,
    ])
    expect(rows).toEqual([{ progress: '200000000' }])
    for (const code of ['USD', 'BRL']) await rate(code, before[code]!)
  })

  // Shows: attack 165, pair quests/rates
  test('of a round that settles while its rate is being changed counts at the new one, however soon it is counted', async () => {
    const before = await ratesAt(app.deps.db.kysely, app.clock.now())
    await player.fund('USD', 10_000n)
    const { id } = await start({ tasks: [{ kind: 'stake', amount: { base: '50' } }] })
    await changeRate(app, { code: 'USD', rate: 4 }, async () => {
      await round({ stake: 1000, currency: 'USD' })
      return { counting: catchUp(app.deps) }
    })
    expect(await progress(id)).toEqual([250])
    await setRate({ ...app.deps, actor: operator }, { code: 'USD', rate: before.USD!, comment: 'for a test' })
  })

  // Shows: 3.22.1, pair deposit/quests
  test('in a sequence: a deposit, then stakes, then rounds on certain games', async () => {
    const { id } = await start({
      order: 'sequence',
      tasks: [
        { kind: 'deposit', amount: { base: '20' } },
        { kind: 'stake', amount: { base: '2' } },
        { kind: 'rounds', count: 2, games: ['tidepool'] },
      ],
    })
    await round({ game: 'tidepool' })
    await player.fund('EUR', 2_000n)
    await rounds(2)
    await catchUp(app.deps)
    const active = async () => (await quest(id)).tasks.map(({ isActive }: Loose) => isActive)
    expect([await progress(id), await active()]).toEqual([
      [2000, 200, 0],
      [true, true, true],
    ])
    await round({ game: 'dice' })
    await rounds(2, { game: 'tidepool' })
    await catchUp(app.deps)
    expect(await quest(id)).toMatchObject({ state: 3, rewardState: 'earned' })
  })

  // Shows: pair limits/quests
  test('of a confirmed identity and a limit comes from what happens after the start', async () => {
    const limit = (amount: number) =>
      player.call('POST', '/api/player/limits', { definition: 3, period: 'daily', currency: 'EUR', amount })
    await confirmIdentity()
    const { id } = await start({ tasks: [{ kind: 'verification' }, { kind: 'limit' }] })
    await catchUp(app.deps)
    expect(await progress(id)).toEqual([0, 0])
    expect((await limit(5000)).status).toBeLessThan(300)
    await catchUp(app.deps)
    expect(await progress(id)).toEqual([0, 1])
    await confirmIdentity()
    await catchUp(app.deps)
    expect(await quest(id)).toMatchObject({ state: 3 })
  })

  test('of days in a row shows nothing once a day was missed', async () => {
    const { id } = await start({ tasks: [{ kind: 'days', count: 3 }] })
    await round()
    await catchUp(app.deps)
    expect(await progress(id)).toEqual([1])
    app.clock.forward(dayMs)
    expect(await progress(id)).toEqual([1])
    app.clock.forward(dayMs)
    expect(await progress(id)).toEqual([0])
  })
})

describe('a replay of the consumer', () => {
  const replay = async () => {
    const [consumer] = consumers
    const acting = { db: app.deps.db, clock: app.deps.clock, actor: operator }
    expect(await replayConsumer(acting, consumer as never, { isPartial: false })).toMatchObject({ ok: true })
    await catchUp(app.deps)
  }

  // Shows: attack 122
  test('counts the same again, pushes nothing twice, and leaves what is over as it was', async () => {
    const { id } = await start({
      tasks: [
        { kind: 'rounds', count: 9 },
        { kind: 'games', count: 3 },
      ],
    })
    const over = await start()
    await round({ game: 'tidepool' })
    await rounds(3)
    await catchUp(app.deps)
    const before = [await progress(id), await quest(over.id), (await pushes()).length]
    await replay()
    expect([await progress(id), await quest(over.id), (await pushes()).length]).toEqual(before)
    expect((await claim(over.own)).status).toBe(200)
    expect(await costOfDefinition(app.deps, { kind: 'quest', identity: over.id })).toMatchObject({
      ok: true,
      value: [
        { version: 1, reward: 'cash', players: 1, granted: 1, used: 1, cost: { amount: '5.00', currency: 'EUR' } },
      ],
    })
  })
})

describe('the reward', () => {
  // Shows: 7.5.4, attack 115, ASVS 2.3.4, pair second tab/quests
  test('is claimed once, however many tabs claim it at once, and each gets the same answer', async () => {
    const { id, own } = await start()
    expect((await claim(own)).body.error.name).toBe('questNotCompleted')
    await rounds(3)
    await catchUp(app.deps)
    const before = await balance()
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim(own)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.rewardState}`))).toEqual(
      new Set(['200 granted']),
    )
    expect((await balance()) - before).toBe(500)
    expect(await quest(id)).toMatchObject({ state: 3, rewardState: 'granted', canActivate: false, timesCompleted: 1 })
  })

  test('without a claim is granted once by the job, in any process', async () => {
    const { id } = await start({ claim: 'automatic' })
    await rounds(3)
    const before = await balance()
    await catchUp(app.deps)
    await Promise.all(Array.from({ length: 4 }, () => finishQuests(app.deps)))
    expect((await balance()) - before).toBe(500)
    expect(await quest(id)).toMatchObject({ rewardState: 'granted' })
  })

  test('of two kinds is granted as both', async () => {
    const rewards = [
      { kind: 'offer', bonusId: 'reward-spins-10' },
      { kind: 'cash', amount: { base: '1' } },
    ]
    const { own } = await start({ rewards })
    await rounds(3)
    await catchUp(app.deps)
    const before = await balance()
    await claim(own)
    expect((await balance()) - before).toBe(100)
    expect((await player.call('GET', '/api/game/player-freespins')).body).toMatchObject([{ count: 10 }])
  })

  // Shows: 3.18.1
  test('a bonus names the session that claimed it, and none where it was granted without a claim', async () => {
    const rewards = [{ kind: 'offer', bonusId: 'reward-bonus-5' }]
    const issuedBy = async () => (await player.call('GET', '/api/game/player-bonuses')).body[0].issueSessionId
    const { own } = await start({ rewards })
    await rounds(3)
    await catchUp(app.deps)
    await claim(own)
    const { rows } = await app.asOwner('SELECT id FROM identity.sessions WHERE player_id = $1', [player.id])
    expect(await issuedBy()).toBe(rows[0].id)
    app.clock.forward(1000)
    await start({ rewards, claim: 'automatic' })
    await rounds(3)
    await catchUp(app.deps)
    await finishQuests(app.deps)
    expect(await issuedBy()).toBeNull()
  })

  // Shows: attack 115
  test("is nobody else's: another player finds no such quest", async () => {
    const { own } = await start()
    player = await app.player()
    expect((await claim(own)).status).toBe(404)
    expect((await cancel(own)).status).toBe(404)
  })
})

describe('an excluded player', () => {
  // Shows: attack 121, pair exclusion/quests
  test('starts nothing, and claims after the exclusion what was earned before it', async () => {
    const { own } = await start()
    const other = await define()
    await rounds(3)
    await catchUp(app.deps)
    await exclude()
    expect((await claim(own)).body.error).toMatchObject({ name: 'playerExcluded', code: 13101 })
    expect((await activate(other)).body.error).toMatchObject({ name: 'playerExcluded', code: 13101 })
    app.clock.forward(2 * dayMs)
    expect((await claim(own)).body).toMatchObject({ rewardState: 'granted' })
  })

  test('receives the cash of an automatic reward when the exclusion is over', async () => {
    await start({ claim: 'automatic' })
    await rounds(3)
    await catchUp(app.deps)
    await exclude()
    const before = await balance()
    await finishQuests(app.deps)
    expect(await balance()).toBe(before)
    app.clock.forward(2 * dayMs)
    await payDue(app.deps)
    expect((await balance()) - before).toBe(500)
  })

  // Shows: pair exclusion/quests
  test('at the same moment as the claim: paid before the exclusion, or claimable after it', async () => {
    const { own } = await start()
    await rounds(3)
    await catchUp(app.deps)
    const before = await balance()
    const [claimed] = await Promise.all([claim(own), exclude()])
    expect((await balance()) - before).toBe(claimed.status === 200 ? 500 : 0)
  })
})

describe('closing the account', () => {
  // Shows: attack 121, pair closure/quests
  test('ends its quests and forfeits what was not claimed; play at the same moment changes nothing', async () => {
    player = await app.player()
    await player.fund('EUR', 300n)
    const { own } = await start()
    const running = await start()
    await rounds(3)
    await catchUp(app.deps)
    expect(await balance()).toBe(0)
    const ctx = await authenticated()
    const [closed] = await Promise.all([closeAccount(ctx, {}), catchUp(app.deps), finishQuests(app.deps)])
    expect(closed).toMatchObject({ ok: true })
    const { rows } = await app.asOwner(
      'SELECT id, state, reward_state FROM rewards.player_quests WHERE player_id = $1',
      [player.id],
    )
    expect(new Map(rows.map((row) => [row.id, `${row.state} ${row.reward_state}`]))).toEqual(
      new Map([
        [own, '3 granted'],
        [running.own, '3 granted'],
      ]),
    )
    const grants = await app.asOwner('SELECT id FROM rewards.grants WHERE player_id = $1', [player.id])
    expect(grants.rows).toEqual([])
  })
})

describe('starting', () => {
  // Shows: 4.11.1, pair second tab/quests
  test('at once in two tabs: one quest runs', async () => {
    const id = await define()
    const answers = await Promise.all([activate(id), activate(id), activate(id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    expect((await activate(id)).body.error.name).toBe('questIsActive')
  })

  // Shows: 4.11.1
  test('again after cancelling begins at nothing, with pushes that are newer than all before', async () => {
    const { id, own } = await start()
    await rounds(2)
    await catchUp(app.deps)
    expect((await cancel(own)).body).toMatchObject({ id: own, questId: id, state: 4 })
    expect((await cancel(own)).body.error.name).toBe('questIsOver')
    await round()
    await catchUp(app.deps)
    expect(await quest(id)).toMatchObject({ state: 4, canActivate: true })
    expect((await activate(id)).body).toMatchObject({ state: 2, tasks: [{ progress: 0 }] })
    const updates = (await pushes()).filter(({ event }) => event === 'quest.updated')
    expect(updates.map(({ payload }) => payload.state)).toEqual([2, 4, 2])
    const versions = updates.map(({ version }) => version)
    expect(updates.map(({ payload }) => payload.version)).toEqual(versions)
    expect(versions).toEqual([...versions].toSorted((a, b) => a - b))
    expect(new Set(versions).size).toBe(versions.length)
    const { body: quests } = await player.call('GET', '/api/retention/player-quests')
    expect(quests).toMatchObject([{ state: 2 }, { state: 4 }])
    const { rows } = await app.asOwner('SELECT activated_at FROM rewards.player_quests WHERE id = $1', [quests[0].id])
    expect(quests[0].startedAt).toBe(rows[0].activated_at.toISOString())
  })

  test('again after completing: not before its days are over, and not more often than it may', async () => {
    const { id } = await start({ repeat: { everyDays: 2, max: 2 }, claim: 'automatic' })
    const complete = async () => {
      await rounds(3)
      await catchUp(app.deps)
      await finishQuests(app.deps)
    }
    await complete()
    expect((await activate(id)).body.error.name).toBe('questNotAvailable')
    expect(await quest(id)).toMatchObject({ canActivate: false, availableAt: expect.any(String) })
    app.clock.forward(2 * dayMs)
    expect(await quest(id, '?state[]=1')).toMatchObject({ canActivate: true })
    expect((await activate(id)).status).toBe(200)
    await complete()
    app.clock.forward(2 * dayMs)
    expect((await activate(id)).body.error.name).toBe('questNotAvailable')
    expect(await quest(id)).toMatchObject({ timesCompleted: 2, availableAt: null })
  })

  // Shows: pair quests/documents
  test('what does not exist, is no quest of a verified player, or of a limited account, is refused', async () => {
    expect((await activate('nothing')).body.error.name).toBe('questNotFound')
    const id = await define({ tasks: [{ kind: 'verification' }] })
    await app.asOwner('UPDATE identity.players SET identity_verified_at = now() WHERE id = $1', [player.id])
    expect(await quest(id)).toBeUndefined()
    expect((await activate(id)).body.error.name).toBe('questNotAvailable')
    await app.asOwner('UPDATE identity.players SET status = 2 WHERE id = $1', [player.id])
    expect((await activate(await define())).body.error.name).toBe('playerLimited')
  })

  // Shows: attack 122, pair currency/definitions, pair currency/quests
  test('in a currency that is switched off is refused; a started quest continues', async () => {
    await player.call('PUT', `/api/wallet/accounts/${player.accounts.USD}/switch`)
    const { id, own } = await start({ tasks: [{ kind: 'rounds', count: 2 }] })
    const other = await define()
    const change = (isEnabled: boolean) =>
      switchCurrency({ ...app.deps, actor: operator }, { code: 'USD', isEnabled, comment: 'test' })
    await change(false)
    try {
      expect((await activate(other)).body.error.name).toBe('currencyNotOffered')
      await rounds(2)
      await catchUp(app.deps)
      expect(await quest(id)).toMatchObject({ state: 3, currency: 'USD' })
      expect((await claim(own)).body.rewardState).toBe('granted')
    } finally {
      await change(true)
    }
  })
})

describe('conditions', () => {
  const offered = async (id: string) => (await quest(id)) !== undefined
  const put = (column: string, value: unknown) =>
    app.asOwner(`UPDATE identity.players SET ${column} = $2 WHERE id = $1`, [player.id, value])

  // Shows: pair restricted country/quests
  test.each([
    [{ countries: { only: ['AT'] } }, () => put('country', 'AT')],
    [{ countries: { except: ['DE', 'FR'] } }, () => put('country', 'AT')],
    [{ isVerified: true }, () => put('identity_verified_at', new Date())],
    [{ currencies: ['USD'] }, () => player.call('PUT', `/api/wallet/accounts/${player.accounts.USD}/switch`)],
  ])('%o: whoever does not meet them is neither offered the quest nor starts it', async (conditions, meet) => {
    const id = await define({ conditions })
    expect(await offered(id)).toBe(false)
    expect((await activate(id)).body.error.name).toBe('questNotAvailable')
    await meet()
    expect(await offered(id)).toBe(true)
    expect((await activate(id)).status).toBe(200)
  })

  test('that are no longer met end nothing: the quest continues, and its reward is claimed', async () => {
    const { id, own } = await start({ conditions: { countries: { only: ['DE'] } } })
    await put('country', 'AT')
    await rounds(3)
    await catchUp(app.deps)
    expect(await quest(id)).toMatchObject({ state: 3, canActivate: false })
    expect((await claim(own)).status).toBe(200)
  })
})

describe('a definition that changes', () => {
  // Shows: attack 122, pair quests/definitions
  test('changes nothing for who has started: tasks and rewards are those that were accepted', async () => {
    const { id, own } = await start()
    await define({ tasks: [{ kind: 'rounds', count: 30 }], rewards: [{ kind: 'points', points: 1 }] }, { identity: id })
    expect(await quest(id)).toMatchObject({ tasks: [{ quantity: 3 }], rewards: [{ kind: 'cash', amount: 500 }] })
    await rounds(3)
    await catchUp(app.deps)
    const before = await balance()
    await claim(own)
    expect((await balance()) - before).toBe(500)
  })

  // Shows: pair quests/definitions
  test('is shown to whoever may start it again, as it is then accepted: after a cancellation, and after the interval', async () => {
    const changed = { tasks: [{ kind: 'rounds', count: 30 }], rewards: [{ kind: 'points', points: 1 }] }
    const news = { state: 1, canActivate: true, tasks: [{ quantity: 30, progress: 0 }], rewards: [{ kind: 'points' }] }
    const { id, own } = await start()
    await player.call('PUT', `/api/retention/player-quests/${own}/cancel`)
    expect(await quest(id)).toMatchObject({ canActivate: true, tasks: [{ quantity: 3 }] })
    await define(changed, { identity: id })
    const shown = await quest(id)
    expect(shown).toMatchObject({ ...news, playerQuestId: null })
    const accepted = (await activate(id)).body
    expect(accepted).toMatchObject({ tasks: [{ quantity: 30 }], rewards: [{ kind: 'points' }] })
    expect(accepted.version).toBeGreaterThan(shown.version)

    const repeat = { everyDays: 3, max: 5 }
    const again = await start({ repeat })
    await rounds(3)
    await catchUp(app.deps)
    await claim(again.own)
    await define({ ...changed, repeat }, { identity: again.id })
    expect(await quest(again.id)).toMatchObject({ state: 3, canActivate: false, tasks: [{ quantity: 3 }] })
    app.clock.forward(3 * dayMs)
    expect(await quest(again.id)).toMatchObject({ ...news, timesCompleted: 1 })
  })

  // Shows: pair quests/definitions
  test('that is ended continues for players who started it, and starts for nobody else', async () => {
    const { id, own } = await start()
    await app.deps.db.transaction((tx) => endDefinition(tx, needs(), questKind, id))
    await rounds(3)
    await catchUp(app.deps)
    expect(await quest(id)).toMatchObject({ state: 3, canActivate: false })
    expect((await claim(own)).status).toBe(200)
    player = await app.player()
    expect((await activate(id)).body.error.name).toBe('questNotFound')
  })
})

describe('time', () => {
  const forwardPast = (days: number) => app.clock.forward(days * dayMs + 11_000)

  // Shows: 7.7.5, attack 122
  test('that is over ends a quest, but only once everything that happened in time is counted', async () => {
    const { id, own } = await start()
    const second = await start({ tasks: [{ kind: 'rounds', count: 9 }] })
    await rounds(3)
    forwardPast(7)
    await finishQuests(app.deps)
    expect(await quest(id)).toMatchObject({ state: 2 })
    await catchUp(app.deps)
    // The completion of the first is a fact of its own.
    await catchUp(app.deps)
    await finishQuests(app.deps)
    expect(await quest(id)).toMatchObject({ state: 3 })
    expect((await player.call('GET', '/api/retention/player-quests')).body).toMatchObject([
      { id: second.own, state: 5 },
      { id: own, state: 3 },
    ])
    expect((await pushes()).at(-1)).toMatchObject({ event: 'quest.updated', payload: { state: 5, canActivate: true } })
  })

  test("of the quest itself ends it with the quest's own state", async () => {
    const endsAt = new Date(app.clock.now().getTime() + 2 * dayMs)
    const { id, own } = await start({}, { endsAt })
    expect(await quest(id)).toMatchObject({ expiresAt: endsAt.toISOString(), endsAt: endsAt.toISOString() })
    expect((await quest(await define())).endsAt).toBeNull()
    forwardPast(2)
    await catchUp(app.deps)
    await finishQuests(app.deps)
    expect((await player.call('GET', '/api/retention/player-quests')).body).toMatchObject([{ id: own, state: 6 }])
  })

  test('runs out for many at once, ended once each by jobs that run together', async () => {
    for (let each = 0; each < 5; each++) await start()
    forwardPast(7)
    await catchUp(app.deps)
    await Promise.all(Array.from({ length: 3 }, () => finishQuests(app.deps)))
    const ended = (await pushes()).filter(({ payload }) => payload.state === 5)
    expect(ended).toHaveLength(5)
  })
})

test('a cancel and the completing batch at once: one of them wins, and nothing is granted for a cancelled quest', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { own } = await start({ claim: 'automatic' })
    await rounds(3)
    const before = await balance()
    const [cancelled] = await Promise.all([cancel(own), catchUp(app.deps)])
    await finishQuests(app.deps)
    expect((await balance()) - before).toBe(cancelled.status === 200 ? 0 : 500)
  }
})

test('operators read a player’s quests', async () => {
  const { id, own } = await start()
  await rounds(3)
  await catchUp(app.deps)
  await claim(own)
  expect(await listQuestsOfPlayer(deskCtx(app.deps), { playerId: player.id })).toMatchObject({
    value: {
      quests: [
        {
          id: own,
          quest: id,
          version: 1,
          state: 'completed',
          reward: 'granted',
          tasks: [{ type: 'rounds', progress: '3', quantity: '3', currency: null }],
        },
      ],
    },
  })
  expect(await listQuestsOfPlayer(deskCtx(app.deps), { playerId: randomUUID() })).toMatchObject({
    refusal: 'playerNotFound',
  })
})
