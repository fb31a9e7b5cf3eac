/** The service worker's script with stores in memory and a network that the test answers. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryCaches } from '#tests/setup/cache-storage.ts'

const origin = 'https://house.test'
type Listener = (event: object) => void
let listeners: Map<string, Listener>
let stores: MemoryCaches
/** What the network answers to a path; null fails. */
let network: (path: string) => Response | null
let fetched: string[]
let shown: Array<[title: string, options: NotificationOptions]>
let done: string[]
let token: { value: string } | null
let tabs: Array<{ url: string; focus(): void }>

const basic = (body: string, headers: Record<string, string> = {}, status = 200) =>
  Object.defineProperty(new Response(body, { headers, status }), 'type', { value: 'basic' })
const pageIn = (locale: string) => `<html>${locale} <img src="/studio/art/dice/tile-216.webp?v=1" data-tile></html>`

beforeEach(async () => {
  listeners = new Map()
  stores = new MemoryCaches()
  fetched = []
  shown = []
  done = []
  token = { value: 'abc' }
  tabs = []
  network = (path) => basic(path.startsWith('/offline/') ? pageIn(path.slice(9)) : path)
  const globals = {
    location: { origin },
    release: {
      build: 'b2',
      name: 'Fairhouse',
      icon: '/icons/192.png',
      defaultLocale: 'en',
      locales: {
        en: { offline: '/offline/en', signedOut: 'You have a message' },
        de: { offline: '/offline/de', signedOut: 'Sie haben eine Nachricht' },
      },
      assets: ['/assets/a.js', '/assets/b.js'],
    },
    caches: stores,
    cookieStore: { get: async (name: string) => (name === 'access_token' ? token : null) },
    registration: {
      navigationPreload: { enable: async () => void done.push('preload') },
      showNotification: async (title: string, options: NotificationOptions) => void shown.push([title, options]),
    },
    clients: {
      claim: async () => void done.push('claim'),
      matchAll: async ({ type, includeUncontrolled }: { type: string; includeUncontrolled: boolean }) =>
        type === 'window' && includeUncontrolled ? tabs : [],
      openWindow: async (url: string) => void done.push(`open ${url}`),
    },
    skipWaiting: async () => void done.push('skip waiting'),
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    fetch: async (request: RequestInfo) => {
      const url = new URL(request instanceof Request ? request.url : request, origin)
      fetched.push(url.pathname)
      const answer = network(url.pathname)
      if (!answer) throw new TypeError('Failed to fetch')
      return answer
    },
    Request: class extends Request {
      constructor(url: string, init?: RequestInit) {
        super(new URL(url, origin), init)
      }
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  await import('./worker.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Dispatches an event and waits for its answer and for all that it extends the worker's life for. */
async function dispatch(type: string, more: object = {}): Promise<Response | undefined> {
  const work: Array<Promise<unknown>> = []
  let answer: Promise<Response> | undefined
  listeners.get(type)!({
    waitUntil: (each: Promise<unknown>) => void work.push(each),
    respondWith: (each: Promise<Response>) => void (answer = each),
    preloadResponse: Promise.resolve(undefined),
    ...more,
  })
  const answered = await answer
  // Further work may be added meanwhile.
  for (const each of work) await each
  return answered
}
const request = (path: string, mode: RequestMode = 'cors') => {
  const made = new Request(origin + path)
  return Object.defineProperties(made, {
    mode: { value: mode },
    destination: { value: mode === 'navigate' ? 'document' : '' },
  })
}
const get = async (path: string, more: object = {}) => {
  const answer = await dispatch('fetch', { request: request(path), ...more })
  return answer && (await answer.text())
}
const visit = async (path: string, more: object = {}) => get(path, { request: request(path, 'navigate'), ...more })

test('installing stores the offline pages of every language, their pictures and the lobby, and takes over at once', async () => {
  await dispatch('install')
  expect(await stores.contents()).toEqual({
    'offline-b2': ['/offline/en', '/offline/de'],
    assets: ['/assets/a.js', '/assets/b.js'],
    art: ['/studio/art/dice/tile-216.webp?v=1'],
  })
  expect(done).toEqual(['skip waiting'])
  fetched = []
  await dispatch('install')
  expect(fetched).toEqual(['/offline/en', '/offline/de'])
})

test('a file that fails does not fail the installation, an offline page does', async () => {
  network = (path) => (path === '/assets/a.js' ? null : basic(pageIn('en')))
  await dispatch('install')
  expect((await stores.contents()).assets).toEqual(['/assets/b.js'])
  network = (path) => (path === '/offline/de' ? null : basic(pageIn('en')))
  await expect(dispatch('install')).rejects.toThrow('Failed to fetch')
  expect(done).toEqual(['skip waiting'])
})

test('a new version deletes the offline pages of others alone, and serves the open tabs', async () => {
  for (const name of ['offline-b1', 'offline-b2', 'assets', 'art', 'player', 'notes']) await stores.open(name)
  await dispatch('activate')
  expect(await stores.keys()).toEqual(['offline-b2', 'assets', 'art', 'player', 'notes'])
  expect(done).toEqual(['preload', 'claim'])
})

test('a page is the one that the browser loads ahead, else of the network, an error included', async () => {
  expect(await visit('/games', { preloadResponse: Promise.resolve(basic('ahead')) })).toBe('ahead')
  expect(fetched).toEqual([])
  network = () => basic('broken', {}, 500)
  expect(await visit('/games')).toBe('broken')
  expect(await stores.contents()).toEqual({})
})

test('without a connection a page is the offline one, in the language of its address, else of the last page', async () => {
  await dispatch('install')
  network = () => null
  expect(await visit('/de/games')).toContain('de')
  expect(await visit('/games')).toContain('en')
  await (await stores.open('notes')).put('/notes/locale', new Response('de'))
  expect(await visit('/games')).toContain('de')
  expect(await visit('/games', { preloadResponse: Promise.reject(new Error('offline')) })).toContain('de')
  await stores.delete('offline-b2')
  const answer = await dispatch('fetch', { request: request('/games', 'navigate') })
  expect(answer!.type).toBe('error')
})

test('what is neither a page nor a file is left to the browser', async () => {
  expect(await dispatch('fetch', { request: request('/api/player/profile') })).toBeUndefined()
})

test('a file is fetched once, and stored only if it never changes', async () => {
  network = (path) => basic(path, path === '/assets/kept.js' ? { 'cache-control': 'public, immutable' } : {})
  for (const path of ['/assets/kept.js', '/assets/kept.js', '/assets/other.js', '/assets/other.js'])
    expect(await get(path)).toBe(path)
  expect(fetched).toEqual(['/assets/kept.js', '/assets/other.js', '/assets/other.js'])
})

test.each([
  ['an error', () => basic('no', { 'cache-control': 'immutable' }, 404)],
  ['of another site', () => new Response('no', { headers: { 'cache-control': 'immutable' } })],
])('an answer that is %s is not stored', async (_, answer) => {
  network = answer
  await get('/assets/a.js')
  await get('/assets/a.js')
  expect(fetched.length).toBe(2)
})

test('a picture is shown from the store and refreshed for the next time, if there is a connection', async () => {
  const tile = '/studio/art/dice/tile.svg'
  network = () => basic('first')
  expect(await get(tile)).toBe('first')
  network = () => basic('second')
  expect(await get(tile)).toBe('first')
  network = () => null
  expect(await get(tile)).toBe('second')
  await expect(get('/studio/art/wheel/tile.svg')).rejects.toThrow('Failed to fetch')
})

test('the oldest of more than 400 files are deleted, and a full disk does not fail the page', async () => {
  network = (path) => basic(path, { 'cache-control': 'immutable' })
  const store = await stores.open('assets')
  for (let count = 0; count < 400; count++) await store.put(`/assets/${count}.js`, new Response())
  await get('/assets/400.js')
  const { assets } = await stores.contents()
  expect([assets!.length, assets![0]]).toEqual([400, '/assets/1.js'])
  store.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  expect(await get('/assets/new.js')).toBe('/assets/new.js')
})

const pushed = (message: unknown) => ({ data: { text: () => JSON.stringify(message) } })

test('a pushed message is shown with its link, and with its tag if it has one', async () => {
  await dispatch('push', pushed({ title: 'Paid', body: '€10', link: '/profile/wallet', tag: 'p1' }))
  await dispatch('push', pushed({ title: 'Paid' }))
  expect(shown).toEqual([
    ['Paid', { body: '€10', icon: '/icons/192.png', data: '/profile/wallet', tag: 'p1' }],
    ['Paid', { body: '', icon: '/icons/192.png', data: '/' }],
  ])
})

test('without a session, or without a message, the notification names the site alone, in the last language', async () => {
  await (await stores.open('notes')).put('/notes/locale', new Response('de'))
  const unnamed = ['Fairhouse', { body: 'Sie haben eine Nachricht', icon: '/icons/192.png', tag: 'message', data: '/' }]
  await dispatch('push', { data: null })
  token = null
  await dispatch('push', pushed({ title: 'Paid' }))
  expect(shown).toEqual([unnamed, unnamed])
  // Browsers that do not tell the worker of cookies show the message.
  vi.stubGlobal('cookieStore', undefined)
  await dispatch('push', pushed({ title: 'Paid' }))
  expect(shown[2]![0]).toBe('Paid')
})

test('a pressed notification closes, and shows the tab with its page or opens one', async () => {
  const notification = (data: unknown) => ({ notification: { data, close: () => done.push('close') } })
  tabs = [
    { url: `${origin}/`, focus: () => done.push('focus the lobby') },
    { url: `${origin}/profile/wallet`, focus: () => done.push('focus the wallet') },
  ]
  await dispatch('notificationclick', notification('/profile/wallet'))
  await dispatch('notificationclick', notification('/bonuses'))
  await dispatch('notificationclick', notification('https://evil.example/'))
  expect(done).toEqual(['close', 'focus the wallet', 'close', `open ${origin}/bonuses`, 'close', 'focus the lobby'])
})
