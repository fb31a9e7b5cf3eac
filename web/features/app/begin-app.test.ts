/** What a page does for the service worker, with stores in memory; the installation's offer is tested beside it. */
import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryCaches } from '#tests/setup/cache-storage.ts'

const playedRoute = 'GET /api/game/games/played'
const favoritesRoute = 'GET /api/game/games/favorites'
const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub, exp: 4e9 }))}.s`
const game = (id: number) => ({ id, name: `Game ${id}`, thumbnails: { portrait: `/art/${id}.webp` } })

let storage: MemoryCaches
let registered: unknown[]
let unregistered: number
let forgotten: string[]
let fetched: string[]
let client: QueryClient

beforeEach(() => {
  storage = new MemoryCaches()
  registered = []
  unregistered = 0
  forgotten = []
  fetched = []
  client = new QueryClient()
  vi.resetModules()
})
afterEach(() => {
  client.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

afterAll(() => vi.doUnmock('./begin-install.ts'))

const registration = {
  unregister: async () => void unregistered++,
  pushManager: { getSubscription: async () => ({ unsubscribe: async () => void forgotten.push('subscription') }) },
  getNotifications: async () => [{ close: () => forgotten.push('notification') }],
}

/** Begins on a page; `player` is signed in, and the operator has enabled the worker unless `worker` is undefined. */
async function begin({ player = null as string | null, isEnabled = true, refuses = false } = {}) {
  const globals = {
    document: {
      documentElement: { dataset: isEnabled ? { worker: '' } : {} },
      cookie: player === null ? '' : `access_token=${tokenOf(player)}`,
    },
    location: { protocol: 'https:' },
    navigator: {
      serviceWorker: {
        register: async (...given: unknown[]) => {
          if (refuses) throw new Error('refused')
          registered.push(given)
        },
        getRegistration: async () => registration,
        getRegistrations: async () => [registration],
      },
    },
    matchMedia: () => ({ matches: false }),
    addEventListener: () => {},
    caches: storage,
    fetch: async (path: string) => (fetched.push(path), new Response('picture')),
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  // The installation asks for the profile and the way to install, neither of which concerns the worker.
  vi.doMock('./begin-install.ts', () => ({ beginInstall: async () => {} }))
  const { beginApp } = await import('./begin-app.ts')
  const session = await import('../../api/session.ts')
  beginApp({ visitor: { locale: 'de' }, loader: { client } } as never)
  await settled()
  return session
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const show = (route: string, ids: number[]) => client.setQueryData([route, null, null], { data: ids.map(game) })
const tiles = async () => {
  const entry = await (await storage.open('player')).match('/own-games')
  return entry ? ((await entry.json()) as { player: string; games: object[] }) : null
}

test('the worker is registered without the HTTP cache, and learns the language of the page', async () => {
  await begin()
  expect(registered).toEqual([['/worker.js', { updateViaCache: 'none' }]])
  const note = await (await storage.open('notes')).match('/notes/locale')
  expect(await note!.text()).toBe('de')
  expect(unregistered).toBe(0)
})

test('a worker that the operator has disabled is removed with its stores', async () => {
  await storage.open('assets')
  await begin({ isEnabled: false })
  expect([registered, unregistered, await storage.keys()]).toEqual([[], 1, []])
})

test('a browser that refuses the worker is warned of in the console alone', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  await begin({ refuses: true })
  expect(warnings.mock.calls).toEqual([['The service worker is not available', new Error('refused')]])
})

test('the player keeps twelve games at most, played ones before favourites, each once, with their pictures', async () => {
  show(playedRoute, [1, 2, 3, 4, 5, 6, 7])
  show(favoritesRoute, [7, 8, 9, 10, 11, 12, 13, 14])
  await begin({ player: 'ada' })
  await vi.waitFor(() => expect(fetched.length).toBe(12))
  expect(await tiles()).toEqual({
    player: 'ada',
    games: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((id) => ({ name: `Game ${id}`, picture: `/art/${id}.webp` })),
  })
  // A list that changes is stored again, without fetching a picture twice.
  show(playedRoute, [20])
  await vi.waitFor(() => expect(fetched).toContain('/art/14.webp'))
  expect(fetched.filter((path) => path === '/art/8.webp').length).toBe(1)
})

test('other answers, and no games, are not stored; neither are those of a guest', async () => {
  await begin({ player: 'ada' })
  client.setQueryData(['GET /api/wallet/accounts', null, null], { data: [game(1)] })
  show(playedRoute, [])
  await settled()
  expect(await tiles()).toBeNull()
  client.clear()
  vi.resetModules()
  await begin()
  show(playedRoute, [1])
  await settled()
  expect(await tiles()).toBeNull()
})

test('a device without a session receives and shows no messages', async () => {
  await begin()
  expect(forgotten).toEqual(['subscription', 'notification'])
})

test('a session that ends takes its messages along, one that is refreshed keeps them', async () => {
  const session = await begin({ player: 'ada' })
  session.storeToken(tokenOf('ada'), 'refreshed')
  await settled()
  expect(forgotten).toEqual([])
  session.clearSession('signedOut')
  await settled()
  expect(forgotten).toEqual(['subscription', 'notification'])
})
