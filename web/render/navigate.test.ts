/** The navigator with pages that the test loads; address, history, scroll and focus are imitated. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Visitor } from '#contract/pages.ts'
import type { NextPagePart } from './next-page-part.ts'
import type { Page, RouteEntry, RouteInput } from './page.ts'

type Loaded = Awaited<ReturnType<NextPagePart['loadPage']>>
let load: (url: URL) => Promise<Loaded>
// Other tests of the process have loaded the navigator with the pages of the site.
vi.resetModules()
vi.doMock('./next-page-part.ts', () => ({
  loadNextPagePart: async () => ({
    loadPage: (url: URL) => load(url),
    applyHead: ({ pathname }: Page) => void (document.title = `Title of ${pathname}`),
    errorMeta: () => ({ title: 'Failed', noIndex: true }),
  }),
}))
const { Navigator, needsConnection } = await import('./navigate.ts')
afterAll(() => {
  vi.doUnmock('./next-page-part.ts')
  vi.resetModules()
})

const origin = 'https://house.test'
/** What the navigator did to the browser, in order. */
let done: unknown[] = []
let documents: string[] = []
let entries: Array<{ state: unknown; address: string }> = []
let focused: { isSearch: boolean } | null = null
let announced = { textContent: '' }

const elementOf = (id: string) => ({
  focus: () => void done.push(['focus', id]),
  scrollIntoView: () => void done.push(['into view', id]),
})

function placeOf(address: string) {
  const { href, pathname, search, hash } = new URL(address, origin)
  return { href, origin, pathname, search, hash }
}

/** The visitor moves to another entry of the history by the buttons of the browser. */
function back(to: { state: unknown; address: string }): void {
  Object.assign(location, placeOf(to.address))
  history.replaceState(to.state, '', to.address)
}

