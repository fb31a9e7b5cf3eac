import { afterEach, expect, test, vi } from 'vitest'
import type { Navigator } from './navigate.ts'
import { loadNextPagePart } from './next-page-part.ts'
import { listenToLinks } from './prefetch.ts'

afterEach(() => vi.unstubAllGlobals())

/** Whether a page that is pointed at is loaded in advance over this connection. */
async function isPrefetched(connection: object | undefined, pathname: string): Promise<boolean> {
  const listeners: Record<string, (event: object) => void> = {}
  const origin = 'http://localhost'
  vi.stubGlobal('document', {
    addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener),
  })
  vi.stubGlobal('location', { origin, href: `${origin}/`, pathname: '/' })
  vi.stubGlobal('navigator', { connection })
  let isLoaded = false
  const loader = {
    get visitor() {
      isLoaded = true
      throw new Error('The test ends here.')
    },
  }
  listenToLinks({ loader } as unknown as Navigator)
  const anchor = { href: origin + pathname, origin, pathname, target: '', dataset: {}, hasAttribute: () => false }
  listeners.pointerover!({ target: { closest: () => anchor } })
  await loadNextPagePart()
  await Promise.resolve()
  return isLoaded
}

// Shows: 9.10.3
test('a page that is pointed at is loaded in advance, but not with data saver or on slow 2g', async () => {
  expect(await isPrefetched(undefined, '/tournaments/1')).toBe(true)
  expect(await isPrefetched({ effectiveType: '4g', saveData: false }, '/tournaments/2')).toBe(true)
  expect(await isPrefetched({ effectiveType: '3g' }, '/tournaments/3')).toBe(true)
  expect(await isPrefetched({ effectiveType: '4g', saveData: true }, '/tournaments/4')).toBe(false)
  expect(await isPrefetched({ effectiveType: 'slow-2g' }, '/tournaments/5')).toBe(false)
  expect(await isPrefetched({ effectiveType: '2g' }, '/tournaments/6')).toBe(false)
})
