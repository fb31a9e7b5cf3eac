import { expect, test } from 'vitest'
import { registrationKindsOf, loginKindsOf } from './login-kinds.ts'

// Shows: 2.3.1
test.each([
  ['both', ['email', 'phone']],
  ['email', ['email']],
  ['phone', ['phone']],
  [undefined, ['email', 'phone']],
  ['fax', ['email', 'phone']],
])('sign-in shown as %s offers %j', (display, loginKinds) => expect(loginKindsOf(display)).toEqual(loginKinds))

// Shows: 2.4.1
test.each([
  [true, true, undefined, ['email', 'phone']],
  [true, true, 'both', ['email', 'phone']],
  [true, true, 'email', ['email']],
  [true, true, 'phone', ['phone']],
  [false, true, 'email', ['phone']],
  [true, false, 'phone', ['email']],
  [false, false, 'both', ['email']],
])('registration by e-mail %s, by phone %s, shown as %s offers %j', (email, phone, display, loginKinds) =>
  expect(registrationKindsOf({ email, phone }, display)).toEqual(loginKinds),
)
