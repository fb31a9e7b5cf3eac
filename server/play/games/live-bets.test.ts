/** The live feed: which rounds are in it, what it shows of a player, and what is pushed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveBet } from '#contract/games.ts'
import { consumers } from '#server/modules.ts'
import { casino, type Casino, type CasinoPlayer } from '#tests/setup/casino.ts'
import { catchUp } from '#tests/setup/consumers.ts'
import { contextOf } from '#tests/setup/contexts.ts'
import { addLimit } from '../../protection/add-limit.ts'
import { createConsumers } from '../../kernel/facts/run-consumers.ts'

let fixture: Casino
beforeAll(async () => {
  fixture = await casino()
})
afterAll(() => fixture.close())

const get = (url: string, token?: string, locale = 'en') =>
  fixture.app.send({ method: 'GET', url: `/api/game/${url}`, token, headers: { 'x-locale': locale } })
const feed = async (name: 'all' | 'high') => (await get(`spins/live?feed=${name}`)).body as LiveBet[]
const pushed = async () =>
  (
    await fixture.app.db.asOwner("SELECT payload FROM outbox.events WHERE channel = 'global:wins' ORDER BY id")
  ).rows.map(({ payload }) => payload.bets as LiveBet[])

type Played = { amount: number; win?: number; game?: string; currency?: string }
async function play(player: CasinoPlayer, { amount, win, game = 'dice', currency = 'EUR' }: Played): Promise<string> {
  const token = await fixture.launch(game, { player, currency })
  const call = { token, currency, gameId: game, roundId: randomUUID() }
  expect((await fixture.walletCall('bet', { ...call, transactionId: randomUUID(), amount })).status).toBe(200)
  if (win !== undefined) await fixture.walletCall('win', { ...call, transactionId: randomUUID(), amount: win })
  return call.roundId
}
async function settle(): Promise<void> {
  fixture.app.moveClock(1_500)
  await catchUp(fixture.deps)
}

// Shows: 11.10, attack 142
test('settled rounds are in the feed, the latest first, with a masked name and the way to their seeds', async () => {
  const player = await fixture.player({ EUR: 10_000_00n })
  const lost = await play(player, { amount: 100, win: 0 })
  const open = await play(player, { amount: 100 })
  const won = await play(player, { amount: 100, win: 250, game: 'midnight-botanica' })
  await settle()
  const bets = await feed('all')
  expect(bets.slice(0, 2)).toMatchObject([
    {
      id: `fairhouse-studio:${won}`,
      nickname: 'Ma***',
      currency: 'EUR',
      stake: 100,
      win: 250,
      isHigh: false,
      verifyUrl: `/rounds/${won}`,
    },
    { id: `fairhouse-studio:${lost}`, win: 0, verifyUrl: `/rounds/${lost}` },
  ])
  const row = await fixture.app.db.asOwner('SELECT at FROM games.live_bets WHERE round_id = $1', [won])
  expect(bets[0]!.at).toBe(row.rows[0].at.toISOString())
  expect(JSON.stringify(bets)).not.toContain(open)
  expect(JSON.stringify(bets)).not.toContain(player.id)
  expect(JSON.stringify(bets)).not.toContain(player.sessionId)
  expect((await get('spins/live', undefined, 'de')).body[0].game.name).toBe('Mitternachtsbotanik')
  expect((await get('spins/live?feed=mine')).status).toBe(422)
})

// Shows: 11.11, attack 142
test('a player who has agreed is named in the feed, its pushes and the latest wins, until the consent or the account ends', async () => {
  const player = await fixture.player({ EUR: 100_00n })
  const change = (assignment: string) =>
    fixture.app.db.asOwner(`UPDATE identity.players SET ${assignment} WHERE id = $1`, [player.id])
  const before = await play(player, { amount: 100, win: 300 })
  await settle()
  await change('shows_nickname = true')
  const after = await play(player, { amount: 100, win: 300 })
  await settle()
  const names = async () =>
    Promise.all(
      [feed('all'), get('spins/winners').then(({ body }) => body as LiveBet[])].map(async (list) => {
        const found = await list
        expect(JSON.stringify(found)).not.toContain(player.id)
        return [after, before].map((round) => found.find(({ id }) => id.endsWith(round))?.nickname)
      }),
    )
  expect((await pushed()).at(-1)![0]).toMatchObject({ id: `fairhouse-studio:${after}`, nickname: 'Marguerite' })
  expect(await names()).toEqual([
    ['Marguerite', 'Ma***'],
    ['Marguerite', 'Ma***'],
  ])
  await change("nickname = 'Daisy'")
  expect(await names()).toEqual([
    ['Daisy', 'Ma***'],
    ['Daisy', 'Ma***'],
  ])
  for (const [end, back] of [
    ['shows_nickname = false', 'shows_nickname = true'],
    ['status = 4', 'status = 1'],
    ['status = 3', 'status = 1'],
  ] as const) {
    await change(end)
    expect((await names()).flat(), end).toEqual(['Da***', 'Ma***', 'Da***', 'Ma***'])
    await change(back)
  }
})

// Shows: 11.10
test('high are stakes of 100 euro and wins of 1,000, in any currency at its rate', async () => {
  const player = await fixture.player({ EUR: 10_000_00n, BRL: 10_000_00n })
  await play(player, { amount: 99_99, win: 999_99 })
  const stake = await play(player, { amount: 100_00, win: 0 })
  const win = await play(player, { amount: 20_00, win: 1_000_00 })
  await play(player, { amount: 500_00, win: 0, currency: 'BRL' })
  const reais = await play(player, { amount: 700_00, win: 0, currency: 'BRL' })
  await settle()
  expect((await feed('high')).map(({ id, currency }) => [id.split(':')[1], currency])).toEqual([
    [reais, 'BRL'],
    [win, 'EUR'],
    [stake, 'EUR'],
  ])
})

// Shows: 11.10
test('what settled is pushed once, to everyone alike, with names in every language', async () => {
  const before = (await pushed()).length
  const player = await fixture.player({ EUR: 100_00n })
  const round = await play(player, { amount: 100, win: 0, game: 'midnight-botanica' })
  await settle()
  await settle()
  const news = (await pushed()).slice(before)
  expect(news).toHaveLength(1)
  expect(news[0]![0]).toMatchObject({
    id: `fairhouse-studio:${round}`,
    nickname: 'Ma***',
    game: { name: 'Midnight Botanica', names: { de: 'Mitternachtsbotanik' } },
  })
})

test('a round that settled more than a minute ago is in the feed and not pushed', async () => {
  await settle()
  await fixture.app.db.asOwner(`
    INSERT INTO games.live_bets (round_id, studio, movement_id, game_id, nickname, currency, stake, won, is_high, at)
    SELECT 'settled-' || seconds, 'fairhouse-studio', 1e9 + seconds, 'dice', '***', 'EUR', 1, 0, false,
      now() - seconds * interval '1 second'
    FROM unnest('{40, 61}'::int[]) AS seconds`)
  const round = await play(await fixture.player({ EUR: 100_00n }), { amount: 100, win: 0 })
  await settle()
  const roundsOf = (bets: LiveBet[]) => bets.map(({ id }) => id.split(':')[1])
  expect(roundsOf((await pushed()).at(-1)!)).toEqual(['settled-40', round])
  expect(roundsOf(await feed('all')).slice(0, 3)).toEqual(['settled-61', 'settled-40', round])
  await fixture.app.db.asOwner("DELETE FROM games.live_bets WHERE nickname = '***'")
})

test('the feed keeps what it shows and no history; a replay restores it and pushes nothing', async () => {
  await fixture.app.db.asOwner(`
    INSERT INTO games.live_bets (round_id, studio, movement_id, game_id, nickname, currency, stake, won, is_high, at)
    SELECT gen_random_uuid()::text, 'fairhouse-studio', -n, 'dice', '***', 'EUR', 1, 0, n % 2 = 0, now() - interval '1 day'
    FROM generate_series(1, 1000) AS n`)
  await play(await fixture.player({ EUR: 100_00n }), { amount: 100, win: 0 })
  await settle()
  const { rows } = await fixture.app.db.asOwner(
    'SELECT is_high, count(*)::int AS times FROM games.live_bets GROUP BY 1',
  )
  for (const { times } of rows) expect(times).toBeLessThanOrEqual(200)
  const [bets, times] = [await feed('all'), (await pushed()).length]
  const liveBets = consumers.filter(({ name }) => name === 'live-bets')
  await fixture.deps.db.transaction((tx) => liveBets[0]!.reset!(tx))
  expect(await feed('all')).toEqual([])
  await fixture.app.db.asOwner("DELETE FROM facts.consumers WHERE name = 'live-bets'")
  const running = await createConsumers(liveBets, {
    db: fixture.deps.db,
    clock: fixture.deps.clock,
    log: fixture.deps.log,
    needs: fixture.deps,
  })
  await running.catchUp()
  await running.stop()
  expect((await feed('all')).map(({ id }) => id)).toEqual(
    bets.filter(({ nickname }) => nickname !== '***').map(({ id }) => id),
  )
  expect((await pushed()).length).toBe(times)
})

// Shows: 11.10
test('games like the last played one are recommended, without those that the player has played', async () => {
  const player = await fixture.player()
  const recommended = async () => (await get('games/recommended', player.token)).body
  expect(await recommended()).toEqual({ basis: null, data: [] })
  for (const game of ['glacier-fox', 'ember-forge']) {
    fixture.app.moveClock(1_000)
    await fixture.launch(game, { player })
  }
  const { basis, data } = await recommended()
  expect(basis).toEqual({ id: 'ember-forge', name: 'Ember Forge' })
  const ids = data.map(({ id }: { id: string }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(4)
  expect(ids).not.toContain('ember-forge')
  expect(ids).not.toContain('glacier-fox')
  expect((await get('games/recommended')).status).toBe(401)
})

// Shows: 11.10
test('four games are recommended, and of three only none', async () => {
  const player = await fixture.player()
  await fixture.launch('ember-forge', { player })
  const recommended = async () =>
    (await get('games/recommended', player.token)).body.data.map(({ id }: { id: string }) => id) as string[]
  const ids = await recommended()
  const opens = (id: string) =>
    fixture.app.db.asOwner(
      `INSERT INTO games.launches (player_id, game_id, launched_at) VALUES ($1, $2, timestamptz '2020-01-01')`,
      [player.id, id],
    )
  for (const id of ids.slice(4)) await opens(id)
  expect(await recommended()).toEqual(ids.slice(0, 4))
  await opens(ids[0]!)
  expect(await recommended()).toEqual([])
})

// Shows: 11.10
test('nothing is recommended during a break', async () => {
  const player = await fixture.player()
  await fixture.launch('ember-forge', { player })
  expect((await get('games/recommended', player.token)).body.basis).not.toBeNull()
  expect((await addLimit(contextOf(fixture.deps, player), { definition: 5, period: '1-day' })).ok).toBe(true)
  expect((await get('games/recommended', player.token)).body).toEqual({ basis: null, data: [] })
})
