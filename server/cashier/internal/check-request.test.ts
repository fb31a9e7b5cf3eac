import { expect, test } from 'vitest'
import { safeRedirect } from './check-request.ts'

const home = 'http://house.test'
const redirect = (given: string | undefined) => safeRedirect(given, '/cashier', home, ['pay.partner.test'])

test.each([
  ['nothing asked for goes to the fallback', undefined, 'http://house.test/cashier'],
  ['a path of this site', '/x?y=1', 'http://house.test/x?y=1'],
  ['this site in full', 'http://house.test/x', 'http://house.test/x'],
  ['a host that the operator allows', 'https://pay.partner.test/back', 'https://pay.partner.test/back'],
])('%s', (_what, given, expected) => {
  expect(redirect(given)).toBe(expected)
})

test.each([
  ['an allowed host without encryption', 'http://pay.partner.test/back'],
  ['any other host', 'https://evil.test/'],
  ['a host without its scheme', '//evil.test/'],
  ['a host behind backslashes', '/\\evil.test'],
  ['a control character', '/\tevil.test'],
  ['a user before an allowed host', 'https://me@pay.partner.test/'],
  ['a password before this site', 'http://:secret@house.test/'],
  ['a script', 'javascript:alert(1)'],
  ['what is no address', 'https://'],
])('%s is refused', (_what, given) => {
  expect(redirect(given)).toBeNull()
})
