import { expect, test } from 'vitest'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, formatTerm, label } from '../labels.ts'
import { definitionOf } from './definition.tsx'
import { listOf } from './list.tsx'
import type { Schema } from './schema.ts'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const texts: Schema = {
  type: 'object',
  properties: { en: { type: 'string' } },
  required: ['en'],
  additionalProperties: { type: 'string' },
}
const schema: Schema = {
  type: 'object',
  properties: {
    title: texts,
    percent: { type: 'integer', minimum: 1, maximum: 100 },
    isLoud: { type: 'boolean' },
    period: { type: 'string', enum: ['day', 'week'] },
    countries: { type: 'array', items: { type: 'string', enum: ['DE', 'FI'] } },
    steps: { type: 'array', items: { type: 'integer', minimum: 5 }, maxItems: 2 },
    amounts: { type: 'object', additionalProperties: { type: 'integer' } },
    note: { type: 'string' },
    reward: {
      anyOf: [
        {
          type: 'object',
          properties: { kind: { const: 'cash' }, amount: { type: 'integer' } },
          required: ['kind', 'amount'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'points' }, points: { type: 'integer' } },
          required: ['kind', 'points'],
        },
        { type: 'null' },
      ],
    },
  },
  required: ['title', 'percent', 'isLoud', 'period', 'countries', 'steps', 'amounts', 'reward'],
}
const data = {
  title: { en: 'Monday' },
  percent: 10,
  isLoud: false,
  period: 'day',
  countries: ['DE'],
  steps: [5],
  amounts: { EUR: 100 },
  reward: null,
}
const version = (part: object = {}) => ({
  version: 1,
  state: 'draft',
  startsAt: null,
  endsAt: null,
  description: 'Ten percent',
  actor: 'operator:mia',
  comment: 'First',
  createdAt: at,
  changes: [],
  data,
  ...part,
})
const check = (part: object = {}) => ({
  faults: [],
  description: null,
  changes: [],
  texts: [],
  forbiddenIn: [],
  ...part,
})
type Site = { versions?: object[]; scopes?: string[]; posts?: Answering; checked?: () => object; search?: string }
const opened = ({
  versions = [version()],
  scopes = ['rewards:do', 'rewards:decide'],
  posts = () => ({ body: { version: 2 } }),
  checked = check,
  search = '',
}: Site = {}) => {
  const Definition = definitionOf('rewards')
  return show(<Definition operator={{ scopes } as never} params={{ kind: 'cashback', identity: 'monday' }} />, {
    path: '/definitions/rewards/cashback/monday',
    search,
    answer: (call) => {
      if (call.route === 'GET /api/definitions/rewards/cashback/monday') return { body: versions }
      if (call.route === 'GET /api/definitions/rewards/cashback') return { body: schema }
      if (call.route === 'GET /api/definitions/rewards/cashback/sunday')
        return { body: [version({ data: { ...data, percent: 77 } })] }
      if (call.route === 'POST /api/definitions/rewards/cashback/check') return { body: checked() }
      return call.route.startsWith('GET') ? { body: [] } : posts(call)
    },
  })
}
const isWrite = (route: string) => !route.startsWith('GET') && !route.endsWith('/check')
const written = ({ calls }: ShownView) => calls.filter(({ route }) => isWrite(route))
const checkedData = ({ calls }: ShownView) =>
  (calls.findLast(({ route }) => route.endsWith('/check'))!.body as { data: typeof data }).data
const edit = async (site: Site = {}) => {
  const page = await opened({ versions: [version({ state: 'archived' })], ...site })
  await page.press(label('definitions.edit'))
  return page
}

test('every kind of field changes its part of the definition, which is checked half a second after the last key', async () => {
  const page = await edit()
  const checks = () => page.calls.filter(({ route }) => route.endsWith('/check')).length
  expect(checks()).toBe(1)
  await page.enter('English', 'Tuesday')
  await page.enter('Percent', '12,5')
  await page.press('Is loud')
  await page.enter('Period', 'week')
  await page.press('FI')
  await page.press('DE')
  await page.enter(label('definitions.value'), '250')
  await page.enter(label('definitions.key'), 'USD')
  await page.enter('Kind', '1')
  await page.enter('Points', '40')
  await page.pass(499)
  expect(checks()).toBe(1)
  await page.pass(1)
  expect(checks()).toBe(2)
  expect(checkedData(page)).toEqual({
    title: { en: 'Tuesday' },
    percent: 12.5,
    isLoud: true,
    period: 'week',
    countries: ['FI'],
    steps: [5],
    amounts: { USD: 250 },
    reward: { kind: 'points', points: 40 },
  })
})

