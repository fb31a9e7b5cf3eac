import { afterEach, expect, test, vi } from 'vitest'
import { openPartnerWindow } from './partner-window.ts'

afterEach(() => vi.unstubAllGlobals())

type Input = { name: string; value: string }
type Form = { method: string; action: string; target: string; inputs: Input[]; append(input: Input): void }
/** Stubs a page whose browser opens or blocks windows, and records submitted forms. */
function page({ isBlocked = false } = {}) {
  const sent: Array<Omit<Form, 'append'>> = []
  const opened: Array<{ name: string; closed: boolean; opener: unknown }> = []
  const createElement = (tag: string) => {
    if (tag === 'input') return {}
    const inputs: Input[] = []
    const form = { inputs, append: (input: Input) => inputs.push(input), remove: () => undefined }
    const submit = function (this: Form) {
      sent.push({ method: this.method, action: this.action, target: this.target, inputs: this.inputs })
    }
    return { ...form, submit }
  }
  vi.stubGlobal('document', { createElement, body: { append: () => undefined } })
  const open = (_address: string, name: string) => {
    const opener = { name, closed: false, opener: {}, close: () => void (opener.closed = true) }
    if (!isBlocked) opened.push(opener)
    return isBlocked ? null : opener
  }
  vi.stubGlobal('window', { open })
  return { sent, opened }
}

// Shows: 4.8.1
test("the partner's page opens in a separate window with all fields, and without an opener", () => {
  const { sent, opened } = page()
  const partner = openPartnerWindow()
  partner.go('https://pay.example/start', { order: '17', token: 'a b' })
  expect([partner.isSeparate, opened]).toEqual([true, [expect.objectContaining({ closed: false, opener: null })]])
  const inputs = [
    { type: 'hidden', name: 'order', value: '17' },
    { type: 'hidden', name: 'token', value: 'a b' },
  ]
  expect(sent).toEqual([{ method: 'post', action: 'https://pay.example/start', target: opened[0]!.name, inputs }])
  partner.close()
  expect(opened[0]!.closed).toBe(true)
})

test('with a blocked or closed window the page itself navigates, and an address without http is refused', () => {
  const blocked = page({ isBlocked: true })
  const partner = openPartnerWindow()
  partner.go('https://pay.example/start', {})
  expect([partner.isSeparate, blocked.sent[0]!.target]).toEqual([false, '_self'])
  const { sent, opened } = page()
  const closed = openPartnerWindow()
  opened[0]!.closed = true
  closed.go('https://pay.example/start', {})
  expect(sent[0]!.target).toBe('_self')
  expect(() => closed.go('javascript:alert(1)', {})).toThrow('no web address')
})
