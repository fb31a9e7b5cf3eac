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

/** A signed-in player's page whose cache has public and personal answers, and one personal read that is running. */
async function playersPage() {
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
  const visitor = { isSignedIn: true, locale: 'en', locales: [{ code: 'en', isDefault: true }] } as unknown as Visitor
  const loader = { visitor, client, labels: {}, fetch: async () => undefined } as never
  const page = {
    entry: { path: '/' } as unknown as RouteEntry,
    module: {},
    params: {},
    locale: 'en',
    pathname: '/',
  } as never
  const navigator = new Navigator(loader, page, '')
  return {
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
