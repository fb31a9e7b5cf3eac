/** Changes of content by operators take effect at once, are versioned, and can be rolled back. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#tests/setup/app.ts'
import { operator } from '#tests/setup/operator.ts'
import { type Content, loadContent } from './content.ts'
import { routes } from './module.ts'
import { contentChannel, publishContent, refreshContent, rollBackContent } from './versions.ts'

let app: TestApp
let content: Content
const path = 'de/pages/terms'
const page = (title: string, body = ['## Neu', 'Ein **Satz**.']) => ({
  title,
  description: 'Kurz',
  updatedAt: null,
  body,
})

beforeAll(async () => {
  app = await testApp({ routes, deps: () => ({ content: loadContent() }) })
  content = app.deps.content
})
beforeEach(async () => {
  await app.db.asOwner('TRUNCATE content.versions, content.drafts')
  await refreshContent(app.deps)
})
afterAll(() => app.close())

const needs = () => ({ ...app.deps, actor: operator })
const read = async (address: string) => (await app.app.inject(`/api/content/${address}`)).json()
async function publish(where: string, data: unknown) {
  const done = await publishContent(needs(), where, { data, comment: 'test' })
  await refreshContent(app.deps)
  return done
}

// Shows: 11.4
test('a published page is read at once, only in its locale; the first version is the original file', async () => {
  const before = await read('de/pages/terms')
  const english = await read('en/pages/terms')
  expect(await publish(path, page('Neue Regeln'))).toMatchObject({ ok: true, value: { version: 2 } })
  expect(await read('de/pages/terms')).toMatchObject({
    title: 'Neue Regeln',
    blocks: [{ kind: 'heading', text: 'Neu' }, { kind: 'paragraph' }],
  })
  expect(await read('en/pages/terms')).toEqual(english)
  const back = await rollBackContent(needs(), path, { version: 1, comment: 'a mistake' })
  expect(back).toMatchObject({ ok: true, value: { version: 3 } })
  await refreshContent(app.deps)
  expect(await read('de/pages/terms')).toEqual(before)
})

test('a new page is read in its language; one of the default language in every language', async () => {
  expect((await read('de/pages/christmas')).error.name).toBe('pageNotFound')
  await publish('en/pages/christmas', page('Christmas'))
  await publish('ar/pages/christmas', page('عيد الميلاد'))
  expect(await read('de/pages/christmas')).toMatchObject({ title: 'Christmas' })
  expect(await read('ar/pages/christmas')).toMatchObject({ title: 'عيد الميلاد' })
})

test('a page in a folder is published, read and listed under its whole path', async () => {
  expect(await publish('en/pages/help/deposits', page('Deposits'))).toMatchObject({ ok: true })
  expect(await read(`de/pages/${encodeURIComponent('help/deposits')}`)).toMatchObject({
    identity: 'help/deposits',
    title: 'Deposits',
  })
  await refreshContent(app.deps)
  expect(await read(`de/pages/${encodeURIComponent('help/deposits')}`)).toMatchObject({ title: 'Deposits' })
})

test('questions, alerts and other files are merged over the shipped ones, so that a missing text is never empty', async () => {
  const { payments } = (await read('de/alerts')) as Record<string, Record<string, object>>
  const [name] = Object.keys(payments!)
  await publish('de/alerts/payments', { [name!]: { type: 'info', title: 'Neu', description: '' } })
  const now = (await read('de/alerts')).payments
  expect(now[name!].title).toBe('Neu')
  expect(Object.keys(now).toSorted()).toEqual(Object.keys(payments!).toSorted())
})

test('an invalid file or an unknown path is refused and changes nothing', async () => {
  const before = await read('de/pages/terms')
  expect(await publish(path, { title: '' })).toMatchObject({ ok: false, refusal: 'contentInvalid' })
  for (const where of [
    'xx/pages/terms',
    'de/mails/welcome',
    'de/ui/shell',
    'de/alerts/nothing',
    'de/layout/brand',
    'de/pages/../terms',
    'de/pages/__proto__',
    'de/alerts/payments/x',
    'de/pages/terms//x',
    `de/pages/${'a/'.repeat(120)}x`,
    '',
  ])
    expect(await publish(where, page('x')), where).toMatchObject({ ok: false, refusal: 'pathUnknown' })
  expect(await rollBackContent(needs(), path, { version: 1, comment: '' })).toMatchObject({
    refusal: 'versionNotFound',
  })
  expect(await read('de/pages/terms')).toEqual(before)
})

test('markup in an operator’s page remains text, and only links to this site or to https are links', async () => {
  const hostile = page('Regeln', ['<script>alert(1)</script> [x](javascript:alert(1)) [y](/contact)'])
  expect(await publish(path, hostile)).toMatchObject({ refusal: 'contentInvalid' })
  // As a build without this check may have stored it.
  await app.db.asOwner(
    `INSERT INTO content.versions VALUES ('${path}', 1, '${JSON.stringify(hostile)}', now(), 'operator:olga', 'test')`,
  )
  await refreshContent(app.deps)
  const { blocks } = await read('de/pages/terms')
  expect(JSON.stringify(blocks)).toContain('<script>alert(1)</script>')
  expect(JSON.stringify(blocks)).not.toContain('"href":"javascript')
  expect(JSON.stringify(blocks)).toContain('"href":"/contact"')
})

test('twenty operators at once: versions are numbered without a gap, and the last one is in force in every process', async () => {
  const other = loadContent()
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      publishContent(needs(), path, { data: page(`Regeln ${index}`), comment: 'race' }),
    ),
  )
  const { rows } = await app.db.asOwner('SELECT version, data FROM content.versions WHERE path = $1 ORDER BY version', [
    path,
  ])
  expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
  await refreshContent({ ...app.deps, content: other })
  expect((other.read('de', 'pages').terms as { title: string }).title).toBe(rows.at(-1)!.data.title)
  const announced = await app.db.asOwner('SELECT count(*)::int AS times FROM outbox.events WHERE channel = $1', [
    contentChannel,
  ])
  expect(announced.rows[0].times).toBeGreaterThanOrEqual(20)
})

test('reading the versions again changes the revision, and so invalidates caches', async () => {
  const before = content.revision
  await publish(path, page('Neu'))
  expect(content.revision).toBeGreaterThan(before)
})
