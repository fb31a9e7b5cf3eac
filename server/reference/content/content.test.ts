import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Ctx } from '../../deps.ts'
import { readSettings } from '../../settings.ts'
import { loadContent } from './content.ts'
import { readContent } from './read-content.ts'
import { readPage } from './read-page.ts'

function folder(files: Record<string, unknown>): string {
  const root = mkdtempSync(join(tmpdir(), 'fairhouse-content-'))
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(value))
  }
  return root
}
const alert = (title: string) => ({ type: 'info', title, description: '' })
const shipped = folder({
  'en/alerts.json': { a: { one: alert('One'), two: alert('Two') } },
  'en/ui.json': { shell: { title: 'Title', only: 'English' } },
  'en/pages.json': {
    terms: { title: 'Terms', description: 'Rules', updatedAt: '2026-01-02', body: ['Hello <b>there</b>'] },
  },
  'de/alerts.json': { a: { one: alert('Eins') } },
  'de/ui.json': { shell: { title: 'Titel' } },
})

test('a key that a locale lacks is read from the default language', () => {
  const content = loadContent({ shipped })
  expect(content.labels('de', 'shell')).toEqual({ title: 'Titel', only: 'English' })
  expect(content.read('xx', 'alerts')).toEqual(content.read('en', 'alerts'))
})

test("the operator's content overrides the shipped one, key by key, and changes the version", () => {
  const contentDir = folder({ 'de/alerts.json': { a: { two: alert('Zwei!') } } })
  const content = loadContent({ shipped, contentDir })
  expect(content.read('de', 'alerts')).toEqual({ a: { one: alert('Eins'), two: alert('Zwei!') } })
  expect(content.version).not.toBe(loadContent({ shipped }).version)
})

test('an invalid file prevents startup and is named', () => {
  const contentDir = folder({ 'en/alerts.json': { a: { one: { type: 'loud', title: '' } } } })
  expect(() => loadContent({ shipped, contentDir })).toThrow(/en\/alerts\.json: a\.one\.type/)
  expect(() => loadContent({ shipped, contentDir: folder({ 'en/alerts.json': [] }) })).toThrow(
    /en\/alerts\.json is not a JSON object/,
  )
})

test.each([
  [{ 'en/page.json': {} }, 'en/page.json is not read: the files of a locale are alerts.json, fields-settings.json'],
  [
    { 'de/pages/help/deposits.json': {}, 'en/layout/footer.json': {}, 'en/methods.json': {} },
    'de/pages/help/deposits.json is not read (1 of 3 such files): put its texts into de/pages.json, as the value of "help/deposits"',
  ],
])('files of texts that are never read prevent startup, and the right place is named: %j', (files, fault) => {
  expect(() => loadContent({ shipped, contentDir: folder(files) })).toThrow(`CONTENT_DIR: ${fault}`)
})

// Shows: ASVS 15.3.6
test('an unknown locale or page is refused, including names of built-in properties', async () => {
  const ctx = { content: loadContent({ shipped }) } as unknown as Ctx
  expect(await readContent(ctx, { locale: 'xx', directory: 'alerts' })).toMatchObject({
    ok: false,
    refusal: 'unknownLocale',
  })
  for (const identity of ['nothing', 'constructor', '__proto__']) {
    expect(await readPage(ctx, { locale: 'en', identity })).toMatchObject({ ok: false, refusal: 'pageNotFound' })
  }
})

// Shows: ASVS 1.3.5
test('markup in a page remains text', async () => {
  const settings = readSettings({ NODE_ENV: 'test' })
  const page = await readPage({ content: loadContent({ shipped }), settings } as unknown as Ctx, {
    locale: 'de',
    identity: 'terms',
  })
  expect(page).toMatchObject({
    ok: true,
    value: { title: 'Terms', blocks: [{ kind: 'paragraph', content: ['Hello <b>there</b>'] }] },
  })
})

test('the privacy policy states the periods of the settings, in every locale', async () => {
  const settings = readSettings({ NODE_ENV: 'test', CHAT_RETENTION_DAYS: '17', AFFILIATE_TAG_DAYS: '45' })
  const content = loadContent()
  for (const locale of content.locales) {
    const page = JSON.stringify(
      await readPage({ content, settings } as unknown as Ctx, { locale, identity: 'privacy' }),
    )
    expect(page.match(/\b17\b/g), locale).toHaveLength(2)
    expect(page.match(/\b45\b/g), locale).toHaveLength(1)
    expect(page, locale).not.toMatch(/\{\w+\}/)
  }
  const usual = { content, settings: readSettings({ NODE_ENV: 'test' }) } as unknown as Ctx
  const page = JSON.stringify(await readPage(usual, { locale: 'en', identity: 'privacy' }))
  expect(page).toContain('We keep it for 365 days, and chats of visitors without an account for 30 days.')
  expect(page).toContain('up to 30 days')
})

// Shows: 11.4
test('texts that a locale lacks are listed and do not prevent startup; the shipped content lacks none', () => {
  expect(loadContent({ shipped }).missing).toEqual([
    'de/alerts/a/two.type',
    'de/alerts/a/two.title',
    'de/alerts/a/two.description',
    'de/pages/terms/title',
    'de/pages/terms/description',
    'de/pages/terms/updatedAt',
    'de/pages/terms/body',
    'de/ui/shell/only',
  ])
  expect(loadContent().missing).toEqual([])
})

test('edited files override those of the folders until they are replaced, and a page is replaced as a whole', () => {
  const content = loadContent({ shipped })
  content.replace({ de: { alerts: { a: { one: { title: 'Neu' } } } }, en: { pages: { news: { title: 'News' } } } })
  expect(content.read('de', 'alerts')).toEqual({ a: { one: { ...alert('Eins'), title: 'Neu' }, two: alert('Two') } })
  expect(content.read('en', 'alerts')).toEqual({ a: { one: alert('One'), two: alert('Two') } })
  expect(Object.keys(content.read('de', 'pages')).toSorted()).toEqual(['news', 'terms'])
  content.replace({})
  expect(content.read('de', 'pages')).not.toHaveProperty('news')
  expect(content.read('de', 'alerts').a).toHaveProperty('one.title', 'Eins')
})
