/** Catalogues of outside studios, from a studio's server over HTTP to the games that are offered. */
import { createPrivateKey } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import type { Deps } from '#server/deps.ts'
import type { DeskCtx } from '#server/kernel/http/desk-session.ts'
import { createHub88Studio } from '#server/partners/game-studio/hub88/hub88.ts'
import { readPublicKey } from '#server/partners/game-studio/hub88/signature.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { operator } from '#tests/setup/operator.ts'
import { keyPair, listedGame, type StudioServer, studioServer } from '#tests/setup/outside-studio.ts'
import { listStudios, syncStudios } from './studios-desk.ts'
import { refreshGames } from './refresh-games.ts'
import { gameId } from './save-catalogue.ts'
import { syncCatalogues } from './sync-catalogues.ts'

const [site, studio] = [keyPair(), keyPair()]
let server: StudioServer
let app: TestApp
let deps: Deps

beforeAll(async () => {
  server = await studioServer(site.publicKey)
  app = await testApp({
    routes: [],
    env: { IMAGE_HOSTS: 'http://127.0.0.1:9' },
    deps: (base) => ({
      partners: {
        ...base.partners,
        gameStudios: [
          createHub88Studio({
            slug: 'lantern',
            name: 'Lantern Works',
            url: server.url,
            operatorId: 7,
            privateKey: createPrivateKey(site.privateKey),
            publicKeys: [readPublicKey(studio.publicKey)],
            tokenKey: 'a key of the site',
          }),
        ],
      },
    }),
  })
  deps = app.deps
})
beforeEach(async () => {
  server.answerWith = null
  await app.db.asOwner('DELETE FROM studios.games')
  await app.db.asOwner('DELETE FROM studios.catalogues')
})
afterAll(async () => {
  await app.close()
  await server.close()
})

async function sync(games = server.games) {
  server.games = games
  const [outcome] = await syncCatalogues(deps, { isForced: true })
  await refreshGames(deps)
  return outcome
}
const offered = () => deps.partners.gameStudios[0]!.games.map(({ slug }) => slug)
const [moths, tides] = [listedGame('moths'), listedGame('tides')]

// Shows: 11.41
test('a game that is missing is kept and not offered, and is offered again when it returns', async () => {
  expect(await sync([moths, tides])).toMatchObject({ change: { games: 2, added: 2, changed: 0, missing: 0 } })
  expect(offered()).toEqual(['lantern-moths', 'lantern-tides'])
  expect(await sync([moths])).toMatchObject({ change: { added: 0, changed: 0, missing: 1 } })
  expect(offered()).toEqual(['lantern-moths'])
  expect(deps.partners.gameStudios[0]!.outside!.findByCode('tides')).toMatchObject({ outside: { isOffered: false } })
  expect(await sync([moths, tides])).toMatchObject({ change: { added: 0, changed: 1, missing: 0 } })
  expect(offered()).toEqual(['lantern-moths', 'lantern-tides'])
})

// Shows: fault 24
test('a catalogue that is empty, unreadable or not delivered changes nothing, and is read again ten minutes later', async () => {
  await sync([moths, tides])
  for (const [bytes, failure] of [
    [Buffer.from('[]'), 'empty'],
    [Buffer.from('{}'), 'malformed'],
    ['nothing', 'unavailable'],
  ] as const) {
    server.answerWith = bytes
    expect(await sync()).toEqual({ supplier: 'lantern', failure })
    expect(offered()).toEqual(['lantern-moths', 'lantern-tides'])
  }
  server.answerWith = null
  expect(await syncCatalogues(deps)).toEqual([])
  app.moveClock(600_000)
  expect(await syncCatalogues(deps)).toMatchObject([{ change: { games: 2 } }])
  app.moveClock(86_399_000)
  expect(await syncCatalogues(deps)).toEqual([])
  app.moveClock(1_000)
  expect(await syncCatalogues(deps)).toHaveLength(1)
})

