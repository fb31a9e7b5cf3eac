import { expect, test, vi } from 'vitest'
import { labelsOf } from '#tests/setup/content.ts'
import { FakeElement } from '#tests/setup/dom.ts'
import { views } from '#tests/setup/hook.tsx'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import type { Upload, Uploads } from '../../features/verification/use-uploads.ts'
import { route } from './documents.tsx'
import { UploadRow } from './documents/upload-row.tsx'

const show = views()
const words = labelsOf('documents')
const file = (name: string) => new File([new Uint8Array(4)], name, { type: 'image/png' })
const sent: Array<{ body: FormData | null }> = []
class FakeRequest {
  body: FormData | null = null
  readonly upload = {}
  onabort = () => undefined as void
  open() {}
  setRequestHeader() {}
  abort() {
    this.onabort()
  }
  send(body: FormData) {
    this.body = body
    sent.push(this)
  }
}
const documents = async (answer: () => object) => {
  sent.length = 0
  const page = await show(<route.View />, { path: '/profile/documents', answer: () => answer() })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  await page.pass(1)
  return page
}

// Shows: 7.3.6
test('a file that is chosen is sent as a document of the type chosen before', async () => {
  const page = await documents(() => ({ body: [] }))
  expect(page.text).toContain(words.about_identity)
  await page.press(words.type_payment!)
  expect(page.text).toContain(words.about_payment)
  expect(page.text).not.toContain(words.about_identity)
  const [chooser] = page
    .find(words.safe!)
    .closest('section')!
    .all()
    .filter(({ type }) => type === 'file')
  Object.assign(chooser!, { files: [file('a.png')] })
  await page.fire(chooser!, 'change')
  await page.pass(1)
  expect([sent[0]!.body!.get('type'), (sent[0]!.body!.get('file') as File).name]).toEqual(['payment', 'a.png'])
  expect(page.text).toContain(`a.png ${words.sending!.replace('{name}', 'a.png')} 0 %`)
  // The same file can be chosen again.
  expect(chooser!.value).toBe('')
})

// Shows: 7.3.6
test('files are dropped on the page, anything else is not taken', async () => {
  const page = await documents(() => ({ body: [] }))
  const zone = page.find(words.drop!).parentNode!.parentNode!
  const drag = (type: string, dataTransfer: object) => page.perform(() => zone.dispatch(type, { dataTransfer }))
  expect(await drag('dragover', { types: ['text/plain'], files: [] })).toBe(true)
  expect(zone.getAttribute('data-over')).toBeNull()
  expect(await drag('dragover', { types: ['Files'], files: [] })).toBe(false)
  expect(zone.getAttribute('data-over')).toBe('true')
  await drag('dragleave', {})
  expect(zone.getAttribute('data-over')).toBeNull()
  await drag('dragover', { types: ['Files'], files: [] })
  expect(await drag('drop', { types: ['Files'], files: [file('a.png'), file('b.png')] })).toBe(false)
  await page.pass(1)
  expect(zone.getAttribute('data-over')).toBeNull()
  expect(page.text).toContain(`b.png ${words.sending!.replace('{name}', 'b.png')} ${words.waiting}`)
})

test('the buttons open the chooser for several files, and the camera for one', async () => {
  const page = await documents(() => ({ body: [] }))
  const opened: FakeElement[] = []
  vi.spyOn(FakeElement.prototype, 'click').mockImplementation(function (this: FakeElement) {
    opened.push(this)
  })
  const button = (name: string) =>
    page
      .find(words.safe!)
      .closest('section')!
      .all()
      .find((each) => each.localName === 'button' && each.textContent === name)!
  await page.fire(button(words.choose!), 'click')
  await page.fire(button(words.photo!), 'click')
  vi.restoreAllMocks()
  expect(
    opened.map((each) => [each.multiple, each.getAttribute('capture'), each.getAttribute('accept')?.includes('.heic')]),
  ).toEqual([
    [true, null, true],
    [false, 'environment', false],
  ])
})

test('documents that could not be loaded are asked for again, and none says so', async () => {
  let isBroken = true
  const page = await documents(() => (isBroken ? { status: 500 } : { body: [] }))
  expect([page.text.includes(words.loadFailed!), page.text.includes(words.empty!)]).toEqual([true, false])
  isBroken = false
  await page.press(words.retry!)
  await page.pass(1)
  expect([page.text.includes(words.loadFailed!), page.text.includes(words.empty!)]).toEqual([false, true])
})

const upload = (part: Partial<Upload>) => {
  const of = { again: vi.fn(), remove: vi.fn() }
  const row = { key: 7, file: file('a.png'), state: 'sending', part: 0, error: null, ...part } as unknown as Upload
  return { of, view: <UploadRow upload={row} of={of as unknown as Uploads} /> }
}

test('an upload shows how far it is, that it waits, or why it failed and how to repeat it', async () => {
  const sending = upload({ part: 0.256 })
  expect(textOf(sending.view)).toBe('a.png 26%')
  expect(markupOf(sending.view)).toContain('value="26"')
  const waiting = upload({ state: 'waiting', part: 0.5 })
  expect(textOf(waiting.view)).toBe(`a.png ${words.waiting}`)
  expect(markupOf(waiting.view)).toContain('value="0"')
  const failed = upload({ state: 'failed', error: 'Unreadable' })
  const page = await show(failed.view)
  expect(page.text).toContain('Unreadable')
  await page.press(words.again!)
  await page.press(words.dismiss!)
  expect([failed.of.again.mock.calls, failed.of.remove.mock.calls]).toEqual([[[7]], [[7]]])
  expect(textOf(upload({ state: 'failed' }).view)).toContain(words.failed)
  const stopped = await show(sending.view)
  expect(stopped.has(words.again!)).toBe(false)
  await stopped.press(words.stop!)
  expect(sending.of.remove.mock.calls).toEqual([[7]])
})