test('items and optional parts are added and removed, up to the most that the schema allows', async () => {
  const page = await edit()
  const item = (number: number) => label('definitions.item', { title: 'Steps', number })
  await page.enter(item(1), 'seven')
  await page.press('Note')
  await page.enter('Note', 'for us')
  const adds = () => page.text.split(label('definitions.add')).length - 1
  expect(adds()).toBe(2)
  // Of the two lists, the first that can grow is that of steps.
  await page.fire(
    page
      .find('Steps')
      .closest('div')!
      .all()
      .find((each) => each.localName === 'button' && each.textContent.includes(label('definitions.add')))!,
    'click',
  )
  await page.pass(500)
  expect(checkedData(page)).toMatchObject({ steps: ['seven', 5], note: 'for us' })
  expect(adds()).toBe(1)
  await page.press(label('definitions.remove', { of: item(1) }))
  await page.press(label('definitions.remove', { of: 'Note' }))
  await page.press(label('definitions.remove', { of: 'EUR' }))
  await page.pass(500)
  expect(checkedData(page)).toEqual({ ...data, steps: [5], amounts: {} })
})

test('a text without a translation is no text of that locale', async () => {
  const page = await edit()
  await page.enter('Deutsch', 'Montag')
  await page.pass(500)
  expect(checkedData(page).title).toEqual({ en: 'Monday', de: 'Montag' })
  await page.enter('Deutsch', '')
  await page.enter('English', '')
  await page.pass(500)
  expect(checkedData(page).title).toEqual({ en: '' })
})

test('a fault stands beside its field and in the list, and nothing with faults is saved', async () => {
  const page = await edit({ checked: () => check({ faults: [{ path: ['percent'], message: 'At most 100.' }] }) })
  expect(page.text.split('At most 100.')).toHaveLength(3)
  expect(page.text).toContain(`Percent ${label('definitions.between', { minimum: 1, maximum: 100 })}`.slice(0, 7))
  expect(page.find(label('definitions.saveDraft')).disabled).toBe(true)
  const good = await edit()
  expect(good.find(label('definitions.saveDraft')).disabled).toBe(false)
  expect(good.text).toContain(label('definitions.checkOk'))
})

test('what is saved is what was entered, with the reason; its version is named, and the form closes', async () => {
  const page = await edit()
  await page.enter('Percent', '20')
  await page.pass(500)
  await page.press(label('definitions.saveDraft'))
  await page.enter(label('reason'), 'More for Mondays')
  await page.press(label('definitions.saveDraft'))
  expect(written(page)).toEqual([
    {
      route: 'POST /api/definitions/rewards/cashback/monday',
      body: { data: { ...data, percent: 20 }, reason: 'More for Mondays' },
    },
  ])
  expect(page.text).toContain(label('definitions.saved', { version: 2 }))
  expect(page.has(label('definitions.discard'))).toBe(false)
})

test('as JSON it is the same definition, and text that is no JSON is neither taken over nor saved', async () => {
  const page = await edit()
  await page.press(label('definitions.editJson'))
  const field = label('definitions.asJson')
  expect(JSON.parse(page.find(field).value)).toEqual(data)
  await page.enter(field, JSON.stringify({ ...data, percent: 33 }))
  await page.enter(field, '{ "percent": ')
  expect([
    page.find(label('definitions.saveDraft')).disabled,
    page.find(label('definitions.editForm')).disabled,
  ]).toEqual([true, true])
  await page.enter(field, JSON.stringify({ ...data, percent: 34 }))
  await page.press(label('definitions.editForm'))
  expect(page.find('Percent').value).toBe('34')
  await page.press(label('definitions.discard'))
  expect([page.has(label('definitions.edit')), written(page)]).toEqual([true, []])
})