beforeEach(() => {
  done = []
  documents = []
  entries = [{ state: null, address: '/' }]
  focused = null
  announced = { textContent: '' }
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  vi.stubGlobal('location', { ...placeOf('/'), assign: (to: URL | string) => void documents.push(String(to)) })
  vi.stubGlobal('history', {
    state: null,
    pushState(state: unknown, _: string, address: string) {
      entries.push({ state, address })
      Object.assign(location, placeOf(address))
      Object.assign(history, { state })
    },
    replaceState(state: unknown, _: string, address: string) {
      entries.splice(-1, 1, { state, address })
      Object.assign(location, placeOf(address))
      Object.assign(history, { state })
    },
  })
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => void done.push(['scroll', top]))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('document', {
    title: '',
    cookie: '',
    get activeElement() {
      return focused && { matches: (selector: string) => selector === '[type=search]' && focused!.isSearch }
    },
    getElementById: (id: string) => (id === 'announcer' ? announced : id === 'missing' ? null : elementOf(id)),
  })
  load = async (url) => ({ page: pageAt(url.pathname) })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function pageAt(pathname: string, more: Omit<Partial<Page>, 'entry'> & { entry?: Partial<RouteEntry> } = {}): Page {
  const { entry, ...rest } = more
  return {
    entry: { path: pathname, file: '', ...entry },
    module: {},
    params: {},
    locale: 'en',
    pathname,
    status: 200,
    meta: { title: pathname },
    ...rest,
  } as Page
}

type Start = { page?: Page; search?: string; isSignedIn?: boolean; rendered?: string }
/** A navigator on the home page, which the server has rendered for this query unless it is another one. */
function begin({ page = pageAt('/'), search = '', isSignedIn = false, rendered = search }: Start = {}) {
  const init = { country: 'DE', config: { sportsbook: null } }
  const visitor = { locale: 'en', locales: [{ code: 'en', isDefault: true }], isSignedIn, init } as unknown as Visitor
  const read: unknown[] = []
  const labels = { load: async (area: string) => void read.push(area) }
  const fetch = async (query: unknown) => void read.push(query)
  const site = new Navigator({ visitor, labels, fetch, client: {} } as never, page, search, rendered)
  Object.assign(location, placeOf(page.pathname + search))
  const shown: string[] = []
  site.subscribe(() => {
    const { page: at, search: query, isLoading } = site.current()
    shown.push(at.pathname + query + (isLoading ? ' loads' : ''))
  })
  return { site, read, shown }
}

// Shows: 6.1.1
test('a link shows that it loads, adds an entry, scrolls to the top, moves the focus and announces the title', async () => {
  const { site, shown } = begin()
  await site.go('/games?tab=new')
  expect(shown).toEqual(['/ loads', '/games?tab=new'])
  expect(entries).toEqual([
    { state: null, address: '/' },
    { state: { key: 1000 }, address: '/games?tab=new' },
  ])
  expect(done).toEqual([
    ['scroll', 0],
    ['focus', 'main'],
  ])
  expect(announced.textContent).toBe('Title of /games')
  expect(documents).toEqual([])
})

test('an entry can be replaced, and the scroll kept by the caller or by the page', async () => {
  const { site } = begin()
  await site.go('/games', { replace: true, scroll: 'keep' })
  expect(entries).toEqual([{ state: { key: 1000 }, address: '/games' }])
  load = async (url) => ({ page: pageAt(url.pathname, { entry: { scroll: 'keep' } }) })
  await site.go('/sports')
  expect(done.filter(([what]: any) => what === 'scroll')).toEqual([])
})

test('a fragment is scrolled to and focused after the page; an unknown one scrolls to the top', async () => {
  const { site } = begin()
  await site.go('/questions#limits')
  expect(done).toEqual([
    ['into view', 'limits'],
    ['focus', 'main'],
    ['focus', 'limits'],
  ])
  expect(location.hash).toBe('#limits')
  done = []
  await site.go('/questions#missing')
  expect(done).toEqual([
    ['scroll', 0],
    ['focus', 'main'],
  ])
})

test('the search input keeps the focus while its results are shown, other fields lose it', async () => {
  const { site } = begin()
  focused = { isSearch: true }
  await site.go('/games')
  expect(done).toEqual([['scroll', 0]])
  focused = { isSearch: false }
  await site.go('/sports')
  expect(done).toContainEqual(['focus', 'main'])
})

test('a page is shown in a transition of the browser, unless the visitor wants less motion', async () => {
  const { site } = begin()
  let transitions = 0
  Object.assign(document, {
    startViewTransition(show: () => void) {
      transitions++
      show()
      return { ready: Promise.reject(new Error('skipped')) }
    },
  })
  await site.go('/games')
  expect([site.place.page.pathname, transitions]).toEqual(['/games', 1])
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await site.go('/sports')
  expect([site.place.page.pathname, transitions]).toEqual(['/sports', 1])
})

test('an address of another site is loaded by the browser', async () => {
  const { site, shown } = begin()
  await site.go('https://elsewhere.test/games')
  expect([documents, shown, entries.length]).toEqual([['https://elsewhere.test/games'], [], 1])
})

test('a link to the same page changes only the query and reads again what the page reads for it', async () => {
  const queries = ({ search, country, isSignedIn, hasSportsbook }: RouteInput) => [
    { search: search.get('tab'), country, isSignedIn, hasSportsbook },
  ]
  const { site, read, shown } = begin({ page: pageAt('/games', { module: { queries } as never }) })
  await site.go('/games?tab=new', { replace: true })
  expect(read).toEqual([{ search: 'new', country: 'DE', isSignedIn: false, hasSportsbook: false }])
  expect([shown, done]).toEqual([['/games?tab=new'], []])
  expect(entries).toEqual([{ state: null, address: '/games?tab=new' }])
  await site.go('/games?tab=new')
  expect([shown.length, read.length, entries.length]).toEqual([1, 1, 1])
})

test('a modal notes the query before it, which the fragment of the page survives', () => {
  const { site } = begin({ search: '?tab=new' })
  Object.assign(location, { hash: '#top' })
  site.setSearch('?tab=new&wallet=deposit', { isModal: true })
  site.setSearch('?tab=all')
  expect(entries.slice(1)).toEqual([
    { state: { key: 0, before: '?tab=new' }, address: '/?tab=new&wallet=deposit#top' },
    { state: { key: 0 }, address: '/?tab=all#top' },
  ])
})

test('a page can refuse to be left, until it takes its question back', async () => {
  const { site, shown } = begin()
  const first = site.askBeforeLeaving(() => false)
  await site.go('/games')
  expect([site.place.page.pathname, shown]).toEqual(['/', []])
  const second = site.askBeforeLeaving(() => false)
  // The first no longer asks, so it takes nothing back.
  first()
  await site.go('/games')
  expect(site.place.page.pathname).toBe('/')
  second()
  await site.go('/games')
  expect(site.place.page.pathname).toBe('/games')
})

test('of two links pressed in a row, the last one is shown whichever loads first', async () => {
  const { site } = begin()
  const late = Promise.withResolvers<void>()
  load = async (url) => {
    if (url.pathname === '/slow') await late.promise
    return { page: pageAt(url.pathname) }
  }
  const slow = site.go('/slow')
  await site.go('/fast')
  late.resolve()
  await slow
  expect([site.place.page.pathname, entries.length]).toEqual(['/fast', 2])
})

test.each<[string, Partial<Page>]>([
  ['in another language', { locale: 'de' }],
  ['with a content security policy of its own', { entry: { isDocument: true } as RouteEntry }],
])('a page %s is loaded as a document', async (_, more) => {
  const { site } = begin()
  load = async (url) => ({ page: pageAt(url.pathname, more) })
  await site.go('/other?a=1')
  expect([documents, entries.length]).toEqual([[`${origin}/other?a=1`], 1])
})

test('a document is left as one', async () => {
  const { site } = begin({ page: pageAt('/', { entry: { isDocument: true } }) })
  await site.go('/games')
  expect(documents).toEqual([`${origin}/games`])
})

test('a page for players is loaded again if the session ended meanwhile', async () => {
  const { site } = begin({ isSignedIn: true })
  const loaded: string[] = []
  load = async (url) => {
    loaded.push(url.pathname)
    if (loaded.length > 1) return { redirectTo: '/?sign-in=true' }
    site.changeVisitor({ isSignedIn: false })
    return { page: pageAt(url.pathname, { entry: { access: 'player' } }) }
  }
  await site.go('/profile/wallet')
  expect(loaded).toEqual(['/profile/wallet', '/profile/wallet'])
  expect([location.search, site.place.isLoading, documents]).toEqual(['?sign-in=true', false, []])
})

test('a redirect to another page shows its address, and one to this page opens its modal here', async () => {
  const { site, shown } = begin()
  load = async ({ pathname }) => (pathname === '/old' ? { redirectTo: '/new?from=old' } : { page: pageAt(pathname) })
  await site.go('/old?x=1#part')
  expect(location.pathname + location.search + location.hash).toBe('/new?from=old#part')
  load = async () => ({ redirectTo: '/new?sign-in=true' })
  await site.go('/profile')
  expect(shown.slice(-3)).toEqual(['/new?from=old loads', '/new?from=old', '/new?sign-in=true'])
  expect(entries.at(-1)).toEqual({
    state: { key: 1000, before: '?from=old' },
    address: '/new?sign-in=true',
  })
})

test('redirects in a circle end with a document after six pages', async () => {
  const { site } = begin()
  let loads = 0
  load = async ({ pathname }) => (loads++, { redirectTo: pathname === '/a' ? '/b' : '/a' })
  await site.go('/a')
  expect([loads, documents.length]).toEqual([7, 1])
})

test('a page that fails is loaded as a document, except without a connection if somebody tells the visitor', async () => {
  const told: unknown[] = []
  let isTold = true
  vi.stubGlobal('dispatchEvent', (event: CustomEvent<URL>) => {
    told.push([event.type, event.detail.pathname, event.cancelable])
    return !isTold
  })
  load = () => Promise.reject(new Error('chunk of an old build'))
  const online = begin()
  await online.site.go('/games')
  expect([documents, told]).toEqual([[`${origin}/games`], []])
  documents = []
  vi.stubGlobal('navigator', { onLine: false })
  await online.site.go('/sports')
  expect([documents, told, online.shown.at(-1)]).toEqual([[], [[needsConnection, '/sports', true]], '/'])
  // A page whose data failed only because of the connection is no better.
  load = async (url) => ({ page: pageAt(url.pathname, { fault: 'failed' }) })
  await online.site.go('/sports')
  expect([documents, online.site.place.page.pathname]).toEqual([[], '/'])
  isTold = false
  await online.site.go('/sports')
  expect(documents).toEqual([`${origin}/sports`])
})

test('a page whose data failed is shown as such while there is a connection', async () => {
  const { site } = begin()
  load = async (url) => ({ page: pageAt(url.pathname, { fault: 'failed' }) })
  await site.go('/games')
  expect([site.place.page.fault, documents]).toEqual(['failed', []])
})

test('back and forward return to where each page was scrolled to', async () => {
  const { site } = begin()
  vi.stubGlobal('scrollY', 300)
  await site.go('/games')
  vi.stubGlobal('scrollY', 700)
  const games = entries.at(-1)!
  back({ state: null, address: '/' })
  await site.follow()
  vi.stubGlobal('scrollY', 310)
  back(games)
  await site.follow()
  back({ state: { key: 77 }, address: '/never-seen' })
  await site.follow()
  expect(done.filter(([what]: any) => what === 'scroll')).toEqual([
    ['scroll', 0],
    ['scroll', 300],
    ['scroll', 700],
    ['scroll', 0],
  ])
  expect(site.place.page.pathname).toBe('/never-seen')
})

test('back within a page shows its former query and reads its data; a page with a router of its own goes first', async () => {
  const queries = ({ search }: RouteInput) => [search.get('tab')]
  const { site, read, shown } = begin({ page: pageAt('/games', { module: { queries } as never }), search: '?tab=a' })
  site.setSearch('?tab=b')
  const order: string[] = []
  site.beforeFollow = () => order.push(site.place.search)
  back({ state: { key: 0 }, address: '/games?tab=a' })
  await site.follow()
  expect([order, shown.at(-1), read]).toEqual([['?tab=b'], '/games?tab=a', ['b', 'a']])
})

test('a page that refuses to be left stays in the address bar after back, and the scroll is noted under its entry', async () => {
  const { site } = begin()
  await site.go('/games')
  site.askBeforeLeaving(() => false)
  back({ state: null, address: '/' })
  await site.follow()
  expect(entries.at(-1)).toEqual({ state: { key: 1000 }, address: '/games' })
  expect(site.place.page.pathname).toBe('/games')
})

test('of two steps back in a row, the last one is shown; one without a connection loads the document', async () => {
  const { site } = begin()
  const late = Promise.withResolvers<void>()
  load = async (url) => {
    if (url.pathname === '/slow') await late.promise
    return { page: pageAt(url.pathname) }
  }
  back({ state: { key: 1 }, address: '/slow' })
  const slow = site.follow()
  back({ state: { key: 2 }, address: '/fast' })
  await site.follow()
  late.resolve()
  await slow
  expect(site.place.page.pathname).toBe('/fast')
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('dispatchEvent', () => false)
  load = () => Promise.reject(new Error('offline'))
  back({ state: { key: 3 }, address: '/gone' })
  await site.follow()
  expect(documents).toEqual([`${origin}/gone`])
})

test('a fault replaces the page once, above which no modal stays, and ends a navigation that runs', async () => {
  const { site, read } = begin({ search: '?tab=new&wallet=deposit' })
  const late = Promise.withResolvers<void>()
  load = async (url) => (await late.promise, { page: pageAt(url.pathname) })
  const running = site.go('/games')
  await site.fail()
  late.resolve()
  await running
  expect(read).toEqual(['errors'])
  expect(site.place).toMatchObject({
    page: { pathname: '/', fault: 'failed', meta: { title: 'Failed' } },
    isLoading: false,
  })
  expect([location.search, site.place.search]).toEqual(['?tab=new', '?tab=new'])
  const { place } = site
  await site.fail()
  expect([site.place === place, read]).toEqual([true, ['errors']])
})

test('a page without a locale in its address keeps the language after a reload', async () => {
  const { site } = begin()
  await site.go('/games')
  expect(document.cookie).toBe('')
  load = async (url) => ({ page: pageAt(url.pathname, { entry: { isUnprefixed: true } }) })
  await site.go('/games/dice')
  expect(document.cookie).toMatch(/^locale=en/)
})

test('a page that the server rendered for another query is hydrated as it was', () => {
  const changed = begin({ search: '?wallet=deposit', rendered: '' })
  expect([changed.site.initial.search, changed.site.place.search]).toEqual(['', '?wallet=deposit'])
  const same = begin({ search: '?tab=new' })
  expect(same.site.initial).toBe(same.site.place)
})

test('who no longer listens hears of nothing', () => {
  const { site } = begin()
  let heard = 0
  const stop = site.subscribe(() => heard++)
  site.setSearch('?a=1')
  stop()
  site.setSearch('?a=2')
  expect(heard).toBe(1)
})