test('only games that run, and state return and volatility, are offered', async () => {
  const day = (days: number) => new Date(deps.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  await sync([
    moths,
    listedGame('off', { enabled: false }),
    listedGame('no-return', { rtp: '' }),
    listedGame('no-volatility', { volatility: 'unknown' as never }),
    listedGame('next-week', { release_date: day(7) }),
    listedGame('retired', { retirement_date: day(0) }),
    listedGame('last-day', { retirement_date: day(1) }),
  ])
  expect(offered()).toEqual(['lantern-moths', 'lantern-last-day'])
})

test('the highest win may be a fraction of the stake, and is rounded up to two places', async () => {
  await sync([
    listedGame('coin', { max_win_multiplier: 1.96 }),
    listedGame('thirds', { max_win_multiplier: 4 / 3 }),
    listedGame('none', { max_win_multiplier: 0.5 }),
  ])
  expect(deps.partners.gameStudios[0]!.games.map(({ maxWinMultiplier }) => maxWinMultiplier)).toEqual([
    1.96,
    1.34,
    null,
  ])
})

test('operators list studios with their games, and have the catalogues read', async () => {
  const ctx = { ...deps, actor: operator } as unknown as DeskCtx
  const list = async () => {
    const listed = await listStudios(ctx)
    return listed.ok ? listed.value : []
  }
  const counts = { games: 0, added: 0, changed: 0, missing: 0 }
  expect(await list()).toEqual([])
  server.games = [moths, listedGame('no-return', { rtp: '' })]
  expect(await syncStudios(ctx)).toEqual({
    ok: true,
    value: [{ ...counts, studio: 'lantern', failure: null, games: 2, added: 2 }],
  })
  const readAt = deps.clock.now().toISOString()
  server.games = [tides]
  await syncStudios(ctx)
  const studio = { studio: 'lantern', games: 3, missing: 2, incomplete: 1, readAt }
  expect(await list()).toEqual([{ ...studio, failure: null }])
  server.answerWith = 'nothing'
  app.moveClock(60_000)
  expect(await syncStudios(ctx)).toEqual({
    ok: true,
    value: [{ ...counts, studio: 'lantern', failure: 'unavailable' }],
  })
  expect(await list()).toEqual([{ ...studio, failure: { at: deps.clock.now().toISOString(), what: 'unavailable' } }])
  const none = { ...ctx, partners: { ...deps.partners, gameStudios: [] } } as DeskCtx
  expect(await syncStudios(none)).toMatchObject({ refusal: 'noStudio' })
})

test("a game keeps its id, which contains the supplier's name, whatever its code is", () => {
  expect(gameId('lantern', 'moths')).toBe('lantern-moths')
  const ids = ['Moths', 'moths!', 'mo ths', 'x'.repeat(128), '../../etc', '__proto__'].map((code) =>
    gameId('lantern', code),
  )
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^lantern-[a-z0-9_-]{1,56}$/)
})

test('a picture is shown through this site, and one of an unknown host is replaced', async () => {
  await sync([moths, listedGame('elsewhere', { url_thumb: 'https://tracker.example/pixel.png' })])
  const [ours, other] = deps.partners.gameStudios[0]!.games
  expect(ours!.tile).toMatch(/^\/images\//)
  expect(other!.tile).toMatch(/^data:image\/svg\+xml,/)
})

longTest('ten thousand games are stored, and only what changed is written again', async () => {
  const many = Array.from({ length: 10_000 }, (_, n) => listedGame(`g${n}`))
  expect(await sync(many)).toMatchObject({ change: { games: 10_000, added: 10_000 } })
  expect(offered()).toHaveLength(10_000)
  many[5_000] = listedGame('g5000', { name: 'Another name' })
  expect(await sync(many)).toMatchObject({ change: { added: 0, changed: 1, missing: 0 } })
  expect(deps.partners.gameStudios[0]!.outside!.find('lantern-g5000')!.text('en').name).toBe('Another name')
})
