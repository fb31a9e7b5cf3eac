/** Reports equal a recount of the ledger, and returns that chance does not explain raise an alarm. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report } from '#contract/desk/reports.ts'
import { replayConsumer } from '#server/kernel/facts/administer.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { movement, play, transfer } from '#tests/money/wallets.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { createFundedPlayer, type FundedPlayer } from '#tests/setup/funded-player.ts'
import { operator } from '#tests/setup/operator.ts'
import { consumers } from './count.ts'
import { alarmAt, deviationsOf, findUnlikelyReturns } from './returns.ts'

let desk: TestDesk
let rhea: DeskPerson
const players: FundedPlayer[] = []
beforeAll(async () => {
  desk = await testDesk({
    deps: (deps) => ({ partners: { ...deps.partners, gameStudios: [createInHouseStudio(deps.settings)] } }),
  })
  rhea = await desk.person('rhea', 'manager')
  for (let each = 0; each < 4; each++)
    players.push(await createFundedPlayer(desk.app, { EUR: 1_000_00n, USD: 500_00n }))
})
afterAll(() => desk.close())

/** Numbers that look random and are the same in each run (mulberry32). */
function numbers(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

async function playSome(seed: number, rounds: number): Promise<void> {
  const draw = numbers(seed)
  const { ledger } = desk.app.deps
  for (let each = 0; each < rounds; each++) {
    const player = players[draw(players.length)]!.id
    const gameId = ['dice', 'lantern-harbor', 'plinko'][draw(3)]!
    const [roundId, key] = [randomUUID(), randomUUID()]
    await ledger.post(play({ kind: 'bet', player, roundId, gameId, amount: 1 + draw(900), key }))
    const end = draw(10)
    if (end === 0) await ledger.post(play({ kind: 'rollback', player, roundId, gameId, amount: 1, betKey: key }))
    else if (end < 9)
      await ledger.post(play({ kind: 'win', player, roundId, gameId, amount: draw(2) * draw(1500), isFinished: true }))
    if (draw(12) === 0)
      await ledger.post(
        movement({
          kind: 'quest-reward',
          transfers: [transfer('house:rewards:EUR', `player:${player}:cash:EUR`, 250)],
        }),
      )
    if (draw(15) === 0)
      await ledger.post(
        movement({ kind: 'fee', transfers: [transfer(`player:${player}:cash:EUR`, 'house:games:EUR', 7)] }),
      )
  }
}

/** Movements are booked at the database's time: some of them are moved to the days before. */
async function spreadOverDays(): Promise<void> {
  await desk.app.db.asOwner(`ALTER TABLE ledger.movements DISABLE TRIGGER append_only`)
  await desk.app.db.asOwner(
    `UPDATE ledger.movements SET created_at = created_at - (id % 3) * interval '1 day' WHERE created_at > now() - interval '1 hour'`,
  )
  await desk.app.db.asOwner(`ALTER TABLE ledger.movements ENABLE TRIGGER append_only`)
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const period = () =>
  `from=${dayOf(new Date(Date.now() - 5 * 86_400_000))}&until=${dayOf(new Date(Date.now() + 86_400_000))}`
const report = async (name: string, query = ''): Promise<Report> =>
  (await rhea.call({ url: `/api/reports/${name}?${period()}${query}` })).body

/** Rows as objects, with amounts in cents. */
function read({ columns, rows }: Pick<Report, 'columns' | 'rows'>): Array<Record<string, any>> {
  return rows.map((row) =>
    Object.fromEntries(
      columns.map(({ key, kind }, index) => {
        const cell = row[index]!
        return [key, kind === 'amount' ? Math.round(Number(cell) * 100) : kind === 'count' ? Number(cell) : cell]
      }),
    ),
  )
}

test('money by day equals a recount of the ledger, also where batches share a day, and so does a replay', async () => {
  await playSome(7, 120)
  await spreadOverDays()
  await catchUp(desk.app.deps)
  await playSome(8, 60)
  await catchUp(desk.app.deps)
  const { rows: recount } = await desk.app.db.asOwner(`
    SELECT (m.created_at AT TIME ZONE 'UTC')::date::text AS day, a.currency,
      count(DISTINCT a.player_id)::int AS players,
      (-sum(e.amount) FILTER (WHERE m.kind IN ('bet', 'rollback')))::float AS stakes,
      (sum(e.amount) FILTER (WHERE m.kind = 'win'))::float AS wins,
      (sum(e.amount) FILTER (WHERE m.kind = 'quest-reward'))::float AS rewards,
      (sum(e.amount) FILTER (WHERE m.kind = 'deposit'))::float AS deposits,
      (sum(e.amount) FILTER (WHERE m.kind = 'fee'))::float AS other, sum(e.amount)::float AS change
    FROM ledger.movements m JOIN ledger.entries e ON e.movement_id = m.id JOIN ledger.accounts a ON a.id = e.account_id
    WHERE a.player_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2`)
  const expected = recount.map(({ day, currency, players: count, ...sums }) => ({
    day,
    currency,
    players: count,
    ...Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, sum ?? 0])),
  }))
  expect(new Set(expected.map(({ day }) => day)).size).toBe(3)
  const money = await report('money')
  const shown = read(money)
  expect(shown).toMatchObject(expected)
  for (const row of shown) expect(row['ggr']).toBe(row['stakes'] - row['wins'])
  for (const row of shown) expect(row['ngr']).toBe(row['ggr'] - row['bonuses'] - row['rewards'])
  expect(money.completeUntil).toBeNull()
  const totals = read({ columns: money.columns, rows: money.totals })
  const ofEuro = shown.filter(({ currency }) => currency === 'EUR')
  expect(totals.find(({ currency }) => currency === 'EUR')).toMatchObject({
    stakes: ofEuro.reduce((sum, { stakes }) => sum + stakes, 0),
    change: ofEuro.reduce((sum, { change }) => sum + change, 0),
  })
  const byPlayer = read(await report('players', `&player=${players[1]!.id}`))
  expect(byPlayer.every(({ player }) => player === players[1]!.id)).toBe(true)
  expect(byPlayer.reduce((sum, { change }) => sum + change, 0)).toBeGreaterThan(0)
  expect((await replayConsumer({ ...desk.app.deps, actor: operator }, consumers[0]!, { isPartial: false })).ok).toBe(
    true,
  )
  await catchUp(desk.app.deps)
  expect(read(await report('money'))).toEqual(shown)
})

