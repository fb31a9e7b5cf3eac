import { expect, test, vi } from 'vitest'
import { chatLimits } from '#contract/fields/chat-limits.ts'
import { labelsOf } from '#tests/setup/content.ts'
import { views } from '#tests/setup/hook.tsx'
import { ApiError } from '../../api/client.ts'
import { Composer } from './composer.tsx'

const show = views()
const words = labelsOf('chat')
type Props = Parameters<typeof Composer>[0]
const composer = (draft: Partial<Props['draft']>, onAttach: Props['onAttach'] = null) => {
  const onDraft = vi.fn()
  const onSend = vi.fn()
  const whole = { text: '', attachments: [], ...draft }
  return { view: <Composer draft={whole} onDraft={onDraft} onSend={onSend} onAttach={onAttach} />, onDraft, onSend }
}
const file = { id: 'f1', name: 'bill.pdf' } as Props['draft']['attachments'][number]

// Shows: 1.2.5
test('a message with text or a file is sent, without the spaces around it, and none without both', async () => {
  const isOpen = async (draft: Partial<Props['draft']>) =>
    !(await show(composer(draft).view)).find(words.send!).disabled
  expect(await isOpen({ text: ' ' })).toBe(false)
  expect(await isOpen({ attachments: [file] })).toBe(true)
  expect(await isOpen({ text: 'x'.repeat(chatLimits.maxLetters) })).toBe(true)
  expect(await isOpen({ text: 'x'.repeat(chatLimits.maxLetters + 1) })).toBe(false)
  const tooLong = await show(composer({ text: 'x'.repeat(chatLimits.maxLetters + 1) }).view)
  expect(tooLong.text).toContain('1 character too many')
  const { view, onSend, onDraft } = composer({ text: ' Hello ' })
  const page = await show(view)
  await page.press(words.send!)
  expect(onSend).toHaveBeenCalledExactlyOnceWith({ text: 'Hello', attachments: [] })
  await page.enter(words.message!, 'Hello there')
  expect(onDraft).toHaveBeenCalledExactlyOnceWith({ text: 'Hello there' })
})

// Shows: 1.2.5
test.each([
  ['Enter', {}, 1],
  ['Enter with Shift', { shiftKey: true }, 0],
  ['Enter in an input method', { isComposing: true }, 0],
  ['another key', { key: 'a' }, 0],
])('%s sends so many messages', async (_, event, count) => {
  const { view, onSend } = composer({ text: 'Hello' })
  const page = await show(view)
  await page.fire(page.find(words.message!), 'keydown', { key: 'Enter', ...event })
  expect(onSend).toHaveBeenCalledTimes(count)
})

// Shows: 1.2.5
test('a player attaches files, which can be taken off again, a guest none', async () => {
  expect((await show(composer({}).view)).has(words.attach!)).toBe(false)
  let done = () => {}
  const attach = vi.fn(() => new Promise<void>((resolve) => (done = resolve)))
  const { view, onDraft } = composer({ text: 'Hello', attachments: [file] }, attach)
  const page = await show(view)
  const input = page
    .find(words.send!)
    .closest('form')!
    .all()
    .find(({ type }) => type === 'file')!
  const bill = new File(['x'], 'second.pdf')
  input.files = [bill]
  await page.fire(input, 'change')
  expect(attach).toHaveBeenCalledExactlyOnceWith(bill)
  expect(page.text).toContain('second.pdf')
  expect(page.find(words.send!).disabled).toBe(true)
  await page.perform(() => done())
  expect(page.text).not.toContain('second.pdf')
  await page.press(words.remove!.replace('{name}', 'bill.pdf'))
  expect(onDraft).toHaveBeenCalledExactlyOnceWith({ attachments: [] })
})

// Shows: 1.2.5
test.each([
  [{ message: 'Too large' }, 'Too large'],
  [{ message: 'Other', fields: { file: ['Not this kind'] } }, 'Not this kind'],
])('a file that is refused with %j says why', async (error, text) => {
  const { view } = composer({}, async () => {
    throw new ApiError(422, error)
  })
  const page = await show(view)
  const input = page
    .find(words.send!)
    .closest('form')!
    .all()
    .find(({ type }) => type === 'file')!
  input.files = [new File(['x'], 'second.pdf')]
  await page.fire(input, 'change')
  expect(page.text).toContain(text)
})
