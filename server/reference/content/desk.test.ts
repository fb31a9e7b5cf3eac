/** Texts at the desk. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskAnswer, type DeskPerson, type TestDesk, testDesk } from '#tests/setup/desk.ts'
import { operator } from '#tests/setup/operator.ts'
import { loadContent } from './content.ts'
import { publishDueDrafts } from './drafts.ts'
import { publishContent, refreshContent } from './versions.ts'

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
  const restore = (version: number) => post('content-restore', { path, version, reason, seen: 2 })
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
  expect(refused.body.error.message).toMatch(/^dora has changed this draft meanwhile/)
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

/** As the job does at each turn. */
const publishDue = async () => {
  await publishDueDrafts({ ...desk.app.deps, actor: { kind: 'system', job: 'texts' } })
  await refreshContent(desk.app.deps)
}
const inAMinute = () => new Date(desk.app.deps.clock.now().getTime() + 60_000).toISOString()
const schedule = (of: string, body: object, person = cora) =>
  person.call({ method: 'PUT', url: '/api/content-draft/publication', body: { path: of, reason, ...body } })
const titleOf = async (of: string) => (await desk.app.send({ url: `/api/content/${of}` })).body.title

// Shows: 11.4
test('a draft is published once at the time that somebody chose, in their name', async () => {
  const of = 'en/pages/responsible-gaming'
  const { data } = await read(of)
  const next = { ...data, title: 'From tomorrow on' }
  await save({ path: of, data: next, base: 0, draft: 0 })
  const at = inAMinute()
  expect(refusalOf(await schedule(of, { draft: 1, at }, marta))).toEqual([403, 'notPermitted'])
  expect(refusalOf(await schedule(of, { draft: 2, at }))).toEqual([409, 'draftChanged'])
  expect(refusalOf(await schedule(of, { draft: 1, at: '2020-01-01T00:00:00Z' }))).toEqual([422, 'momentPast'])
  expect(refusalOf(await schedule(of, { draft: 1, at: 'tomorrow' }))).toEqual([422, 'validation'])
  const dora = await desk.person('dorothy', 'content')
  const answers = await Promise.all([schedule(of, { draft: 1, at }), schedule(of, { draft: 1, at }, dora)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = answers[0].status === 200 ? cora : dora
  // Its answer was lost.
  expect((await schedule(of, { draft: 1, at }, winner)).body).toEqual({ revision: 2 })
  expect((await read(of)).draft.publication).toMatchObject({
    at,
    actor: `operator:${winner.name}`,
    reason,
    fault: null,
  })
  expect((await cora.call({ url: '/api/content' })).body.drafts).toContainEqual(
    expect.objectContaining({ path: of, publishAt: at, hasFailed: false }),
  )
  await publishDue()
  expect(await titleOf(of)).toBe(data.title)
  desk.forward(60_001)
  await Promise.all([publishDue(), publishDue()])
  expect(await titleOf(of)).toBe('From tomorrow on')
  const after = await read(of)
  expect(after).toMatchObject({ draft: null, data: next })
  expect(after.versions.map(({ version, actor }: { version: number; actor: string }) => [version, actor])).toEqual([
    [2, `operator:${winner.name}`],
    [1, 'system:texts'],
  ])
  const { rows } = await desk.app.deps.db.pool.query(
    `SELECT actor, action, detail->>'scheduledBy' AS by FROM identity.audit
     WHERE detail->>'path' = $1 AND action IN ('content-scheduled', 'content-changed') ORDER BY id`,
    [of],
  )
  expect(rows).toEqual([
    { actor: `operator:${winner.name}`, action: 'content-scheduled', by: null },
    { actor: 'system:texts', action: 'content-changed', by: `operator:${winner.name}` },
  ])
})

test('a time is removed by whoever may, by another saving, and by a publication before it', async () => {
  const of = 'en/pages/fairness'
  const { data } = await read(of)
  const first = { ...data, title: 'First' }
  await save({ path: of, data: first, base: 0, draft: 0 })
  await schedule(of, { draft: 1, at: inAMinute() })
  const unschedule = () => post('content-draft/publication/end', { path: of, draft: 2, reason })
  expect((await unschedule()).body).toEqual({ revision: 3 })
  expect((await unschedule()).body).toEqual({ revision: 3 })
  expect((await read(of)).draft).toMatchObject({ data: first, publication: null })
  await schedule(of, { draft: 3, at: inAMinute() })
  expect(refusalOf(await save({ path: of, data, base: 0, draft: 3 }))).toEqual([409, 'draftChanged'])
  const second = { ...data, title: 'Second' }
  expect((await save({ path: of, data: second, base: 0, draft: 4 })).body).toEqual({ revision: 5 })
  expect((await read(of)).draft.publication).toBe(null)
  await schedule(of, { draft: 5, at: inAMinute() })
  expect((await post('content-file', { path: of, data: second, reason, seen: 0, draft: 6 })).status).toBe(200)
  desk.forward(60_001)
  await publishDue()
  expect((await read(of)).versions).toHaveLength(2)
})

test('what cannot be published at its time waits for a person, with the fault', async () => {
  const of = 'pt-BR/pages/about'
  const { data } = await read(of)
  const draft = { ...data, title: 'Draft' }
  await save({ path: of, data: { ...data, title: '' }, base: 0, draft: 0 })
  expect(refusalOf(await schedule(of, { draft: 1, at: inAMinute() }))).toEqual([422, 'contentInvalid'])
  await save({ path: of, data: draft, base: 0, draft: 1 })
  await schedule(of, { draft: 2, at: inAMinute() })
  // From the command line, which knows of no draft.
  const { content } = desk.app.deps
  await publishContent({ ...desk.app.deps, content, actor: operator }, of, {
    data: { ...data, title: 'Other' },
    comment: 'x',
  })
  desk.forward(60_001)
  await publishDue()
  await publishDue()
  expect(await titleOf(of)).toBe('Other')
  expect((await read(of)).draft).toMatchObject({ revision: 4, publication: { fault: 'changedMeanwhile' } })
  expect(refusalOf(await schedule(of, { draft: 4, at: inAMinute() }))).toEqual([409, 'changedMeanwhile'])
  const mark = await desk.person('mark', 'manager')
  const waiting = (await mark.call({ url: '/api/waiting' })).body
  expect(waiting.find(({ name }: { name: string }) => name === 'texts')).toMatchObject({ waiting: 1 })
  // Whoever has compared both goes on from the newest version.
  await save({ path: of, data: draft, base: 2, draft: 4 })
  expect((await schedule(of, { draft: 5, at: inAMinute() })).status).toBe(200)
})

test('a publication and a return to a version are made once when their answers are lost', async () => {
  const of = 'fr-CA/pages/terms'
  const { data } = await read(of)
  const sent = { path: of, data: { ...data, title: 'Nouveau' }, reason, seen: 0, draft: 0 }
  expect((await post('content-file', sent)).body).toEqual({ version: 2 })
  expect((await post('content-file', sent)).body).toEqual({ version: 2 })
  expect(refusalOf(await post('content-file', { ...sent, reason: 'another reason' }))).toEqual([
    409,
    'changedMeanwhile',
  ])
  const back = { path: of, version: 1, reason, seen: 2 }
  expect((await post('content-restore', back)).body).toEqual({ version: 3 })
  expect((await post('content-restore', back)).body).toEqual({ version: 3 })
  expect((await read(of)).versions).toHaveLength(3)
})
