import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/client.ts'
import type { Navigator } from './navigate.ts'
import { isOurs, watchUnhandled } from './unhandled.ts'

afterEach(() => vi.unstubAllGlobals())

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

// Shows: 2.1.17
test.each([
  ['error', 'error', true, 1],
  ['unhandledrejection', 'reason', true, 1],
  ['unhandledrejection', 'reason', false, 0],
])('an event %s with a bug as its %s, on line: %s, shows the error page %i times', (name, part, onLine, times) => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('navigator', { onLine })
  let failures = 0
  watchUnhandled({ fail: async () => void failures++ } as unknown as Navigator)
  for (const error of [thrownAt(`${origin}/assets/house.js`), new ApiError(401, {})])
    page.dispatchEvent(Object.assign(new Event(name), { [part]: error }))
  expect(failures).toBe(times)
})
