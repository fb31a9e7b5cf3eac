import { expect, test } from 'vitest'
import { textOf } from '#tests/setup/markup.tsx'
import { OtpView } from './otp-view.tsx'

const entry = { value: '', enter: () => {}, verify: () => {}, canVerify: false, isBusy: false, error: null }
const resend = { secondsLeft: 41, isBusy: false, isOver: false, note: null, again: () => {} }
const shown = (isSentBefore: boolean) =>
  textOf(<OtpView phone="4915112345678" hasLetters={false} isSentBefore={isSentBefore} entry={entry} resend={resend} />)

test('a code that was sent before is not announced as a new message', () => {
  expect(shown(false)).toMatch(/^We have sent a code by SMS to/)
  expect(shown(true)).toMatch(/^The code that we sent a moment ago is still valid/)
})