test('games by game equal a recount of settled rounds; a rolled-back round is in none', async () => {
  const { rows: recount } = await desk.app.db.asOwner(`
    SELECT game_id AS game, currency, count(*)::int AS rounds, sum(stake)::float AS stakes, sum(won)::float AS wins,
      (sum(stake) - sum(won))::float AS ggr
    FROM games.rounds WHERE status = 'settled' GROUP BY 1, 2 ORDER BY 1, 2`)
  expect(recount).toHaveLength(3)
  expect(read(await report('games'))).toMatchObject(recount)
  const [dice] = read(await report('games', '&by=day&game=dice&country=DE'))
  expect(dice!['stakes']).toBeGreaterThan(0)
  expect((await report('games', '&country=SE')).rows).toEqual([])
})

test('test accounts are in no report of money, and a report without rows is produced', async () => {
  const before = read(await report('money')).reduce((sum, { players: count }) => sum + count, 0)
  await desk.app.db.asOwner(
    `INSERT INTO operators.tags (player_id, tag, added_by, added_at) VALUES ($1, 'test', 'olga', now())`,
    [players[0]!.id],
  )
  expect(read(await report('money')).reduce((sum, { players: count }) => sum + count, 0)).toBeLessThan(before)
  expect(await report('exclusions')).toMatchObject({ name: 'exclusions', version: 1, rows: [], isCut: false })
  await desk.app.db.asOwner(`DELETE FROM operators.tags`)
})

test('the file has the rows and totals of the report, with its filters', async () => {
  const shown = await report('money', '&currency=EUR')
  const answer = await desk.server.inject({
    url: `/api/reports/money/csv?${period()}&currency=EUR`,
    headers: { cookie: rhea.cookie },
  })
  expect(answer.headers['content-disposition']).toContain('attachment')
  const [head, names, ...lines] = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(head).toContain('report money,version 2,')
  expect(head).toContain('currency EUR')
  expect(names).toBe(shown.columns.map(({ key }) => key).join(','))
  expect(lines.slice(0, -1)).toEqual(shown.rows.map((row) => row.join(',')))
  expect(lines.at(-1)).toBe(['total', ...shown.totals[0]!.slice(1)].join(','))
})

