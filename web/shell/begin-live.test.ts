import { afterEach, expect, test, vi } from 'vitest'
import type { Navigator } from '../render/navigate.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

// Shows: 7.2.5, 9.11.1
test('beginLive reads providers and registration fields, and starts the connection with the configured ping delay', async () => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { cookie: '', visibilityState: 'visible' }))
  // The session listener is never removed; fresh modules isolate it from other tests.
  vi.resetModules()
  const { beginLive } = await import('./begin-live.ts')
  const { live } = await import('../live/page-live.ts')
  const start = vi.spyOn(live, 'start').mockResolvedValue()
  const read: unknown[] = []
  const fetch = async (query: unknown) => void read.push(query)
  const begin = (maxServerPingDelayMs: number) => {
    const visitor = { init: { config: { maxServerPingDelayMs } } }
    return beginLive({ loader: { fetch }, visitor } as unknown as Navigator)
  }
  await begin(7000)
  expect(start).toHaveBeenLastCalledWith({ maxServerPingDelay: 7000 })
  expect(read).toMatchObject([
    { route: 'GET /api/game/providers' },
    { route: 'GET /api/player/fields/validations', request: { query: { scenario: 'registration' } } },
  ])
  await begin(0)
  expect(start).toHaveBeenLastCalledWith({ maxServerPingDelay: 0 })
})
