/** The events that a tab listens to, in a page whose document and storage are imitated. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeMarker, markerKey } from './session-marker.ts'

const tokenOf = (player: string) => `h.${btoa(JSON.stringify({ sub: player, exp: 4e9 }))}.s`
let cookie = ''
let reloads = 0
let page: EventTarget
let tab: EventTarget & { visibilityState: string }
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  cookie = ''
  reloads = 0
  page = new EventTarget()
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible', documentElement: { dataset: {} } })
  Object.defineProperty(tab, 'cookie', {
    get: () => cookie,
    set(text: string) {
      cookie = text.includes('Max-Age=0') ? '' : text
    },
  })
  vi.stubGlobal('document', tab)
  vi.stubGlobal('location', { protocol: 'https:', reload: () => reloads++ })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  // Listeners of the session are never removed; fresh modules isolate them from other tests.
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A tab of this visitor in which another tab has changed the cookie. */
async function changedElsewhere(from: string | null, to: string | null) {
  cookie = from ? `access_token=${tokenOf(from)}` : ''
  const { onSessionChange } = await import('../../api/session.ts')
  const changes: string[] = []
  onSessionChange(({ reason }) => changes.push(reason))
  const { beginSession } = await import('./begin-session.ts')
  beginSession()
  cookie = to ? `access_token=${tokenOf(to)}` : ''
  return changes
}
const storage = () =>
  page.dispatchEvent(Object.assign(new Event('storage'), { key: markerKey, newValue: encodeMarker('login', 5) }))

// Shows: 4.5.1
test.each([
  ['the marker of another tab', storage],
  [
    'its return from the back-forward cache',
    () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  ],
  ['its becoming visible', () => tab.dispatchEvent(new Event('visibilitychange'))],
])('a tab follows a change elsewhere at %s', async (_, happen) => {
  expect(await changedElsewhere(null, 'ada')).toEqual([])
  happen()
  expect(reloads).toBe(1)
  vi.resetModules()
  const changes = await changedElsewhere('ada', null)
  happen()
  expect([changes, reloads]).toEqual([['otherTab'], 1])
})

// Shows: 4.5.1
test('a tab that is hidden or shown for the first time follows no change', async () => {
  await changedElsewhere(null, 'ada')
  tab.visibilityState = 'hidden'
  tab.dispatchEvent(new Event('visibilitychange'))
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(reloads).toBe(0)
})

// Shows: 7.3.1
test('a token that is about to expire is exchanged by its own bearer header for the one of the call that follows', async () => {
  const tokenUntil = (ms: number) => `h.${btoa(JSON.stringify({ sub: 'ada', exp: (Date.now() + ms) / 1000 }))}.s`
  const [old, fresh] = [tokenUntil(5000), tokenUntil(900_000)]
  cookie = `access_token=${old}`
  const sent: Array<[call: string, authorization: string | undefined, body: unknown]> = []
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    sent.push([`${method} ${url}`, (headers as Record<string, string>).authorization, body])
    return Response.json(url.endsWith('/refresh') ? { accessToken: fresh } : [])
  })
  const { beginSession } = await import('./begin-session.ts')
  beginSession()
  const { api } = await import('../../api/client.ts')
  await api('GET /api/wallet/accounts')
  expect(sent).toEqual([
    ['POST /api/player/sessions/refresh', `Bearer ${old}`, null],
    ['GET /api/wallet/accounts', `Bearer ${fresh}`, null],
  ])
  expect(cookie).toContain(`access_token=${encodeURIComponent(fresh)};`)
})

// Shows: 4.15.1
test('the fingerprint is calculated some seconds later, once the page is idle, without any interaction', async () => {
  const read = vi.fn(() => 'device-1')
  const idle: Array<() => void> = []
  vi.stubGlobal('sessionStorage', { getItem: read })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  const { beginSession } = await import('./begin-session.ts')
  beginSession()
  read.mockClear()
  await vi.advanceTimersByTimeAsync(4999)
  expect(idle).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect([idle.length, read.mock.calls.length]).toEqual([1, 0])
  idle[0]!()
  expect(read).toHaveBeenCalledExactlyOnceWith('fingerprint')
})
