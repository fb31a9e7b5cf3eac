import { expect, test } from 'vitest'
import { type Answering, type ShownView, spaced, views } from '#tests/setup/hook.tsx'
import { formatMoment, label } from '../labels.ts'
import { Content } from './content.tsx'

const show = views()
const at = '2026-11-02T12:00:00.000Z'
const path = 'en/texts/footer'
const version = (number: number) => ({ version: number, at, actor: 'operator:mia', comment: `Change ${number}` })
const draft = (part: object = {}) => ({
  data: { about: 'Drafted' },
  base: 4,
  revision: 2,
  at,
  actor: 'operator:olga',
  publication: null,
  ...part,
})
const file = (part: object = {}) => ({
  path,
  data: { about: 'In force' },
  english: null,
  versions: [version(4), version(3)],
  draft: null,
  ...part,
})
type Site = { file?: () => object; scopes?: string[]; check?: object; drafts?: object[]; writes?: Answering }
const everything = ['content:do', 'content:decide']
const checkRoute = 'POST /api/content-check'
async function opened({ file: found = file, scopes = everything, check, drafts = [], writes }: Site = {}) {
  const page = await show(<Content operator={{ scopes } as never} params={{}} />, {
    path: '/content',
    search: '?file=texts%2Ffooter&locale=en',
    answer: (call) => {
      if (call.route === 'GET /api/content')
        return { body: { locales: ['en', 'de'], files: ['texts/footer', 'pages/about'], drafts } }
      if (call.route.startsWith('GET /api/content-file')) return { body: found() }
      if (call.route === checkRoute) return { body: { faults: [], missing: [], preview: null, ...check } }
      return writes?.(call) ?? { body: { revision: 3, version: 5 } }
    },
  })
  await page.pass(1)
  return page
}
const written = ({ calls }: ShownView) => calls.filter(({ route }) => !route.startsWith('GET') && route !== checkRoute)
const isDisabled = (page: ShownView, name: 'saveDraft' | 'publish') => page.find(label(`content.${name}`)).disabled
const text = (page: ShownView) => page.find('about').value
/** Writes a text, and lets the page check it. */
async function changed(page: ShownView) {
  await page.enter('about', 'Mine')
  await page.pass(600)
}
const refreshMs = 10_100
/** As it can be read on the page. */

test('a changed text is saved as a draft of the version that it was begun from', async () => {
  let found = file()
  const page = await opened({
    file: () => found,
    writes: () => {
      found = file({ draft: draft({ data: { about: 'Mine' }, revision: 1 }) })
      return { body: { revision: 1 } }
    },
  })
  expect([isDisabled(page, 'saveDraft'), isDisabled(page, 'publish')]).toEqual([true, true])
  expect(page.text).toContain(label('content.noDraft'))
  await changed(page)
  expect(page.has(label('content.unsaved'))).toBe(true)
  await page.press(label('content.saveDraft'))
  expect(written(page)).toEqual([
    { route: 'PUT /api/content-draft', body: { path, data: { about: 'Mine' }, base: 4, draft: 0 } },
  ])
  expect([page.has(label('content.unsaved')), isDisabled(page, 'saveDraft'), text(page)]).toEqual([false, true, 'Mine'])
})

test('what is typed while a draft is being saved is not saved yet, and goes on from that draft', async () => {
  let [found, send] = [file(), () => {}]
  const page = await opened({
    file: () => found,
    writes: async () => {
      await new Promise<void>((resolve) => (send = resolve))
      found = file({ draft: draft({ data: { about: 'Mine' }, revision: 1 }) })
      return { body: { revision: 1 } }
    },
  })
  const save = () =>
    page.perform(() => page.find(label('content.saveDraft')).dispatch('click', { button: 0, detail: 1 }))
  await changed(page)
  await save()
  await page.enter('about', 'Mine, and more')
  await page.perform(() => send())
  await page.pass(600)
  expect([text(page), page.has(label('content.unsaved')), page.has(label('content.takeTheirs'))]).toEqual([
    'Mine, and more',
    true,
    false,
  ])
  await save()
  expect(written(page).at(-1)!.body).toMatchObject({ data: { about: 'Mine, and more' }, draft: 1 })
  await page.perform(() => send())
})

