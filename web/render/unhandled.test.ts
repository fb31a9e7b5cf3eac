import { expect, test } from 'vitest'
import { ApiError } from '../api/client.ts'
import { isOurs } from './unhandled.ts'

const origin = 'https://site.example'
const thrownAt = (address: string) =>
  Object.assign(new Error('broken'), { stack: `Error: broken\n    at go (${address}:1:2)` })

// Shows: 2.1.17, 6.5.4
test.each([
  ['a bug of this site', thrownAt('https://site.example/assets/house.js'), true],
  ['an error without an address', Object.assign(new Error('broken'), { stack: '' }), true],
  ['a thrown string', 'broken', true],
  ['an unhandled response with status 503', new ApiError(503, {}), true],
  ['an extension', thrownAt('chrome-extension://abcdef/content.js'), false],
  ['the tag manager', thrownAt('https://www.googletagmanager.com/gtm.js'), false],
  ['an unhandled response with status 401', new ApiError(401, {}), false],
  ['an unhandled response with status 403', new ApiError(403, {}), false],
  ['a cancelled call', new ApiError(0, { name: 'aborted' }), false],
  ['an AbortError of the browser', new DOMException('skipped', 'AbortError'), false],
  ['an event without an error', null, false],
])('%s shows the error page: %s', (_case, error, expected) => {
  expect(isOurs(error, origin)).toBe(expected)
})
