/** Texts at the desk. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskAnswer, type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { loadContent } from './content.ts'

let desk: TestDesk
let cora: DeskPerson
let marta: DeskPerson
beforeAll(async () => {
  desk = await testDesk({ deps: () => ({ content: loadContent() }) })
  cora = await desk.person('cora', 'content')
  marta = await desk.person('marta', 'marketing')
})
afterAll(() => desk.close())

const path = 'de/pages/terms'
const read = async (of = path) => (await cora.call({ url: `/api/content-file?path=${of}` })).body
const post = (url: string, body: object, person = cora): Promise<DeskAnswer> =>
  person.call({ method: 'POST', url: `/api/${url}`, body })
const save = (body: object, person = cora): Promise<DeskAnswer> =>
  person.call({ method: 'PUT', url: '/api/content-draft', body })
const refusalOf = ({ status, body }: DeskAnswer) => [status, body.error.name]
const reason = 'the law has changed'

// Shows: 11.4
test('texts are found, checked, published by whoever may, and restored', async () => {
  const { body } = await cora.call({ url: '/api/content' })
  expect(body.files).toContain('pages/terms')
  expect(body.files).not.toContain('layout/brand')
  const before = await read()
  expect(before).toMatchObject({ path, versions: [] })
  const data = { ...before.data, title: 'Neue Bedingungen' }
  const checked = await post('content-check', { path, data: { ...data, title: '' } })
  expect(checked.body.faults).toHaveLength(1)
  const { title: _title, ...untitled } = data
  expect((await post('content-check', { path, data: untitled })).body.missing).toEqual(['title'])
  expect((await post('content-check', { path, data })).body).toMatchObject({ faults: [], missing: [] })
  expect((await post('content-check', { path, data })).body.preview.page).toMatchObject({ title: 'Neue Bedingungen' })
  expect((await read()).data).toEqual(before.data)
  expect(refusalOf(await post('content-file', { path, data, reason, seen: 0, draft: 0 }, marta))).toEqual([
    403,
    'notPermitted',
  ])
  expect((await post('content-file', { path, data, reason, seen: 0, draft: 0 })).body).toEqual({ version: 2 })
  const after = await read()
  expect(after.data.title).toBe('Neue Bedingungen')
  expect(after.versions[0]).toMatchObject({ version: 2, actor: 'operator:cora', comment: reason })
  const restore = (version: number) => post('content-restore', { path, version, reason })
  expect(refusalOf(await restore(9))).toEqual([404, 'versionNotFound'])
  expect(refusalOf(await restore(2))).toEqual([409, 'noChange'])
  expect((await restore(1)).body).toEqual({ version: 3 })
  expect((await read()).data).toEqual(before.data)
})

test('of two people who edit the same texts, the second is told instead of undoing the first', async () => {
  const { data, versions } = await read('en/pages/terms')
  const seen = versions[0]?.version ?? 0
  const publish = (title: string) =>
    post('content-file', { path: 'en/pages/terms', data: { ...data, title }, reason, seen, draft: 0 })
  const answers = await Promise.all([publish('One'), publish('Two')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body.error.name).toBe('changedMeanwhile')
})

test.each([
  ['../../secret', [404, 'pathUnknown']],
  ['xx/pages/terms', [404, 'pathUnknown']],
  ['en/layout/brand', [404, 'pathUnknown']],
  ['en/mails/unknown', [404, 'pathUnknown']],
])('the path %s is refused', async (strange, refusal) => {
  expect(refusalOf(await cora.call({ url: `/api/content-file?path=${encodeURIComponent(strange)}` }))).toEqual(refusal)
  expect(refusalOf(await post('content-file', { path: strange, data: {}, reason, seen: 0, draft: 0 }))).toEqual(refusal)
})

test('a draft is seen by others and not by players, replaced only by whoever has seen it, and ends when published', async () => {
  const of = 'en/pages/privacy'
  const dora = await desk.person('dora', 'content')
  const { data } = await read(of)
  const first = { ...data, title: 'First' }
  expect((await save({ path: of, data: first, base: 0, draft: 0 })).body).toEqual({ revision: 1 })
  const seen = (await dora.call({ url: `/api/content-file?path=${of}` })).body
  expect(seen.draft).toMatchObject({ data: first, base: 0, revision: 1, actor: 'operator:cora' })
  expect(seen.data).toEqual(data)
  expect((await dora.call({ url: '/api/content' })).body.drafts).toMatchObject([{ path: of, actor: 'operator:cora' }])
  expect((await desk.app.send({ url: '/api/content/en/pages/privacy' })).body.title).toBe(data.title)

  const second = { ...data, title: 'Second' }
  expect((await save({ path: of, data: second, base: 0, draft: 1 }, dora)).body).toEqual({ revision: 2 })
  const refused = await save({ path: of, data: { ...data, title: 'Third' }, base: 0, draft: 1 })
  expect(refusalOf(refused)).toEqual([409, 'draftChanged'])
  expect(refused.body.error.message).toMatch(/^dora has saved this draft meanwhile/)
  const early = await post('content-file', { path: of, data: second, reason, seen: 0, draft: 1 })
  expect(refusalOf(early)).toEqual([409, 'draftChanged'])
  expect((await read(of)).draft.data).toEqual(second)

  expect((await post('content-file', { path: of, data: second, reason, seen: 0, draft: 2 })).body.version).toBe(2)
  expect(await read(of)).toMatchObject({ draft: null, data: second })
  expect((await desk.app.send({ url: '/api/content/en/pages/privacy' })).body.title).toBe('Second')
})

test('a draft with faults is saved, and thrown away once; the log keeps what it contained', async () => {
  const of = 'es/pages/about'
  const data = { ...(await read(of)).data, title: '' }
  expect((await save({ path: of, data, base: 0, draft: 0 })).status).toBe(200)
  expect(refusalOf(await post('content-draft/end', { path: of, draft: 2 }))).toEqual([409, 'draftChanged'])
  const ends = await Promise.all([1, 2].map(() => post('content-draft/end', { path: of, draft: 1 })))
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { rows } = await desk.app.deps.db.pool.query(
    "SELECT detail->'before' AS before FROM identity.audit WHERE action = 'content-draft-discarded'",
  )
  expect(rows).toMatchObject([{ before: { title: '' } }])
})

test.each([
  ['# Too high', 'A heading has two or three #, a space and its text.'],
  ['This is **important', '** is not closed.'],
  ['See `code', '` is not closed.'],
  ['A [link](javascript:alert(1))', /^The link "javascript:alert\(1" is neither/],
  ['A [link](/terms', 'A link is not closed.'],
  ['<b>bold</b>', 'HTML is shown as text: use Markdown.'],
  ['For {days}', /^\{days\} is not replaced here. There are: \{chatRetention\}/],
  ['For {chatRetention', 'A placeholder is a name in braces, such as {name}.'],
])('the line "%s" of a page is a fault at its place', async (line, message) => {
  const body = ['Fine, with **weight**, [a link](/terms) and {chatRetention}.', '', line]
  const checked = await post('content-check', { path: 'en/pages/about', data: pageOf(body) })
  expect(checked.body.faults).toEqual([
    { path: ['body', '2'], message: typeof message === 'string' ? message : expect.stringMatching(message) },
  ])
  const refused = await post('content-file', {
    path: 'en/pages/about',
    data: pageOf(body),
    reason,
    seen: 0,
    draft: 0,
  })
  expect(refusalOf(refused)).toEqual([422, 'contentInvalid'])
})
const pageOf = (body: string[]) => ({ title: 'About', description: 'Us', updatedAt: null, body })

test('a placeholder that the English text does not have is a fault', async () => {
  const of = 'de/alerts/bonuses'
  const { data } = await read(of)
  const changed = { ...data, bonusIssued: { ...data.bonusIssued, description: '{nmae} ist da.' } }
  expect((await post('content-check', { path: of, data: changed })).body.faults).toEqual([
    { path: ['bonusIssued', 'description'], message: '{nmae} is not replaced here. There are: {name}.' },
  ])
})
