import { beforeEach, expect, test, vi } from 'vitest'
import { documentLimits } from '#contract/fields/document-limits.ts'
import { contentOf, labelsOf } from '#tests/setup/content.ts'
import { type Answering, hooks, views } from '#tests/setup/hook.tsx'
import { apiKey } from '../../api/use-api.ts'
import { DocumentRow } from '../../routes/profile/documents/document-row.tsx'
import { useUploads } from './use-uploads.ts'

const run = hooks()
const show = views()
const key = apiKey('GET /api/player/documents')
const words = labelsOf('documents')
const alertOf = (file: string, name: string) => (contentOf(`alerts/${file}`)[name] as { title: string }).title

/** The uploads of a test, in their order. */
let sent: FakeRequest[] = []
class FakeRequest {
  status = 0
  response: object | null = null
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  readonly headers: Record<string, string> = {}
  body: FormData | null = null
  address = ''
  onload = () => undefined as void
  onerror = () => undefined as void
  onabort = () => undefined as void
  open(method: string, path: string) {
    this.address = `${method} ${path}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  abort() {
    this.onabort()
  }
  send(body: FormData) {
    this.body = body
    sent.push(this)
  }
  answer(status: number, response: object | null) {
    Object.assign(this, { status, response })
    this.onload()
  }
}
beforeEach(() => {
  sent = []
})

const fileOf = (name: string, type = 'image/png', size = 4) => new File([new Uint8Array(size)], name, { type })
async function uploads() {
  const page = await run(useUploads, { answers: [[key, [{ id: 'd1' }, { id: 'd9' }]]] })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const rows = () => page.current.list.map(({ file, state, part, error }) => [file.name, state, part, error])
  return { page, rows }
}

// Shows: 7.3.6
test('documents are sent as multipart, one after the other, with their progress', async () => {
  const { page, rows } = await uploads()
  await page.perform(({ add }) => add([fileOf('a.png'), fileOf('b.png')], 'address'))
  expect(rows()).toEqual([
    ['a.png', 'sending', 0, null],
    ['b.png', 'waiting', 0, null],
  ])
  const [first] = sent
  expect([sent.length, first!.address]).toEqual([1, 'POST /api/player/documents'])
  expect(first!.headers).toEqual({ authorization: 'Bearer abc', 'x-locale': 'en' })
  expect([...first!.body!.keys()]).toEqual(['type', 'file'])
  expect(first!.body!.get('type')).toBe('address')
  expect(first!.body!.get('file')).toMatchObject({ name: 'a.png', size: 4 })
  await page.perform(() => first!.upload.onprogress!({ loaded: 1, total: 4 }))
  expect(rows()[0]).toEqual(['a.png', 'sending', 0.25, null])
  await page.perform(() => first!.upload.onprogress!({ loaded: 1, total: 0 }))
  expect(rows()[0]).toEqual(['a.png', 'sending', 0, null])
  await page.perform(() => first!.answer(201, { id: 'd1', name: 'a.png' }))
  expect(rows()).toEqual([['b.png', 'sending', 0, null]])
  expect(page.client.getQueryData(key)).toEqual([{ id: 'd1', name: 'a.png' }, { id: 'd9' }])
  expect(page.alerts).toEqual([alertOf('verification', 'documentUploaded')])
  expect(sent.length).toBe(2)
})

// Shows: 7.3.6
test('files that are none of the accepted, or too large, are refused without a call', async () => {
  const { page, rows } = await uploads()
  const { maxBytes } = documentLimits
  await page.perform(({ add }) =>
    add([fileOf('a.txt', 'text/plain'), fileOf('b.png', 'image/png', maxBytes + 1)], 'other'),
  )
  const texts = contentOf('fields-settings/documents') as Record<string, string>
  expect(rows()).toEqual([
    ['a.txt', 'failed', 0, texts.fileType!.replace('{megabytes}', String(maxBytes / 1024 / 1024))],
    ['b.png', 'failed', 0, texts.fileTooLarge!.replace('{megabytes}', String(maxBytes / 1024 / 1024))],
  ])
  expect(sent).toEqual([])
  await page.perform(({ add }) => add([fileOf('c.png', 'image/png', maxBytes)], 'other'))
  expect(sent).toHaveLength(1)
})

// Shows: 7.3.6
test.each<[string, (request: FakeRequest) => void, string]>([
  ['without a connection', (request) => request.onerror(), words.unreachable!],
  [
    'for its content',
    (request) => request.answer(422, { error: { message: 'No', fields: { file: ['Unreadable'] } } }),
    'Unreadable',
  ],
  ['for another reason', (request) => request.answer(409, { error: { message: 'Too many' } }), 'Too many'],
])('an upload that fails %s says so, is repeated or removed, and the next follows', async (_, fail, error) => {
  const { page, rows } = await uploads()
  await page.perform(({ add }) => add([fileOf('a.png'), fileOf('b.png')], 'identity'))
  await page.perform(() => fail(sent[0]!))
  expect(rows()).toEqual([
    ['a.png', 'failed', 0, error],
    ['b.png', 'sending', 0, null],
  ])
  await page.perform(({ again, list }) => again(list[0]!.key))
  expect(rows()[0]).toEqual(['a.png', 'waiting', 0, null])
  await page.perform(() => sent[1]!.answer(201, { id: 'd2' }))
  expect([rows()[0]![1], sent.length]).toEqual(['sending', 3])
  await page.perform(({ remove, list }) => remove(list[0]!.key))
  expect(rows()).toEqual([])
})

// Shows: 7.3.6
test('an upload is stopped when its row is removed, or the page is left', async () => {
  const { page, rows } = await uploads()
  await page.perform(({ add }) => add([fileOf('a.png'), fileOf('b.png')], 'identity'))
  const stop = vi.spyOn(sent[0]!, 'abort')
  await page.perform(({ remove, list }) => remove(list[1]!.key))
  expect(stop).not.toHaveBeenCalled()
  await page.perform(({ remove, list }) => remove(list[0]!.key))
  expect([stop.mock.calls.length, rows()]).toEqual([1, []])
  await page.perform(({ add }) => add([fileOf('c.png')], 'identity'))
  const stopLast = vi.spyOn(sent.at(-1)!, 'abort')
  await page.close()
  expect(stopLast).toHaveBeenCalledOnce()
})

const document1 = {
  id: 'd1',
  name: 'passport.png',
  type: 'identity',
  size: 1_234_567,
  status: 1,
  comment: null,
  createdAt: '2026-11-20T12:00:00.000Z',
} as Parameters<typeof DocumentRow>[0]['document']

// Shows: 7.3.6
test.each([
  [200, '', [{ id: 'd9' }], alertOf('verification', 'documentDeleted')],
  [404, 'documentNotFound', [{ id: 'd9' }], alertOf('verification', 'documentDeleted')],
  [409, 'documentApproved', [{ id: 'd1' }, { id: 'd9' }], alertOf('common', 'somethingWrong')],
])('a document is deleted after a question: %i %s', async (status, name, left, alert) => {
  const answer: Answering = ({ route }) =>
    route.startsWith('GET') ? { body: [{ id: 'd1' }, { id: 'd9' }] } : { status, body: { error: { name } } }
  const page = await show(<DocumentRow document={document1} />, {
    answers: [[key, [{ id: 'd1' }, { id: 'd9' }]]],
    answer,
  })
  expect(page.text).toContain('1.2 MB')
  await page.press('Delete passport.png')
  await page.press(words.deleteNo!)
  expect(page.calls).toEqual([])
  await page.press('Delete passport.png')
  await page.press(words.deleteYes!)
  expect(page.calls[0]!.route).toBe('DELETE /api/player/documents/d1')
  expect(page.client.getQueryData(key)).toEqual(left)
  expect(page.alerts).toEqual([alert])
})

// Shows: 3.3.1
test.each([
  [1, 'status_1', true],
  [2, 'status_2', false],
  [3, 'status_3', true],
])('a document of the status %i reads %s, and can be deleted: %s', async (status, label, isDeletable) => {
  const page = await show(<DocumentRow document={{ ...document1, status, size: 1, comment: 'Cut off' }} />)
  expect(page.text).toContain(words[label])
  expect(page.text).toContain('Cut off')
  expect(page.text).toContain('1 kB')
  expect(page.has('Delete passport.png')).toBe(isDeletable)
})
