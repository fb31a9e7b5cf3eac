/** Follows the session with a real cache and navigator; the document and its cookie are imitated. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryClient } from '@tanstack/react-query'
import type { Visitor } from '#contract/pages.ts'
import type { RouteEntry } from './page.ts'

const token = 'h.p.s'
let cookie = ''
beforeEach(() => {
  cookie = `access_token=${token}`
  const address = { href: 'https://house.test/', origin: 'https://house.test', pathname: '/', search: '', hash: '' }
  vi.stubGlobal('location', { protocol: 'https:', ...address })
  const document = {
    documentElement: { dataset: { alive: '' } },
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      cookie = text.includes('Max-Age=0') ? '' : text
    },
  }
  vi.stubGlobal('document', document)
  // The session listener is never removed; fresh modules isolate it from other tests.
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const personal = ['GET /api/wallet/accounts', null, null]
const ofPlayer = ['GET /api/player/info', null, null]
const shared = ['GET /api/settings/currencies', null, null]
const ofCaller = ['GET /api/retention/tournaments', null, null]

type Start = { search?: string; path?: string; access?: 'player'; isSignedIn?: boolean }
/** A page whose cache has public and personal answers, and one personal read that is running; by default a player's. */
async function playersPage({ search = '', path = '/', access, isSignedIn = true }: Start = {}) {
  const { Navigator } = await import('./navigate.ts')
  const { followSession } = await import('./follow-session.ts')
  const session = await import('../api/session.ts')
  const client = new QueryClient()
  for (const key of [personal, ofPlayer, shared, ofCaller]) client.setQueryData(key, { of: 'ada' })
  let isAborted = false
  const running = ['GET /api/payment/invoices', null, null]
  void client
    .fetchQuery({
      queryKey: running,
      queryFn: ({ signal }) =>
        new Promise((_, fail) =>
          signal.addEventListener('abort', () => ((isAborted = true), fail(new Error('aborted')))),
        ),
    })
    .catch(() => {})
  const visitor = { isSignedIn, locale: 'en', locales: [{ code: 'en', isDefault: true }], init: { config: {} } }
  const read: string[] = []
  const fetch = async ({ route }: { route: string }) => void read.push(route)
  const loader = { visitor: visitor as unknown as Visitor, client, labels: {}, fetch } as never
  const page = {
    entry: { path, access } as unknown as RouteEntry,
    module: {},
    params: {},
    locale: 'en',
    pathname: path,
  } as never
  const navigator = new Navigator(loader, page, search)
  const led: unknown[] = []
  vi.spyOn(navigator, 'go').mockImplementation(async (to) => void led.push(to))
  vi.spyOn(navigator, 'setSearch').mockImplementation((to, how) => void led.push([to, how]))
  return {
    read,
    led,
    navigator,
    session,
    follow: () => followSession(navigator),
    cached: () => [personal, ofPlayer, shared, ofCaller, running].map((key) => client.getQueryData(key) !== undefined),
    isStale: () => client.getQueryState(ofCaller)!.isInvalidated,
    isAborted: () => isAborted,
  }
}

// Shows: 4.4.2
test.each(['signedOut', 'otherTab'] as const)(
  'a session that ends (%s) leaves nothing of the player in the cache, stops what is being read and keeps public data',
  async (reason) => {
    const page = await playersPage()
    page.follow()
    expect([page.cached(), page.navigator.visitor.isSignedIn]).toEqual([[true, true, true, true, false], true])
    page.session.clearSession(reason)
    expect(page.navigator.visitor.isSignedIn).toBe(false)
    expect(page.cached()).toEqual([false, false, true, true, false])
    expect([page.isStale(), page.isAborted()]).toEqual([true, true])
    expect(cookie).toBe('')
  },
)

// Shows: 4.4.2, 6.1.1
test('a token that was removed while the page was loading makes it a page for guests without personal data', async () => {
  const page = await playersPage()
  cookie = ''
  page.follow()
  expect(page.navigator.visitor.isSignedIn).toBe(false)
  expect(page.cached()).toEqual([false, false, true, true, false])
})

test('a token that is only refreshed changes neither the visitor nor the cache', async () => {
  const page = await playersPage()
  page.follow()
  page.session.storeToken('h.q.s', 'refreshed')
  expect([page.navigator.visitor.isSignedIn, page.isStale(), page.isAborted()]).toEqual([true, false, false])
  expect(page.cached()).toEqual([true, true, true, true, false])
})

// Shows: 6.5.2
test('a refused session opens sign-in over the page, which keeps its query, and instead of a page for players', async () => {
  const anywhere = await playersPage({ path: '/games/dice', search: '?tab=spins' })
  anywhere.follow()
  anywhere.session.clearSession('refused')
  expect(anywhere.led).toEqual([['?tab=spins&sign-in=true', { isModal: true }]])
  vi.resetModules()
  cookie = `access_token=${token}`
  const own = await playersPage({ path: '/profile/info', search: '?tab=a', access: 'player' })
  own.follow()
  own.session.clearSession('refused')
  expect(own.led).toEqual(['/?tab=a&sign-in=true'])
})

// Shows: 4.4.2, 4.5.1
test.each([
  ['signedOut', '/games/dice', undefined, []],
  ['signedOut', '/profile/info', 'player', ['/']],
  ['otherTab', '/games/dice', undefined, ['/']],
] as const)('a session that ends (%s) on %s leads to %j', async (reason, path, access, led) => {
  const page = await playersPage({ path, ...(access && { access }) })
  page.follow()
  page.session.clearSession(reason)
  expect(page.led).toEqual(led)
})

// Shows: 4.4.1
test('a sign-in makes the page a player’s, and reads the accounts, the profile and what depends on the caller', async () => {
  cookie = ''
  const page = await playersPage({ isSignedIn: false })
  page.follow()
  page.session.storeToken(token)
  await vi.waitFor(() => expect(page.read).toContain('GET /api/wallet/accounts'))
  expect(page.read).toContain('GET /api/player/profile')
  expect([page.navigator.visitor.isSignedIn, page.isStale(), page.led]).toEqual([true, true, []])
})
