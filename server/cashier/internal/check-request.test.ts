import { expect, test } from 'vitest'
import { methodField, paymentMethod } from '#tests/setup/payment-method.ts'
import { rangeOf, safeRedirect } from './check-request.ts'

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

const network = (id: string, limits: { minAmount?: number; maxAmount?: number }) => ({ id, name: id, ...limits })
const coin = paymentMethod({
  amountMin: 100,
  amountMax: 900,
  fields: [
    methodField({
      key: 'crypto_network',
      fieldType: 'select',
      options: [
        network('narrow', { minAmount: 200, maxAmount: 400 }),
        network('from', { minAmount: 300 }),
        network('to', { maxAmount: 500 }),
      ],
    }),
  ],
})

// Shows: 5.9.1, 5.11.1
test.each([
  ['narrow', 200n, 400n],
  ['from', 300n, 900n],
  ['to', 100n, 500n],
  ['unknown', 100n, 900n],
])('on the network %s an amount is from %s to %s', (id, min, max) => {
  expect(rangeOf(coin, { crypto_network: id })).toEqual({ min, max })
})
