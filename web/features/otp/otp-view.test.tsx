import { expect, test } from 'vitest'
import { markupOf, textOf } from '#tests/setup/markup.tsx'
import { OtpView } from './otp-view.tsx'
import { type CodeEntry, useCodeEntry } from './use-code-entry.ts'
import type { Resend } from './use-resend.ts'

const entry = { value: '', enter: () => {}, verify: () => {}, canVerify: false, isBusy: false, error: null }
const resend = { secondsLeft: 41, isBusy: false, isOver: false, note: null, again: () => {} }
const shown = (isSentBefore: boolean, change: Partial<Resend> = {}) => {
  const props = { isSentBefore, entry, resend: { ...resend, ...change } }
  return textOf(<OtpView phone="4915112345678" hasLetters={false} {...props} />)
}

test('a code that was sent before is described as still valid instead of as new', () => {
  expect(shown(false)).toMatch(/^We have sent a code by SMS to/)
  expect(shown(true)).toMatch(/^The code that we sent a moment ago is still valid/)
})

// Shows: 4.3.1, 4.3.2, 8.2.1
test('another code is offered after the countdown, and after a limit its message is shown instead', () => {
  expect(shown(false)).toMatch(/ 41 s$/)
  expect(shown(false, { secondsLeft: 0 })).toMatch(/ Send a new code No code yet\?/)
  const note = { text: 'No more codes today', isError: true }
  for (const secondsLeft of [0, 41])
    expect(shown(false, { secondsLeft, isOver: true, note })).toMatch(/ Confirm No more codes today$/)
})

// Shows: 4.3.3
test('the button is disabled while the code is empty, wrong or being verified', () => {
  const view = (change: Partial<CodeEntry>) =>
    markupOf(
      <OtpView phone="49" hasLetters={false} isSentBefore={false} entry={{ ...entry, ...change }} resend={resend} />,
    )
  const button = (change: Partial<CodeEntry>) => /<button[^>]*type="submit"[^>]*>/.exec(view(change))![0]
  expect(button({ value: '123456', canVerify: true })).not.toContain('disabled')
  expect(button({ value: '123456', canVerify: true, isBusy: true })).toContain('aria-busy="true"')
  expect(button({ value: '123456', error: 'Wrong code' })).toContain('disabled')
  expect(view({ error: 'Wrong code' })).toContain('Wrong code')
  expect(markupOf(<Step />)).toMatch(/<button[^>]*type="submit"[^>]*disabled/)
})

function Step() {
  const texts = { limitError: '', invalidCode: '', cannotVerify: '' }
  const entry = useCodeEntry(async () => {}, texts)
  return <OtpView phone="49" hasLetters={false} isSentBefore={false} entry={entry} resend={resend} />
}
