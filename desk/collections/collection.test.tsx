import { expect, test } from 'vitest'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { CollectionPage } from './collection.tsx'

const show = views()
const game = (slug: string) => ({ slug, name: `The ${slug}`, studio: 'House', isNew: false })
const picked = { identity: 'slots', icon: 'star', games: { games: ['a', 'b'] }, name: { en: 'Slots', de: 'Automaten' } }
const schema = {
  properties: {
    games: {
      anyOf: [
        { type: 'object', properties: { popular: { type: 'integer' } } },
        {
          type: 'object',
          properties: { kinds: { type: 'array', items: { type: 'string', enum: ['slot', 'crash'] } } },
        },
      ],
    },
  },
}
const preview = { faults: [], warnings: [], name: 'Slots', isShown: true, games: [game('a'), game('b')], total: 2 }
type Site = {
  data?: () => object | null
  version?: () => number
  scopes?: string[]
  preview?: object
  writes?: Answering
}
const previewRoute = 'POST /api/collections/preview'
async function opened({ data = () => picked, version = () => 7, scopes = ['content:decide'], ...site }: Site = {}) {
  const page = await show(<CollectionPage operator={{ scopes } as never} params={{ identity: 'slots' }} />, {
    path: '/collections/slots',
    answer: (call) => {
      const stored = data()
      const collections = stored ? [{ identity: 'slots', data: stored, games: 2 }] : []
      if (call.route === 'GET /api/collections')
        return { body: { version: version(), collections, schema, versions: [] } }
      if (call.route.startsWith('GET /api/collection-games?text')) return { body: [game('a'), game('c')] }
      if (call.route.startsWith('GET /api/collection-games')) return { body: [game('a'), game('b')] }
      if (call.route === previewRoute) return { body: { ...preview, ...site.preview } }
      return site.writes?.(call) ?? { body: { version: version() + 1 } }
    },
  })
  await page.pass(1)
  return page
}
const previews = ({ calls }: ShownView) => calls.filter(({ route }) => route === previewRoute).map(({ body }) => body)
const written = ({ calls }: ShownView) =>
  calls.filter(({ route }) => !route.startsWith('GET') && route !== previewRoute)
const icon = label('collections.icon')
const save = label('collections.save')
/** Changes the icon, and lets the page check that. */
async function changed(page: ShownView, value = 'crown') {
  await page.enter(icon, value)
  await page.pass(500)
}

test('a change is checked after a pause, put in force with a reason, and then the form shows what is in force', async () => {
  let [data, version] = [picked as object, 7]
  const page = await opened({
    data: () => data,
    version: () => version,
    writes: ({ body }) => {
      data = (body as { data: object }).data
      version++
      return { body: { version } }
    },
  })
  expect(page.find(save).disabled).toBe(true)
  expect(page.has(label('collections.unsaved'))).toBe(false)
  await page.enter(icon, 'crown')
  expect([page.has(label('collections.unsaved')), page.find(save).disabled]).toEqual([true, true])
  await page.pass(500)
  expect(previews(page).at(-1)).toMatchObject({ data: { icon: 'crown' }, locale: 'en', country: null })
  await page.press(save)
  await page.enter(label('reason'), 'It looks better')
  await page.press(save)
  expect(written(page)).toEqual([
    {
      route: 'PUT /api/collections/slots',
      body: { data: { ...picked, icon: 'crown' }, reason: 'It looks better', seen: 7 },
    },
  ])
  expect(page.text).toContain(label('collections.saved', { version: 8 }))
  expect([page.has(label('collections.unsaved')), page.find(icon).value]).toEqual([false, 'crown'])
})

test('a decision that was begun counts as not having seen what others store meanwhile', async () => {
  let [data, version] = [picked, 7]
  const page = await opened({ data: () => data, version: () => version })
  await changed(page)
  await page.press(save)
  ;[data, version] = [{ ...picked, icon: 'theirs' }, 8]
  await page.pass(10_100)
  expect(page.text).toContain(label('collections.behind'))
  await page.enter(label('reason'), 'It looks better')
  await page.press(save)
  expect(written(page)[0]!.body).toMatchObject({ data: { icon: 'crown' }, seen: 7 })
})

test.each([
  ['takeTheirs', 'theirs', false],
  ['keepMine', 'crown', true],
] as const)('what somebody else stored meanwhile is compared first: %s', async (choice, shown, isUnsaved) => {
  let data = picked
  const page = await opened({ data: () => data })
  await changed(page)
  data = { ...picked, icon: 'theirs' }
  await page.pass(10_100)
  expect([page.text.includes(label('collections.behind')), page.find(save).disabled]).toEqual([true, true])
  await page.press(label(`collections.${choice}`))
  expect([page.find(icon).value, page.has(label('collections.unsaved'))]).toEqual([shown, isUnsaved])
  expect([page.has(label('collections.takeTheirs')), page.find(save).disabled]).toEqual([false, !isUnsaved])
})

