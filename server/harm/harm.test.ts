/** Markers of harm: counted once, acted on at once, decided by a person, readable and contestable; and what may happen meanwhile. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { replayConsumer } from '#server/kernel/facts/administer.ts'
import { findBreaches } from '#server/ledger/invariants.ts'
import { allInvariants } from '#server/modules.ts'
import { type Cashier, cashier, type Loose, type TestPlayer } from '#tests/setup/cashier.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { moneyCalls } from '#tests/setup/money-calls.ts'
import { operator } from '#tests/setup/operator.ts'
import { play } from '#tests/money/wallets.ts'
import { readShipped, seedDefinitions } from '../kernel/definitions/seed.ts'
import { closeAccount } from '../profile/close-account.ts'
import { grantReward } from '../rewards/grant-reward.ts'
import { actOnMarkers } from './act-on-markers.ts'
import { consumers } from './consumers.ts'
import { type Decision, decideMarker } from './decide-marker.ts'
import { listMarkersOf } from './list-markers.ts'
import { lifecycle, routes } from './module.ts'
import { recordConcern } from './record-concern.ts'
import { markerKind } from './rules.ts'

let app: Cashier
let player: TestPlayer

beforeAll(async () => {
  app = await cashier({ alsoRoutes: routes, alsoLifecycles: [lifecycle] })
  await seedDefinitions(app.deps, [markerKind])
})
beforeEach(async () => {
  player = await app.player({ currencies: ['EUR', 'USD'] })
})
afterAll(async () => {
  expect(await findBreaches(app.deps.db.pool, allInvariants)).toEqual([])
  await app.close()
})

const { authenticated } = moneyCalls(
  () => app,
  () => player,
)
const today = new Date()
const daysAgo = (days: number) => new Date(today.getTime() - days * 86_400_000)

type FactOf = { kind: string; data?: object; at?: Date; of?: TestPlayer }
async function happened(...facts: FactOf[]): Promise<void> {
  await app.deps.db.kysely
    .insertInto('facts.facts')
    .values(
      facts.map(({ kind, data = {}, at = today, of = player }) => ({
        kind,
        player_id: of.id,
        subject: randomUUID(),
        data: JSON.stringify(data),
        at,
      })),
    )
    .execute()
}
const deposit = (amount: number, { at = today, currency = 'EUR', method = 'card' } = {}): FactOf => ({
  kind: 'depositSettled',
  data: { currency, amount: String(amount), method, isFirst: false },
  at,
})
const withdrawal = (amount: number, over: object = {}): FactOf => ({
  kind: 'withdrawalSettled',
  data: { currency: 'EUR', amount: String(amount), method: 'card', isPaid: true, ...over },
})
const many = (count: number, make: (index: number) => FactOf) =>
  Array.from({ length: count }, (_, index) => make(index))

const count = () => catchUp(app.deps)
const act = () => actOnMarkers(app.deps)
const read = async (): Promise<Loose> => (await player.call('GET', '/api/player/harm-markers')).body
const rulesOf = async (of = player): Promise<string[]> =>
  (await app.asOwner('SELECT rule FROM harm.markers WHERE player_id = $1 ORDER BY rule', [of.id])).rows.map(
    ({ rule }) => rule as string,
  )
const newestMarker = async (): Promise<string> => (await read()).markers[0].id
const decide = async (decision: Decision, comment: string, id?: string) =>
  decideMarker({ ...app.deps, actor: operator }, { id: BigInt(id ?? (await newestMarker())), decision, comment })
const strong = async () => {
  await happened({ kind: 'concernRecorded' })
  await count()
  await act()
}

const cases: Array<[string, string, () => FactOf[]]> = [
  ['spend', 'net-deposits', () => [deposit(60_000), deposit(10_000, { at: daysAgo(29) })]],
  ['pattern', 'deposits-a-day', () => many(5, () => deposit(100))],
  [
    'behaviour',
    'cancelled-withdrawals',
    () => many(3, (n) => ({ ...withdrawal(100, { isPaid: false, isCancelled: true }), at: daysAgo(2 * n) })),
  ],
  ['contacts', 'concern', () => [{ kind: 'concernRecorded', at: daysAgo(1) }]],
  ['tools', 'limits-reached', () => many(3, () => ({ kind: 'limitReached', data: { currency: 'EUR' } }))],
  [
    'tools',
    'repeated-breaks',
    () =>
      many(3, (n) => ({
        kind: 'exclusionStarted',
        data: { definition: 5, period: '1-day', endsAt: null },
        at: daysAgo(40 * n),
      })),
  ],
  ['account', 'payment-methods', () => many(4, (n) => deposit(100, { method: `method-${n}`, at: daysAgo(n) }))],
  [
    'account',
    'sign-ins',
    () => many(15, () => ({ kind: 'sessionOpened', data: { method: 'password', country: null } })),
  ],
]

test.each(cases)('the indicator %s raises %s at its threshold, and not before', async (indicator, rule, facts) => {
  const [last, ...before] = facts()
  if (before.length > 0) await happened(...before)
  await count()
  expect(await rulesOf()).not.toContain(rule)
  await happened(last!)
  await count()
  expect(await rulesOf()).toContain(rule)
  expect((await read()).markers).toContainEqual(expect.objectContaining({ indicator, state: 'open' }))
  await count()
  expect((await rulesOf()).filter((each) => each === rule)).toHaveLength(1)
})

test('time at play is counted in stretches of ten minutes with a stake, on games or on sports; a day without play breaks a row of days', async () => {
  await player.fund('EUR', 100_000n)
  for (let round = 0; round < 3; round++) {
    const part = { player: player.id, roundId: randomUUID(), gameId: 'dice' }
    await app.deps.ledger.post(play({ ...part, kind: 'bet', amount: 100 }))
    await app.deps.ledger.post(play({ ...part, kind: 'win', amount: 0, isFinished: true }))
  }
  await count()
  const marks = (await app.asOwner('SELECT measure FROM harm.marks WHERE player_id = $1', [player.id])).rows
  expect(marks.filter(({ measure }) => measure === 'tenMinutes').length).toBeLessThanOrEqual(2)
  expect(marks.filter(({ measure }) => measure === 'playDays')).toHaveLength(1)
  const bet = {
    kind: 'sportsBetPlaced',
    data: { currency: 'EUR', stake: '100', selections: 1, isLive: false, odds: '2000' },
  }
  await happened({ ...bet, at: daysAgo(1) }, { ...bet, at: daysAgo(1) }, { ...bet, at: daysAgo(2) })
  await count()
  const { rows } = await app.asOwner(
    `SELECT measure, count(*)::int AS count FROM harm.marks WHERE player_id = $1 AND day < $2 GROUP BY 1 ORDER BY 1`,
    [player.id, today.toISOString().slice(0, 10)],
  )
  expect(rows).toEqual([
    { measure: 'playDays', count: 2 },
    { measure: 'tenMinutes', count: 2 },
  ])
})

test('withdrawals reduce net deposits, and other currencies count at the rate of their day', async () => {
  await happened(deposit(100_000), withdrawal(40_000), deposit(5_000, { currency: 'USD' }))
  await count()
  expect(await rulesOf()).not.toContain('net-deposits')
  const { rows } = await app.asOwner(
    `SELECT amount, div(5000, (reference.rates_at($2) ->> 'USD')::numeric)::bigint AS dollars FROM harm.tallies WHERE player_id = $1 AND measure = 'netDeposits'`,
    [player.id, today],
  )
  expect(Number(rows[0]!.amount)).toBe(60_000 + Number(rows[0]!.dollars))
})

describe('a recount', () => {
  const tallies = async () =>
    (
      await app.asOwner(
        'SELECT player_id, day::text, measure, amount FROM harm.tallies UNION ALL SELECT player_id, day::text, measure, count(*) FROM harm.marks GROUP BY 1, 2, 3 ORDER BY 1, 2, 3',
      )
    ).rows
  const markers = async () =>
    (await app.asOwner('SELECT id, player_id, rule, day::text, counted, acted_at FROM harm.markers ORDER BY id')).rows

  // Shows: attack 161
  test('of all facts in a replay gives the same counts, and raises and acts on nothing again', async () => {
    await happened(...many(7, (n) => deposit(20_000 + n, { at: daysAgo(n % 3) })), withdrawal(5_000))
    await count()
    await act()
    const before = [await tallies(), await markers()]
    const acting = { db: app.deps.db, clock: app.deps.clock, actor: operator }
    expect(await replayConsumer(acting as never, consumers[0] as never, { isPartial: false })).toMatchObject({
      ok: true,
    })
    expect(await tallies()).toEqual([])
    await count()
    expect(await act()).toBe(0)
    expect([await tallies(), await markers()]).toEqual(before)
  })

  test('from the facts alone equals what was counted', async () => {
    await happened(deposit(12_345), deposit(10_000), withdrawal(345))
    await count()
    const { rows } = await app.asOwner(
      `SELECT sum(CASE kind WHEN 'depositSettled' THEN 1 ELSE -1 END * (data ->> 'amount')::bigint) AS amount FROM facts.facts WHERE player_id = $1 AND kind IN ('depositSettled', 'withdrawalSettled')`,
      [player.id],
    )
    const counted = await app.asOwner(
      `SELECT sum(amount) AS amount FROM harm.tallies WHERE player_id = $1 AND measure = 'netDeposits'`,
      [player.id],
    )
    expect(counted.rows).toEqual(rows)
  })

  // Shows: attack 161
  test('by several processes at once counts each fact once', async () => {
    await happened(...many(30, () => deposit(100)))
    await Promise.all([count(), count(), count()])
    const { rows } = await app.asOwner(
      `SELECT amount::int FROM harm.tallies WHERE player_id = $1 AND measure = 'deposits'`,
      [player.id],
    )
    expect(rows).toEqual([{ amount: 30 }])
  })
})

describe('a strong marker', () => {
  test('pauses play, stops bonuses and notifies the player at once; a notice is only shown', async () => {
    await happened(...many(5, () => deposit(100)))
    await count()
    await act()
    expect(await read()).toMatchObject({ arePromotionsBarred: false, markers: [{ level: 'notice' }] })
    expect((await player.call('GET', '/api/player/limits')).body).toEqual([])

    await strong()
    expect(await read()).toMatchObject({
      arePromotionsBarred: true,
      markers: [{ level: 'strong', indicator: 'contacts', counted: 1, threshold: 1, days: 90 }, { level: 'notice' }],
    })
    expect((await player.call('GET', '/api/player/limits')).body).toMatchObject([
      { definition: 5, period: '1-day', isForced: true },
    ])
    const messages = await app.asOwner(
      `SELECT title, link FROM messages.messages WHERE player_id = $1 AND key = 'harm-marker'`,
      [player.id],
    )
    expect(messages.rows).toHaveLength(1)
    expect(JSON.stringify(messages.rows)).toContain('/profile/protection')
    const deposited = await player.call('POST', '/api/payment/invoices/deposit', {
      method: 'sandbox.card',
      currency: 'EUR',
      amount: 1000,
      accountId: player.accounts.EUR,
      fields: {},
    })
    expect(deposited).toMatchObject({ status: 422, body: { error: { name: 'playerExcluded' } } })
    expect((await player.call('GET', '/api/game/bonuses?currency=EUR')).body).toEqual([])
  })

  // Shows: attack 161
  test('is acted on once by jobs at the same time', async () => {
    await happened({ kind: 'concernRecorded' })
    await count()
    const done = await Promise.all([act(), act(), act()])
    expect(done.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect((await player.call('GET', '/api/player/limits')).body).toHaveLength(1)
  })

  // Shows: attack 161
  test('grants no bonus, not even after the pause, until it is dismissed; cash that was earned waits for the end of the pause', async () => {
    const granted = (reward: object) =>
      app.deps.db.transaction((tx) =>
        grantReward(tx, app.deps, {
          playerId: player.id,
          reward: reward as never,
          source: 'operator',
          sourceId: randomUUID(),
          title: { en: 'A reward' },
        }),
      )
    const offer = { kind: 'offer', bonusId: 'reward-bonus-5', currency: 'EUR' }
    await strong()
    expect(await granted({ kind: 'cash', currency: 'EUR', amount: 500n })).toBe('due')
    app.clock.forward(25 * 3_600_000)
    expect((await player.call('GET', '/api/player/limits')).body).toEqual([])
    expect(await granted({ kind: 'cash', currency: 'EUR', amount: 500n })).toBe('paid')
    expect(await granted(offer)).toBe('void')
    expect((await decide('dismissed', 'no concern')).ok).toBe(true)
    expect(await granted(offer)).toBe('paid')
    app.clock.reset()
  })

  // Shows: attack 161
  test('leaves the break or exclusion of a player who has a longer one', async () => {
    await player.call('POST', '/api/player/limits', { definition: 5, period: '1-month' })
    await strong()
    expect((await player.call('GET', '/api/player/limits')).body).toMatchObject([{ period: '1-month' }])
    expect((await read()).arePromotionsBarred).toBe(true)
  })

  // Shows: attack 161
  test('of an account that is closed before, after or at the same moment does nothing to it', async () => {
    const ctx = await authenticated()
    await happened({ kind: 'concernRecorded' })
    await count()
    const [closed] = await Promise.all([closeAccount(ctx, {}), act()])
    expect(closed.ok).toBe(true)
    await act()
    expect(
      (await app.asOwner('SELECT FROM harm.markers WHERE player_id = $1 AND acted_at IS NULL', [player.id])).rows,
    ).toEqual([])
  })
})

describe('a person', () => {
  test('upholds and dismisses markers under their own name; the last strong one dismissed ends the protection', async () => {
    await strong()
    const id = await newestMarker()
    expect((await decide('upheld', 'Spoke to the player', id)).ok).toBe(true)
    expect(await read()).toMatchObject({ arePromotionsBarred: true, markers: [{ state: 'upheld' }] })
    expect(await decide('upheld', 'again', id)).toMatchObject({ refusal: 'alreadyDecided' })
    expect((await decide('dismissed', 'A mistake of ours', id)).ok).toBe(true)
    expect(await read()).toMatchObject({ arePromotionsBarred: false, markers: [{ state: 'dismissed' }] })
    expect((await player.call('GET', '/api/player/limits')).body).toEqual([])
    const audited = await app.asOwner(
      `SELECT actor, detail FROM identity.audit WHERE player_id = $1 AND action = 'harm-marker-decided' ORDER BY id`,
      [player.id],
    )
    expect(audited.rows).toMatchObject([
      { actor: 'operator:olga', detail: { before: 'open', after: 'upheld', reason: 'Spoke to the player' } },
      { actor: 'operator:olga', detail: { before: 'upheld', after: 'dismissed' } },
    ])
    expect((await listMarkersOf(app.deps.db, player.id))[0]).toMatchObject({
      decided_by: 'olga',
      comment: 'A mistake of ours',
    })
  })

  test.each([
    [1, 'Our team has reviewed it and found no reason to worry. The break that we had started has ended.'],
    [25, 'Our team has reviewed it and found no reason to worry.'],
  ])(
    'dismisses the last strong marker after %i hours, and the player reads, on the site only: %s',
    async (hours, text) => {
      await strong()
      app.clock.forward(hours * 3_600_000)
      expect((await decide('dismissed', 'no concern')).ok).toBe(true)
      app.clock.reset()
      const { rows } = await app.asOwner(
        `SELECT description FROM messages.messages WHERE player_id = $1 AND key = 'harm-decision'`,
        [player.id],
      )
      expect(rows).toEqual([{ description: text }])
      expect((await app.asOwner('SELECT FROM deliveries.deliveries WHERE player_id = $1', [player.id])).rows).toEqual(
        [],
      )
    },
  )

  test('does not end what the player started: a break of their own stays', async () => {
    await strong()
    await player.call('POST', '/api/player/limits', { definition: 5, period: '1-week' })
    expect((await decide('dismissed', 'no concern')).ok).toBe(true)
    expect((await player.call('GET', '/api/player/limits')).body).toMatchObject([{ period: '1-week' }])
  })

  test('records a concern reported to support', async () => {
    const concern = { playerId: player.id, id: randomUUID(), reason: 'Mother called' }
    expect((await recordConcern({ ...app.deps, actor: operator }, concern)).ok).toBe(true)
    await count()
    expect(await rulesOf()).toEqual(['concern'])
    expect(await decide('dismissed', 'x', '999999999')).toMatchObject({ refusal: 'markerNotFound' })
  })
})

describe('the player', () => {
  const contest = (id: string, text: string, by = player) =>
    by.call('POST', `/api/player/harm-markers/${id}/contest`, { text })

  test('reads what was counted and when, and contests a marker once, with a reason', async () => {
    await strong()
    const id = await newestMarker()
    expect(await contest(id, '  ')).toMatchObject({ status: 422, body: { error: { name: 'fieldsInvalid' } } })
    const answers = await Promise.all([contest(id, 'It was my brother'), contest(id, 'It was my brother')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect((await read()).markers[0]).toMatchObject({ contest: { text: 'It was my brother' }, state: 'open' })
    expect((await listMarkersOf(app.deps.db, player.id))[0]).toMatchObject({
      state: 'open',
      contested_at: expect.any(Date),
    })
  })

  test("finds no other player's marker, and none that does not exist", async () => {
    await strong()
    const id = await newestMarker()
    const other = await app.player()
    for (const [by, wanted] of [
      [other, id],
      [player, '999999999'],
    ] as const)
      expect(await contest(wanted, 'mine', by)).toMatchObject({ status: 404 })
    expect((await contest('0', 'x')).status).toBe(422)
    expect((await other.call('GET', '/api/player/harm-markers')).body).toEqual({
      arePromotionsBarred: false,
      markers: [],
    })
  })
})

test('the shipped thresholds cover all seven indicators, each with its source', () => {
  const shipped = markerKind.schema.parse(Object.values(readShipped(markerKind, { contentDir: null }))[0])
  expect(new Set(shipped.rules.map(({ indicator }) => indicator)).size).toBe(7)
  expect(markerKind.schema.safeParse({ ...shipped, rules: shipped.rules.slice(1, 3) }).success).toBe(false)
})
