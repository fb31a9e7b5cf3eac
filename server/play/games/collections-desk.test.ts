/** Collections of games at the desk. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInHouseStudio } from '#server/partners/game-studio/in-house-studio.ts'
import { type DeskAnswer, type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'

let desk: TestDesk
let cora: DeskPerson
beforeAll(async () => {
  desk = await testDesk({
    deps: (deps) => ({ partners: { ...deps.partners, gameStudios: [createInHouseStudio(deps.settings)] } }),
  })
  cora = await desk.person('cora', 'content')
})
afterAll(() => desk.close())

const list = async () => (await cora.call({ url: '/api/collections' })).body
const put = (identity: string, data: object, seen: number): Promise<DeskAnswer> =>
  cora.call({ method: 'PUT', url: `/api/collections/${identity}`, body: { data, reason: 'a test', seen } })
const post = (url: string, body: object): Promise<DeskAnswer> =>
  cora.call({ method: 'POST', url: `/api/collections/${url}`, body })
const refusalOf = ({ status, body }: DeskAnswer) => [status, body.error.name]
const data = { identity: 'picked', icon: 'star', games: { games: ['dice', 'ember-forge'] }, name: { en: 'Picked' } }

test('a collection is previewed by country, added, ordered, changed and removed, each with its reason', async () => {
  const before = await list()
  expect(before.schema.properties).toHaveProperty('games')
  const preview = (country: string | null, of: object = data) =>
    post('preview', { data: of, locale: 'de', country }).then(({ body }) => body)
  expect(await preview(null)).toMatchObject({ faults: [], name: 'Picked', isShown: true, total: 2 })
  expect((await preview(null)).games.map(({ slug }: { slug: string }) => slug)).toEqual(['dice', 'ember-forge'])
  const german = { ...data, countries: ['DE'], name: { en: 'Picked', de: 'Ausgesucht' } }
  expect(await preview('DE', german)).toMatchObject({ name: 'Ausgesucht', isShown: true })
  expect(await preview('FR', german)).toMatchObject({ isShown: false })
  expect(await preview(null, german)).toMatchObject({ isShown: false })
  expect((await preview(null, { ...data, games: { games: ['no-such-game'] } })).warnings).toContain(
    'There is no game no-such-game.',
  )
  expect((await preview(null, { ...data, name: {} })).faults).toMatchObject([{ path: ['name', 'en'] }])
  expect((await list()).version).toBe(before.version)

  expect((await put('picked', data, before.version)).body).toEqual({ version: before.version + 1 })
  const ordered = await post('order', { identities: ['picked'], reason: 'first of all', seen: before.version + 1 })
  expect(ordered.status).toBe(200)
  const after = await list()
  expect(after.collections[0]).toMatchObject({ identity: 'picked', games: 2 })
  expect(after.versions[0]).toMatchObject({ actor: 'operator:cora', comment: 'order picked: first of all' })
  // As every process does when the change is announced.
  await desk.app.deps.reference.reload()
  const shown = await desk.app.send({ url: '/api/game/collections' })
  expect(shown.body[0]).toMatchObject({ identity: 'picked', gamesCount: 2 })
  expect((await post('picked/removal', { reason: 'enough', seen: after.version })).status).toBe(200)
  expect((await list()).collections).toEqual(before.collections)
  const restore = (version: number) =>
    cora.call({ method: 'POST', url: `/api/collection-versions/${version}`, body: { reason: 'it is missed' } })
  expect((await restore(after.version)).body).toEqual({ version: after.version + 2 })
  expect((await list()).collections).toEqual(after.collections)
  expect(refusalOf(await restore(after.version + 2))).toEqual([409, 'noChange'])
  expect(refusalOf(await restore(9_999))).toEqual([404, 'versionNotFound'])
  expect((await restore(before.version)).status).toBe(200)
})

test('a change of a version that is no longer in force is refused, also one of two at the same moment', async () => {
  const { version } = await list()
  const answers = await Promise.all(['one', 'two'].map((identity) => put(identity, { ...data, identity }, version)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(refusalOf(answers.find(({ status }) => status === 409)!)).toEqual([409, 'changedMeanwhile'])
  expect(refusalOf(await post('order', { identities: [], reason: 'late', seen: version }))).toEqual([
    409,
    'changedMeanwhile',
  ])
})

test('what is not valid or unknown is refused with its place', async () => {
  const { version } = await list()
  expect(refusalOf(await put('other', data, version))).toEqual([422, 'collectionsInvalid'])
  const invalid = await put('picked', { ...data, countries: ['XX'] }, version)
  expect(refusalOf(invalid)).toEqual([422, 'collectionsInvalid'])
  expect(invalid.body.error.message).toContain('is not a country')
  expect(refusalOf(await post('nothing/removal', { reason: 'a test', seen: version }))).toEqual([
    404,
    'collectionUnknown',
  ])
})

test('games are found by a part of their name, and named by their slugs', async () => {
  const found = await cora.call({ url: '/api/collection-games?text=ember' })
  expect(found.body[0]).toMatchObject({ slug: 'ember-forge' })
  const named = await cora.call({ url: '/api/collection-games?slugs=dice,no-such-game' })
  expect(named.body.map(({ slug }: { slug: string }) => slug)).toEqual(['dice'])
})
