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
const refusalOf = ({ status, body }: DeskAnswer) => [status, body.error.name]
const reason = 'the law has changed'

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
  expect((await post('content-check', { path, data })).body.preview[0]).toBe('Neue Bedingungen')
  expect((await read()).data).toEqual(before.data)
  expect(refusalOf(await post('content-file', { path, data, reason, seen: 0 }, marta))).toEqual([403, 'notPermitted'])
  expect((await post('content-file', { path, data, reason, seen: 0 })).body).toEqual({ version: 2 })
  const after = await read()
  expect(after.data.title).toBe('Neue Bedingungen')
  expect(after.versions[0]).toMatchObject({ version: 2, actor: 'operator:cora', comment: reason })
  expect((await post('content-restore', { path, version: 1, reason })).body).toEqual({ version: 3 })
  expect((await read()).data).toEqual(before.data)
})

test('of two people who edit the same texts, the second is told instead of undoing the first', async () => {
  const { data, versions } = await read('en/pages/terms')
  const seen = versions[0]?.version ?? 0
  const publish = (title: string) =>
    post('content-file', { path: 'en/pages/terms', data: { ...data, title }, reason, seen })
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
  expect(refusalOf(await post('content-file', { path: strange, data: {}, reason, seen: 0 }))).toEqual(refusal)
})
