/**
 * The lobby with ten thousand games: what it sends, finds, filters and sorts; and collections by rules and countries.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Game } from '#contract/games.ts'
import type { StudioGame } from '#server/partners/game-studio/port.ts'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { testApp, type TestApp } from '#tests/setup/app.ts'
import { largeStudio } from '#tests/setup/large-studio.ts'
import { operator } from '#tests/setup/operator.ts'
import { defineCollection, orderCollections, removeCollection } from '../../reference/change-collections.ts'
import { rollBack } from '../../reference/roll-back.ts'
import { listVersions } from '../../reference/versions.ts'
import { catalogueOf } from './internal/catalogue.ts'
import { routes } from './routes.ts'

const count = 10_000
const large = largeStudio(count)
let app: TestApp
beforeAll(async () => {
  app = await testApp({
    routes,
    env: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '1' },
    deps: (deps) => ({
      partners: { ...deps.partners, gameStudios: [createInHouseStudio({ secret: 'test' }), large] },
    }),
  })
})
afterAll(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  app.send({ method: 'GET', url: `/api/game/${url}`, headers })
const list = async (query: string) => (await get(`games?${query}`)).body as { data: Game[]; meta: { total: number } }
const acting = () => ({ ...app.deps, actor: operator })

// Shows: 11.8
test('the first page of the lobby has some games of each collection, each game once', async () => {
  const { body } = await get('lobby')
  const { body: collections } = await get('collections')
  expect(body.total).toBeGreaterThan(count)
  expect(body.rails.map((rail: { identity: string }) => rail.identity)).toEqual(
    collections.map((each: { identity: string }) => each.identity),
  )
  const ids = body.games.map((game: Game) => game.id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const rail of body.rails) {
    expect(rail.games.length).toBeLessThanOrEqual(14)
    expect(ids).toEqual(expect.arrayContaining(rail.games))
  }
  expect(JSON.stringify(body).length).toBeLessThan(60_000)
})

// Shows: attack 143
test('pages cover the catalogue without gaps or repetitions, in every order', async () => {
  for (const sort of ['', 'name', 'popular', 'newest', 'return', 'maxWin']) {
    const pages = await Promise.all([1, 2, 3].map((page) => list(`perPage=100&page=${page}${sort && `&sort=${sort}`}`)))
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
    expect([sort, new Set(ids).size]).toEqual([sort, 300])
  }
  const { meta } = await list('perPage=100')
  const last = await list(`perPage=100&page=${Math.ceil(meta.total / 100)}`)
  expect(last.data).toHaveLength(meta.total % 100)
  expect((await list('perPage=100&page=9999')).data).toEqual([])
})

test('each order is what it is called', async () => {
  const ordered = async (sort: string) => (await list(`sort=${sort}&perPage=100`)).data
  const names = (await ordered('name')).map(({ name }) => name)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true }).compare))
  const returns = (await ordered('return')).map(({ rtp }) => rtp)
  expect(returns).toEqual(returns.toSorted((one, other) => other - one))
  const wins = (await ordered('maxWin')).map(({ maxWinMultiplier }) => maxWinMultiplier)
  expect(wins).toEqual(wins.toSorted((one, other) => other! - one!))
  const days = (await ordered('newest')).map(({ id }) => catalogueOf(app.deps).bySlug.get(id)!.game.releasedOn)
  expect(days).toEqual(days.toSorted().toReversed())
})

test('new games are the latest released ones, and few of them', async () => {
  const { entries, newest } = catalogueOf(app.deps)
  const fresh = entries.filter(({ isNew }) => isNew)
  expect(fresh).toHaveLength(48)
  expect(new Set(fresh)).toEqual(new Set(newest.slice(0, 48)))
  const { data } = await list('collection=new&perPage=100')
  expect(data.map(({ id }) => id)).toEqual(newest.slice(0, 48).map(({ game }) => game.slug))
})

// Shows: 11.8, attack 143
test('a game meets all filters at once', async () => {
  const filtered = await list('volatilities[]=high&volatilities[]=extreme&kinds[]=slot&returnFrom=96&perPage=100')
  expect(filtered.meta.total).toBeGreaterThan(100)
  for (const game of filtered.data) {
    expect(['high', 'extreme']).toContain(game.volatility)
    expect(game.kind).toBe('slot')
    expect(game.rtp).toBeGreaterThanOrEqual(96)
  }
  const both = await list('features[]=ways&features[]=jackpot&perPage=100')
  expect(both.meta.total).toBeGreaterThan(0)
  for (const { id } of both.data)
    expect(catalogueOf(app.deps).bySlug.get(id)!.game.features).toEqual(expect.arrayContaining(['ways', 'jackpot']))
  const { data: cheap } = await list('stakeTo=1&currency=EUR&perPage=100')
  expect(cheap.length).toBeGreaterThan(0)
  for (const { id } of cheap)
    expect(
      catalogueOf(app.deps)
        .bySlug.get(id)!
        .game.stakes.find(({ currency }) => currency === 'EUR')!.min,
    ).toBe(1)
  for (const bad of ['volatilities[]=x', 'features[]=x', 'returnFrom=101', 'stakeFrom=-1', 'sort=x', 'kinds[]=x'])
    expect((await get(`games?${bad}`)).status).toBe(422)
})

// Shows: 1.2.6, 7.6.2
test('a studio of an aggregator is a provider of its own, with its games', async () => {
  const { body: providers } = await get('providers')
  expect(providers.length).toBeGreaterThan(100)
  const [provider] = providers
  expect((await get(`providers/${provider.id}`)).body).toEqual(provider)
  const { data, meta } = await list(`providers[]=${provider.id}&perPage=100`)
  expect(meta.total).toBe(provider.gamesCount)
  expect(new Set(data.map((game) => game.provider.id))).toEqual(new Set([provider.id]))
})

// Shows: 11.8
test('a search finds a game with two letters swapped, within a filter, and keeps the asked order', async () => {
  const [game] = large.games
  const name = game!.text('en').name
  const typo = name.slice(0, 2) + name[3] + name[2] + name.slice(4)
  expect((await list(`search=${encodeURIComponent(typo)}&perPage=100`)).data.map(({ id }) => id)).toContain(game!.slug)
  const { data } = await list(`search=golden&volatilities[]=low&sort=name&perPage=100`)
  expect(data.length).toBeGreaterThan(3)
  for (const { name: each, provider, volatility } of data)
    expect([`${each} ${provider.name}`, volatility]).toEqual([expect.stringMatching(/golden/i), 'low'])
  const names = data.map((each) => each.name)
  expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true }).compare))
})

test('similar games share kind, themes or features; an unknown game is 404', async () => {
  const { body } = await get('games/ember-forge/similar')
  expect(body.data).toHaveLength(12)
  expect(body.data.map(({ id }: Game) => id)).not.toContain('ember-forge')
  expect(body.data.every(({ kind }: Game) => kind === 'slot')).toBe(true)
  expect((await get('games/nothing/similar')).status).toBe(404)
})

test('a catalogue that is replaced is indexed anew, and a game that left it is not found', async () => {
  const studios = [largeStudio(50)]
  const deps = { ...app.deps, partners: { ...app.deps.partners, gameStudios: studios } }
  const gone = studios[0]!.games[0]!.slug
  expect(catalogueOf(deps).bySlug.has(gone)).toBe(true)
  expect(catalogueOf(deps)).toBe(catalogueOf(deps))
  studios[0]!.games = studios[0]!.games.slice(1)
  expect(catalogueOf(deps).bySlug.has(gone)).toBe(false)
})

// Shows: attack 144
test('of two games with one id, the first studio’s is offered', async () => {
  const [first, second] = [largeStudio(3), largeStudio(3)]
  const deps = { ...app.deps, partners: { ...app.deps.partners, gameStudios: [first, second] } }
  expect(catalogueOf(deps).entries).toHaveLength(3)
  expect(catalogueOf(deps).entries.every(({ studio }) => studio === first)).toBe(true)
})

const shipped = () => app.deps.reference.collections()
const base = { icon: 'bolt', name: { en: 'A', de: 'A', 'pt-BR': 'A', ar: 'A' } }
const define = async (games: object, more: object = {}) => {
  const done = await defineCollection(acting(), {
    collection: { identity: 'made', games, ...base, ...more },
    comment: 'test',
  })
  await app.deps.reference.reload()
  return done
}

beforeEach(async () => {
  if (shipped().some(({ identity }) => identity === 'made')) {
    await removeCollection(acting(), { identity: 'made', comment: 'test' })
    await app.deps.reference.reload()
  }
})

// Shows: 11.9
test('a collection follows tags, studios, features and a hand-picked order', async () => {
  const maker = catalogueOf(app.deps).entries.at(-1)!.maker.slug
  expect((await define({ studios: [maker], sort: 'newest', most: 5 })).ok).toBe(true)
  const { data } = await list('collection=made')
  expect(data.length).toBeLessThanOrEqual(5)
  expect(new Set(data.map(({ provider }) => provider.id))).toEqual(new Set([maker]))

  await define({ tags: ['Egypt'], first: ['tidepool', 'dice'], without: ['ember-forge'], most: 100 })
  const { data: tagged } = await list('collection=made&perPage=100')
  expect(tagged.slice(0, 2).map(({ id }) => id)).toEqual(['tidepool', 'dice'])
  expect(tagged.length).toBe(100)
  for (const { id } of tagged.slice(2))
    expect(catalogueOf(app.deps).bySlug.get(id)!.game.text('en').keywords).toContain('egypt')

  await define({ games: ['tidepool', 'gone', 'dice', 'tidepool'] })
  expect((await list('collection=made')).data.map(({ id }) => id)).toEqual(['tidepool', 'dice'])
  for (const bad of [{}, { first: ['dice'] }, { tags: [] }, { studios: ['X Y'] }, { popular: 0 }, { kinds: ['x'] }])
    expect(await define(bad)).toMatchObject({ refusal: 'collectionsInvalid' })
})

// Shows: 1.2.6, 3.25.1, 7.6.2, 11.9
test('a collection for some countries is unknown elsewhere: in its list, its games, its rail and the games’ own', async () => {
  await define({ games: ['tidepool'] }, { countries: ['DE', 'AT'] })
  const seen = async (country: string | null) => {
    const headers: Record<string, string> = country ? { 'x-country': country } : {}
    const [collections, members, lobby, game] = await Promise.all(
      ['collections', 'games?collection=made', 'lobby', 'games/tidepool'].map(
        async (url) => (await get(url, headers)).body,
      ),
    )
    return [
      collections.some((each: { identity: string }) => each.identity === 'made'),
      members.data.length === 1,
      lobby.rails.some((each: { identity: string }) => each.identity === 'made'),
      game.collections.includes('made'),
    ]
  }
  expect(await seen('DE')).toEqual([true, true, true, true])
  expect(await seen('BR')).toEqual([false, false, false, false])
  expect(await seen(null)).toEqual([false, false, false, false])
  const made = (await get('collections', { 'x-country': 'AT' })).body.at(-1)
  expect(made).toMatchObject({ identity: 'made', countries: ['DE', 'AT'], gamesCount: 1 })
  expect(await define({ games: ['dice'] }, { countries: ['XX'] })).toMatchObject({ refusal: 'collectionsInvalid' })
})

// Shows: attack 144
test('a game that its studio blocks in a country is not listed, found or recommended there', async () => {
  const studio = largeStudio(60)
  const [blocked] = studio.games
  const outside = { blockedCountries: ['BR'] } as NonNullable<StudioGame['outside']>
  const games = studio.games.map((game) => (game === blocked ? { ...game, outside } : game))
  const other = await testApp({
    routes,
    env: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '1' },
    deps: (deps) => ({ partners: { ...deps.partners, gameStudios: [{ ...studio, games }] } }),
  })
  try {
    const seen = async (country: string) => {
      const search = encodeURIComponent(blocked!.text('en').name)
      const answers = await Promise.all(
        ['games?perPage=100', `games?search=${search}`, `games/${games[1]!.slug}/similar`].map(async (url) => {
          const { body } = await other.send({
            method: 'GET',
            url: `/api/game/${url}`,
            headers: { 'x-country': country },
          })
          return body.data.map(({ id }: Game) => id) as string[]
        }),
      )
      return answers.map((ids) => ids.includes(blocked!.slug))
    }
    expect((await seen('DE')).slice(0, 2)).toEqual([true, true])
    expect(await seen('BR')).toEqual([false, false, false])
  } finally {
    await other.close()
  }
})

// Shows: 11.9
test('operators order collections; each change is a version with its operator, and can be rolled back', async () => {
  const before = shipped().map(({ identity }) => identity)
  const ordered = await orderCollections(acting(), { identities: ['tables', 'new'], comment: 'table week' })
  expect(ordered.ok).toBe(true)
  await app.deps.reference.reload()
  const { body } = await get('collections')
  expect(body.map(({ identity }: { identity: string }) => identity)).toEqual([
    'tables',
    'new',
    ...before.filter((identity) => !['tables', 'new'].includes(identity)),
  ])
  expect(await orderCollections(acting(), { identities: ['tables', 'new'], comment: 'x' })).toMatchObject({
    refusal: 'noChange',
  })
  expect(await orderCollections(acting(), { identities: ['nothing'], comment: 'x' })).toMatchObject({
    refusal: 'collectionUnknown',
  })
  expect(await removeCollection(acting(), { identity: 'nothing', comment: 'x' })).toMatchObject({
    refusal: 'collectionUnknown',
  })
  const [newest] = await listVersions(app.deps.db.kysely, 'collections', 1)
  expect(newest).toMatchObject({ actor: 'operator:olga', comment: 'order tables, new: table week' })
  const audited = await app.db.asOwner(
    "SELECT actor, detail FROM identity.audit WHERE action = 'reference-changed' ORDER BY id DESC LIMIT 1",
  )
  expect(audited.rows[0]).toMatchObject({ actor: 'operator:olga', detail: { subject: 'collections' } })
  await rollBack(acting(), 'collections', { version: newest!.version - 1, comment: 'test' })
  await app.deps.reference.reload()
  expect(shipped().map(({ identity }) => identity)).toEqual(before)
})

// Shows: attack 145
test('of ten changes at once none is lost', async () => {
  const before = shipped()
  const [newest] = await listVersions(app.deps.db.kysely, 'collections', 1)
  const { version } = newest!
  const done = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      defineCollection(acting(), {
        collection: { identity: `at-once-${n}`, games: { games: ['dice'] }, ...base },
        comment: 'test',
      }),
    ),
  )
  expect(done.every(({ ok }) => ok)).toBe(true)
  await app.deps.reference.reload()
  expect(shipped()).toHaveLength(before.length + 10)
  await rollBack(acting(), 'collections', { version, comment: 'test' })
  await app.deps.reference.reload()
})