test('a new definition begins with as little as the schema requires, or with a copy', async () => {
  const page = await opened({ versions: [] })
  await page.press(label('definitions.begin'))
  expect(checkedData(page)).toEqual({
    title: { en: '' },
    percent: 1,
    isLoud: false,
    period: 'day',
    countries: [],
    steps: [],
    amounts: {},
    reward: null,
  })
  const copy = await opened({ versions: [], search: '?from=sunday' })
  await copy.press(label('definitions.begin'))
  expect(checkedData(copy).percent).toBe(77)
})

test.each([
  ['draft', true, true, false],
  ['scheduled', false, true, false],
  ['active', false, false, true],
  ['ended', false, true, false],
  ['archived', false, false, false],
])('whoever decides may schedule, archive or end a version that is %s: %s, %s, %s', async (state, ...may) => {
  const has = (page: ShownView) =>
    [label('definitions.schedule'), label('definitions.archive'), label('definitions.end')].map(page.has)
  expect(has(await opened({ versions: [version({ state })] }))).toEqual(may)
  expect(has(await opened({ versions: [version({ state })], scopes: ['rewards:do'] }))).toEqual([false, false, false])
})

test('a version is scheduled for moments of the operator, archived, or ended with a reason', async () => {
  const local = '2026-12-24T18:30'
  const page = await opened()
  await page.press(label('definitions.schedule'))
  await page.enter(label('definitions.endsAt'), local)
  await page.press(label('definitions.schedule'))
  await page.press(label('definitions.archive'))
  await page.press(label('definitions.archive'))
  const path = 'POST /api/definitions/rewards/cashback/monday'
  expect(written(page)).toEqual([
    { route: `${path}/1/schedule`, body: { startsAt: null, endsAt: new Date(local).toISOString() } },
    { route: `${path}/1/archive`, body: undefined },
  ])
  const active = await opened({ versions: [version({ state: 'active', startsAt: at })] })
  expect(active.text).toContain(spaced(formatTerm(at, null)))
  await active.press(label('definitions.end'))
  await active.enter(label('reason'), 'Too dear')
  await active.press(label('definitions.end'))
  expect(written(active)).toEqual([{ route: `${path}/end`, body: { reason: 'Too dear' } }])
})

test('whoever may only read sees versions with who wrote them, why, and what changed', async () => {
  const page = await opened({
    versions: [version({ changes: ['percent: 5 -> 10'], description: null }), version({ version: 0 })],
    scopes: ['rewards:read'],
  })
  expect([page.has(label('definitions.edit')), page.has(label('definitions.schedule'))]).toEqual([false, false])
  expect(page.text).toContain(`mia , ${spaced(formatMoment(at))} : First`)
  for (const part of ['percent: 5 -> 10', label('definitions.unreadable'), 'Ten percent'])
    expect(page.text).toContain(part)
})

const listed = (part: object) => ({ kind: 'cashback', identity: 'monday', ...version(), ...part })
const list = (scopes = ['rewards:do'], search = '') => {
  const Definitions = listOf('rewards')
  return show(<Definitions operator={{ scopes } as never} params={{}} />, {
    path: '/definitions/rewards',
    search,
    answer: () => ({
      body: {
        kinds: ['cashback', 'quests'],
        definitions: [
          listed({}),
          listed({ kind: 'quests', identity: 'dragon', state: 'active', startsAt: at, endsAt: at }),
        ],
      },
    }),
  })
}

test('definitions are listed by kind, with their term, and lead to their page', async () => {
  const page = await list()
  expect(page.find('dragon').getAttribute('href')).toBe('/definitions/rewards/quests/dragon')
  expect(page.text).toContain(spaced(formatTerm(at, at)))
  const filtered = await list(['rewards:read'], '?kind=quests')
  expect([filtered.has('monday'), filtered.has('dragon'), filtered.has(label('definitions.new'))]).toEqual([
    false,
    true,
    false,
  ])
  expect((await list([], '?kind=none')).text).toContain(label('definitions.empty'))
})

test('a new one gets a name, and may begin as a copy of another of its kind', async () => {
  const page = await list()
  await page.press(label('definitions.new'))
  await page.enter(label('definitions.identity'), ' friday ')
  await page.enter(label('definitions.copyOf'), 'monday')
  await page.press(label('definitions.begin'))
  expect(page.address).toBe('/definitions/rewards/cashback/friday?from=monday')
})