test.each([
  ['from=2026-02-01&until=2026-01-01', [422, 'periodInvalid']],
  ['from=2020-01-01&until=2026-01-01', [422, 'periodTooLong']],
  ['from=yesterday&until=2026-01-01', [422, 'validation']],
  ['from=2026-01-01&until=2026-01-02&currency=%27', [422, 'validation']],
])('%s is refused', async (query, refusal) => {
  const { status, body } = await rhea.call({ url: `/api/reports/money?${query}` })
  expect([status, body.error.name]).toEqual(refusal)
})

/** A game that pays 19 times the stake in `ways` of 400 rounds, as sums over many rounds. */
function sumsOf(ways: number, rounds: number, seed: number) {
  const draw = numbers(seed)
  let wins = 0
  for (let each = 0; each < rounds; each++) if (draw(400) < ways) wins++
  const stake = 100
  return {
    rounds: BigInt(rounds),
    wins: BigInt(wins),
    staked: String(stake * rounds),
    won: String(19 * stake * wins),
    stake_squares: String(stake ** 2 * rounds),
    won_squares: String((19 * stake) ** 2 * wins),
  }
}
const chance = 20 / 400
const theory = {
  title: 'A game',
  expected: 19 * chance,
  deviation: 19 * Math.sqrt(chance * (1 - chance)),
  isChosen: false,
}

test('an honest game stays within chance over 10,000,000 rounds', () => {
  const distances = Array.from({ length: 50 }, (_, seed) =>
    Math.abs(deviationsOf(sumsOf(20, 200_000, seed + 1), theory)!),
  )
  expect(distances.filter((distance) => distance > alarmAt)).toEqual([])
  // About a third of honest results is further than one deviation, and a twentieth further than two.
  expect(distances.filter((distance) => distance > 1).length).toBeGreaterThan(5)
  expect(distances.filter((distance) => distance > 2).length).toBeLessThan(10)
})

test('a game that returns 2 % too much raises an alarm within two million rounds', () => {
  // 4 deviations of 4.14 stakes, divided by 0.019: (4 × 4.14 / 0.019)² rounds are 760,000; twice that leaves room for chance.
  const planted = sumsOf(20.4, 1_600_000, 3)
  expect(deviationsOf(planted, theory)).toBeGreaterThan(alarmAt)
})

test.each([
  ['too few rounds', { ...sumsOf(20, 900, 1) }],
  ['too few wins', { ...sumsOf(0.5, 20_000, 1) }],
])('%s tell nothing', (_name, sums) => {
  expect(deviationsOf(sums, theory)).toBeNull()
})

test('an alarm keeps its evidence, is raised once, and is closed once with a reason', async () => {
  const today = dayOf(desk.app.deps.clock.now())
  await desk.app.db.asOwner(
    `INSERT INTO reports.game_days VALUES ($1, 'fairhouse', 'lantern-harbor', 'EUR', 'DE', 3, 500000, 140000, 50000000, 0, 0,
       52000000, 5000000000, 40000000000)`,
    [today],
  )
  expect(await findUnlikelyReturns(desk.app.deps)).toBe(1)
  expect(await findUnlikelyReturns(desk.app.deps)).toBe(0)
  const { body } = await rhea.call({ url: '/api/return-alarms' })
  expect(body).toMatchObject([
    { game: 'lantern-harbor', currency: 'EUR', rounds: 500_000, expected: 96.56, actual: 104, decidedAt: null },
  ])
  const listed = await rhea.call({ url: `/api/returns?from=${today}&until=${today}` })
  expect(listed.body[0]).toMatchObject({ game: 'lantern-harbor', stakes: '1.00 to 9.99' })
  const close = (reason: string) =>
    rhea.call({ method: 'POST', url: `/api/return-alarms/${body[0].id}`, body: { reason } })
  const reasons = ['a test of the alarm', 'another reason']
  const answers = await Promise.all(reasons.map(close))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  // Sent again, because its answer was lost.
  const again = await Promise.all(reasons.map(close))
  expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
})
