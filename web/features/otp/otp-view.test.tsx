import { expect, test } from 'vitest'
import { textOf } from '#tests/setup/markup.tsx'
import { OtpView } from './otp-view.tsx'
import type { Resend } from './use-resend.ts'

const entry = { value: '', enter: () => {}, verify: () => {}, canVerify: false, isBusy: false, error: null }
const resend = { secondsLeft: 41, isBusy: false, isOver: false, note: null, again: () => {} }
const shown = (isSentBefore: boolean, change: Partial<Resend> = {}) => {
  const props = { isSentBefore, entry, resend: { ...resend, ...change } }
  return textOf(<OtpView phone="4915112345678" hasLetters={false} {...props} />)
}

test('a code that was sent before is not announced as a new message', () => {
  expect(shown(false)).toMatch(/^We have sent a code by SMS to/)
  expect(shown(true)).toMatch(/^The code that we sent a moment ago is still valid/)
})

test('another code is offered once the countdown is over, and no longer after a limit, whose words are there instead', () => {
  expect(shown(false)).toMatch(/ 41 s$/)
  expect(shown(false, { secondsLeft: 0 })).toMatch(/ Send a new code No code yet\?/)
  const note = { text: 'No more codes today', isError: true }
  for (const secondsLeft of [0, 41])
    expect(shown(false, { secondsLeft, isOver: true, note })).toMatch(/ Confirm No more codes today$/)
})