test.each([
  [{ ctrlKey: true, key: 's' }, 1],
  [{ metaKey: true, key: 'S' }, 1],
  [{ ctrlKey: true, key: 'p' }, 0],
  [{ key: 's' }, 0],
])('the keys %j save a changed text: %s times', async (keys, times) => {
  const page = await opened()
  const press = () => page.perform(() => void dispatchEvent(Object.assign(new Event('keydown'), keys)))
  await press()
  expect(written(page)).toEqual([])
  await changed(page)
  await press()
  expect(written(page)).toHaveLength(times)
})

test('a text is published with a reason, naming the version and the draft that were shown', async () => {
  const page = await opened({ file: () => file({ draft: draft() }) })
  expect(text(page)).toBe('Drafted')
  await page.pass(600)
  await page.press(label('content.publish'))
  expect(page.text).toContain(label('content.publishAtHint'))
  await page.enter(label('reason'), 'Legal asked')
  await page.press(label('content.publish'))
  expect(written(page)).toEqual([
    {
      route: 'POST /api/content-file',
      body: { path, data: { about: 'Drafted' }, reason: 'Legal asked', seen: 4, draft: 2 },
    },
  ])
})

test('a saved draft can be published later, an unsaved text only at once', async () => {
  const page = await opened({ file: () => file({ draft: draft() }) })
  await page.pass(600)
  await page.press(label('content.publish'))
  await page.enter(label('content.publishAt'), '2026-12-01T09:30')
  await page.enter(label('reason'), 'Legal asked')
  await page.press(label('content.schedule'))
  const moment = new Date('2026-12-01T09:30').toISOString()
  expect(written(page)).toEqual([
    { route: 'PUT /api/content-draft/publication', body: { path, draft: 2, at: moment, reason: 'Legal asked' } },
  ])
  const unsaved = await opened()
  await changed(unsaved)
  await unsaved.press(label('content.publish'))
  expect(unsaved.find(label('content.publishAt')).disabled).toBe(true)
  expect(unsaved.text).toContain(label('content.publishAtSaved'))
})

test('a text with faults is saved, but not published', async () => {
  const page = await opened({ check: { faults: [{ path: ['about'], message: 'It is too long.' }] } })
  await changed(page)
  expect([isDisabled(page, 'saveDraft'), isDisabled(page, 'publish')]).toEqual([false, true])
  expect(page.text).toContain('It is too long.')
  expect(page.text).toContain(label('content.faults', { count: 1 }))
})

test.each([
  ['takeTheirs', 'Theirs', false],
  ['keepMine', 'Mine', true],
] as const)('a draft that another person has saved is compared first: %s', async (choice, shown, isUnsaved) => {
  let found = file({ draft: draft() })
  const page = await opened({ file: () => found })
  await changed(page)
  found = file({ draft: draft({ data: { about: 'Theirs' }, revision: 3 }) })
  await page.pass(refreshMs)
  expect(page.text).toContain(label('content.theirDraft', { actor: 'olga' }))
  expect([isDisabled(page, 'saveDraft'), isDisabled(page, 'publish')]).toEqual([true, true])
  await page.press(label(`content.${choice}`))
  expect([text(page), page.has(label('content.unsaved')), page.has(label('content.takeTheirs'))]).toEqual([
    shown,
    isUnsaved,
    false,
  ])
  if (!isUnsaved) return
  await page.press(label('content.saveDraft'))
  expect(written(page)[0]!.body).toMatchObject({ data: { about: 'Mine' }, draft: 3 })
})

test('a version that another person has published is compared first, and a changed text goes on from it', async () => {
  let found = file()
  const page = await opened({ file: () => found })
  await changed(page)
  found = file({ data: { about: 'Theirs' }, versions: [version(5), version(4)] })
  await page.pass(refreshMs)
  expect(page.text).toContain(label('content.newerVersion', { actor: 'mia', version: 5 }))
  await page.press(label('content.keepMine'))
  await page.press(label('content.saveDraft'))
  expect(written(page)[0]!.body).toMatchObject({ data: { about: 'Mine' }, base: 5 })
})

