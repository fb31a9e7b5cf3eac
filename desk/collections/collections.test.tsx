import { expect, test } from 'vitest'
import { type Answering, type ShownView, views } from '#tests/setup/hook.tsx'
import { label } from '../labels.ts'
import { Collections } from './collections.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const collection = (identity: string, part: object = {}) => ({
  identity,
  data: { name: { en: `The ${identity}` }, ...part },
  games: 3,
})
const version = (number: number) => ({ version: number, at, actor: 'operator:mia', comment: `Change ${number}` })
const all = ['slots', 'crash', 'tables'].map((identity) => collection(identity))
type Site = { scopes?: string[]; collections?: () => object[]; version?: () => number; posts?: Answering }
const opened = ({
  scopes = ['content:decide'],
  collections = () => all,
  version: newest = () => 7,
  ...site
}: Site = {}) =>
  show(<Collections operator={{ scopes } as never} params={{}} />, {
    path: '/collections',
    answer: (call) => {
      if (call.route !== 'GET /api/collections') return site.posts?.(call) ?? { body: { version: 8 } }
      return { body: { version: newest(), collections: collections(), schema: {}, versions: [version(7), version(6)] } }
    },
  })
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET'))
const up = (identity: string) => label('collections.up', { name: `The ${identity}` })
const down = (identity: string) => label('collections.down', { name: `The ${identity}` })
const order = ({ text }: ShownView) =>
  all.map(({ identity }) => identity).sort((one, other) => text.indexOf(up(one)) - text.indexOf(up(other)))

test('collections are moved, and the order is put in force with a reason for the version that was shown', async () => {
  const page = await opened()
  expect(page.has(label('collections.orderSave'))).toBe(false)
  await page.press(down('slots'))
  expect(order(page)).toEqual(['crash', 'slots', 'tables'])
  await page.press(up('tables'))
  expect(order(page)).toEqual(['crash', 'tables', 'slots'])
  await page.press(label('collections.orderSave'))
  await page.enter(label('reason'), 'More are played')
  await page.press(label('collections.orderSave'))
  expect(written(page)).toEqual([
    {
      route: 'POST /api/collections/order',
      body: { identities: ['crash', 'tables', 'slots'], reason: 'More are played', seen: 7 },
    },
  ])
  // The server answers with the order in force.
  expect(order(page)).toEqual(['slots', 'crash', 'tables'])
  expect(page.has(label('collections.orderSave'))).toBe(false)
})

test('the first cannot be moved up nor the last down, and an order that was begun is undone', async () => {
  const page = await opened()
  expect([up('slots'), down('slots'), up('tables'), down('tables')].map((name) => page.find(name).disabled)).toEqual([
    true,
    false,
    false,
    true,
  ])
  await page.press(up('crash'))
  await page.press(label('collections.undo'))
  expect(order(page)).toEqual(['slots', 'crash', 'tables'])
  expect(page.has(label('collections.undo'))).toBe(false)
})

test('what others add while an order is begun comes last, and counts as not seen by a decision begun before', async () => {
  let isChanged = false
  const page = await opened({
    collections: () => (isChanged ? [collection('new'), ...all] : all),
    version: () => (isChanged ? 8 : 7),
  })
  await page.press(down('slots'))
  await page.press(label('collections.orderSave'))
  isChanged = true
  await page.pass(10_100)
  expect(page.find(down('new')).disabled).toBe(true)
  await page.enter(label('reason'), 'More are played')
  await page.press(label('collections.orderSave'))
  expect(written(page)[0]!.body).toMatchObject({ identities: ['crash', 'slots', 'tables'], seen: 7 })
})

test('an earlier version is restored with a reason, the one in force cannot be', async () => {
  const page = await opened()
  expect(page.text.split(label('collections.restore'))).toHaveLength(3)
  await page.press(label('collections.restore'))
  expect(page.text).toContain(label('collections.restoreOf', { version: 6 }))
  await page.enter(label('reason'), 'By mistake')
  await page.press(label('collections.restore'))
  expect(written(page)).toEqual([{ route: 'POST /api/collection-versions/6', body: { reason: 'By mistake' } }])
})

test('countries are listed, and whoever only reads moves, adds and restores nothing', async () => {
  const page = await opened({
    scopes: ['content:read'],
    collections: () => [collection('slots', { countries: ['DE', 'BR'] }), collection('crash')],
  })
  expect(page.text).toContain('slots 3 DE, BR')
  expect(page.text).toContain(`crash 3 ${label('collections.everywhere')}`)
  for (const name of [label('collections.new'), label('collections.restore'), up('crash')])
    expect(page.has(name)).toBe(false)
})

test('a new collection is begun under the name of its address', async () => {
  const page = await opened()
  await page.press(label('collections.new'))
  await page.enter(label('collections.identity'), 'winter')
  await page.press(label('definitions.begin'))
  expect(page.address).toBe('/collections/winter')
})