test('whoever has changed nothing sees what others store, and a change is undone', async () => {
  let data = picked
  const page = await opened({ data: () => data })
  data = { ...picked, icon: 'theirs' }
  await page.pass(10_100)
  expect([page.find(icon).value, page.text.includes(label('collections.behind'))]).toEqual(['theirs', false])
  await changed(page)
  await page.press(label('collections.undo'))
  expect([page.find(icon).value, page.has(label('collections.unsaved'))]).toEqual(['theirs', false])
})

test('one with a fault is not put in force, and the fault is at its field', async () => {
  const page = await opened({ preview: { faults: [{ path: ['icon'], message: 'There is no such icon.' }] } })
  await changed(page)
  expect(page.text).toContain('There is no such icon.')
  expect(page.find(save).disabled).toBe(true)
  expect(page.text).not.toContain(label('collections.total', { count: 2 }))
})

test('one that is stored and unchanged is removed with a reason; a new one, or for a reader, is not', async () => {
  const page = await opened()
  await page.press(label('collections.delete'))
  await page.enter(label('reason'), 'Nobody opens it')
  await page.press(label('collections.delete'))
  expect(written(page)).toEqual([
    { route: 'POST /api/collections/slots/removal', body: { reason: 'Nobody opens it', seen: 7 } },
  ])
  expect(page.address).toBe('/collections')
  for (const site of [{ data: () => null }, { scopes: ['content:read'] }])
    expect((await opened(site)).has(label('collections.delete'))).toBe(false)
})

test('games are found, added at the end, moved and taken out', async () => {
  const page = await opened()
  const gamesOf = async () => {
    await page.pass(500)
    return (previews(page).at(-1) as { data: { games: { games: string[] } } }).data.games.games
  }
  expect(page.find(label('collections.up', { name: 'The a' })).disabled).toBe(true)
  expect(page.find(label('collections.down', { name: 'The b' })).disabled).toBe(true)
  await page.press(label('collections.down', { name: 'The a' }))
  expect(await gamesOf()).toEqual(['b', 'a'])
  await page.enter(label('collections.add'), 'th')
  await page.pass(1)
  // The one that is in already is not offered.
  expect(page.has('The a · House')).toBe(false)
  await page.press('The c · House')
  expect(await gamesOf()).toEqual(['b', 'a', 'c'])
  await page.press(label('collections.remove', { name: 'The b' }))
  expect(await gamesOf()).toEqual(['a', 'c'])
})

test('another rule begins with what is meant by it, by hand with what is shown now', async () => {
  const page = await opened({ data: () => ({ ...picked, games: { popular: 4 } }) })
  expect(page.find(label('collections.popular')).value).toBe('4')
  await page.enter(label('collections.rule'), 'hand')
  await page.pass(500)
  expect(previews(page).at(-1)).toMatchObject({ data: { games: { games: ['a', 'b'] } } })
  await page.enter(label('collections.rule'), 'conditions')
  await page.pass(500)
  expect(previews(page).at(-1)).toMatchObject({ data: { games: { kinds: ['slot'] } } })
})

test('an empty name goes, except the English one, and so do countries', async () => {
  const page = await opened({ data: () => ({ ...picked, countries: ['DE'] }) })
  // The preview offers the same languages: a name's field is found by its own.
  const empty = (locale: string) =>
    page.perform(() => {
      const inputs = page.find(icon).closest('fieldset')!.all()
      const field = inputs.find((each) => each.localName === 'input' && each.getAttribute('lang') === locale)!
      field.writeValue('')
      field.dispatch('input')
    })
  await empty('en')
  await empty('de')
  await page.enter(label('collections.countries'), 'de, br')
  await page.pass(500)
  expect(previews(page).at(-1)).toMatchObject({ data: { name: { en: '' }, countries: ['DE', 'BR'] } })
  expect((previews(page).at(-1) as { data: typeof picked }).data.name).toEqual({ en: '' })
  await page.enter(label('collections.countries'), '')
  await page.pass(500)
  expect((previews(page).at(-1) as { data: object }).data).not.toHaveProperty('countries')
})

test('it is shown as a visitor would see it, whose country counts once it is whole', async () => {
  const page = await opened({ preview: { isShown: false, warnings: ['No game is offered there.'] } })
  expect(page.text).toContain(label('collections.hidden'))
  expect(page.text).toContain('No game is offered there.')
  await page.enter(label('collections.country'), 'b')
  await page.pass(1)
  expect(previews(page).at(-1)).toMatchObject({ country: null })
  await page.enter(label('collections.country'), 'br')
  await page.enter(label('collections.locale'), 'de')
  await page.pass(1)
  expect(previews(page).at(-1)).toMatchObject({ country: 'BR', locale: 'de' })
  const shown = await opened()
  expect(shown.text).toContain(label('collections.total', { count: 2 }))
  expect(shown.text).not.toContain(label('collections.hidden'))
})
