import { expect, test } from 'vitest'
import { readPreferences } from './preferences.ts'

// Shows: 2.6.6, 2.6.8
test.each([
  ['', 'wide', 'unasked'],
  ['drawer=compact', 'compact', 'unasked'],
  ['drawer=wide', 'wide', 'unasked'],
  ['drawer=hidden', 'wide', 'unasked'],
  ['cookies-notice=read', 'wide', 'asked'],
  ['cookies-notice=accepted; drawer=compact', 'compact', 'asked'],
  ['cookies-notice=declined', 'wide', 'asked'],
])('with the cookies "%s" the drawer is %s, and the cookie notice %s', (cookie, drawer, cookies) => {
  expect(readPreferences({ cookie })).toMatchObject({ drawer, cookies })
})