test('whoever has changed nothing sees what others save', async () => {
  let found = file()
  const page = await opened({ file: () => found })
  found = file({ draft: draft({ data: { about: 'Theirs' } }) })
  await page.pass(refreshMs)
  expect([text(page), page.has(label('content.takeTheirs'))]).toEqual(['Theirs', false])
})

test.each(['publish', 'discardDraft'] as const)(
  'a decision that was begun is about what was shown: %s',
  async (act) => {
    let found = file({ draft: draft() })
    const page = await opened({ file: () => found })
    await page.pass(600)
    await page.press(label(`content.${act}`))
    found = file({ draft: draft({ data: { about: 'Theirs' }, revision: 3 }) })
    await page.pass(refreshMs)
    if (act === 'publish') await page.enter(label('reason'), 'Legal asked')
    await page.press(label(`content.${act}`))
    expect(written(page)[0]!.body).toMatchObject({
      path,
      draft: 2,
      ...(act === 'publish' && { data: { about: 'Drafted' } }),
    })
  },
)

test('an earlier version is restored over the one that was shown, and the newest cannot be', async () => {
  let found = file()
  const page = await opened({ file: () => found })
  expect(page.text.split(label('content.restore'))).toHaveLength(2)
  await page.press(label('content.restore'))
  expect(page.text).toContain(label('content.restoreOf', { version: 3 }))
  found = file({ versions: [version(5), version(4), version(3)] })
  await page.pass(refreshMs)
  await page.enter(label('reason'), 'By mistake')
  await page.press(label('content.restore'))
  expect(written(page)).toEqual([
    { route: 'POST /api/content-restore', body: { path, version: 3, reason: 'By mistake', seen: 4 } },
  ])
})

test('the time of a draft is shown and can be removed, and why it was not published at that time', async () => {
  const publication = { at, actor: 'operator:mia', reason: 'Legal asked', fault: null }
  const page = await opened({ file: () => file({ draft: draft({ publication }) }) })
  expect(page.text).toContain(spaced(label('content.scheduledFor', { moment: formatMoment(at), actor: 'mia' })))
  await page.press(label('content.unschedule'))
  await page.enter(label('reason'), 'Not yet')
  await page.press(label('content.unschedule'))
  expect(written(page)).toEqual([
    { route: 'POST /api/content-draft/publication/end', body: { path, draft: 2, reason: 'Not yet' } },
  ])
  const failed = await opened({
    file: () => file({ draft: draft({ publication: { ...publication, fault: 'changedMeanwhile' } }) }),
  })
  expect(failed.text).toContain(spaced(label('content.failed.changedMeanwhile', { moment: formatMoment(at) })))
  expect((await opened()).has(label('content.unschedule'))).toBe(false)
})

test.each([
  [['content:read'], false, false],
  [['content:do'], true, false],
  [everything, true, true],
])('with %j, a text is edited (%s) and published (%s)', async (scopes, mayEdit, mayPublish) => {
  const page = await opened({ scopes, file: () => file({ draft: draft() }) })
  expect(
    (['saveDraft', 'discardDraft', 'publish', 'restore'] as const).map((act) => page.has(label(`content.${act}`))),
  ).toEqual([mayEdit, mayEdit, mayPublish, mayPublish])
  // Whoever may not edit has the text checked neither.
  expect(page.calls.some(({ route }) => route === checkRoute)).toBe(mayEdit)
})

test('drafts lead to their texts, and another file or language to its own', async () => {
  const page = await opened({
    drafts: [{ path: 'de/pages/about', at, actor: 'operator:olga', publishAt: at, hasFailed: true }],
  })
  expect(page.text).toContain(label('content.notPublished'))
  await page.enter(label('content.file'), 'pages/about')
  expect(page.address).toBe('/content?file=pages%2Fabout&locale=en')
  await page.enter(label('content.language'), 'de')
  expect(page.address).toBe('/content?file=pages%2Fabout&locale=de')
})
