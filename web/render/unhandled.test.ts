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
  ['what was thrown without being an error', 'broken', true],
  ['an outage that nobody handled', new ApiError(503, {}), true],
  ['an extension', thrownAt('chrome-extension://abcdef/content.js'), false],
  ['the tag manager', thrownAt('https://www.googletagmanager.com/gtm.js'), false],
  ['a refused session', new ApiError(401, {}), false],
  ['a refused right', new ApiError(403, {}), false],
  ['a call that was called off', new ApiError(0, { name: 'aborted' }), false],
  ['what was called off', new DOMException('skipped', 'AbortError'), false],
  ["the browser's own notice", null, false],
])('%s shows the error page: %s', (_what, error, expected) => {
  expect(isOurs(error, origin)).toBe(expected)
})
