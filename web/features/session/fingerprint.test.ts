import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const stored = new Map<string, string>()
let requests = 0

beforeEach(() => {
  stored.clear()
  requests = 0
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      open() {
        requests++
      }
      send() {}
    },
  )
  // The module keeps the fingerprint of its tab.
  vi.resetModules()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.doUnmock('@fingerprintjs/fingerprintjs')
  vi.resetModules()
})

// Shows: 4.15.1
test('the fingerprint of the tab is read from session storage', async () => {
  stored.set('fingerprint', 'device-1')
  const { fingerprint } = await import('./fingerprint.ts')
  expect(await fingerprint()).toBe('device-1')
})

// Shows: 4.15.1, 9.10.4
test('the calculation pings nobody, not even in the thousandth of the cases in which the library would', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const { fingerprint } = await import('./fingerprint.ts')
  const first = fingerprint()
  expect(fingerprint()).toBe(first)
  await first
  expect(requests).toBe(0)
})

// Shows: 4.15.1
test('what is calculated is stored with the session of the tab', async () => {
  vi.doMock('@fingerprintjs/fingerprintjs', () => ({
    load: async () => ({ get: async () => ({ visitorId: 'device-2' }) }),
  }))
  const { fingerprint } = await import('./fingerprint.ts')
  expect([await fingerprint(), Object.fromEntries(stored)]).toEqual(['device-2', { fingerprint: 'device-2' }])
})
