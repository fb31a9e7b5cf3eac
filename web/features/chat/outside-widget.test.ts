/** The chat of an outside provider: its script and widget are imitated, its visitors and failures are ours. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const provider = { scriptUrl: 'https://chat.test/widget.js', host: 'https://chat.test', token: 'site' }
type Script = { src: string; onload: () => void; onerror: () => void; isRemoved: boolean; remove: () => void }
type Stored = { id: string; freshchatRestoreId: string | null }

let cookie: string
let scripts: Script[]
let profile: Stored
let did: string[]
let sent: Array<[string, unknown]>
let toasts: string[]
let went: string[]
let focused: number
let events: Map<string, (answer: object) => void>
let isRefused: boolean

const widget = {
  init: ({ externalId, restoreId, locale }: { externalId?: string; restoreId?: string; locale: string }) =>
    did.push(`init ${locale} ${externalId ?? 'guest'} ${restoreId ?? '-'}`),
  open: () => did.push('open'),
  destroy: () => did.push('destroy'),
  on: (event: string, handler: (answer: object) => void) => events.set(event, handler),
  user: { clear: async () => void did.push('clear') },
}

beforeEach(() => {
  cookie = ''
  scripts = []
  profile = { id: 'ada', freshchatRestoreId: null }
  did = []
  sent = []
  toasts = []
  went = []
  focused = 0
  events = new Map()
  isRefused = false
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function begun({ isSignedIn = false } = {}) {
  cookie = isSignedIn ? 'access_token=abc' : ''
  const page = { fcWidget: undefined as object | undefined }
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', {
    documentElement: { lang: 'de' },
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      cookie = text.includes('Max-Age=0') ? '' : text
    },
    createElement: (): Partial<Script> => ({
      isRemoved: false,
      remove(this: Script) {
        this.isRemoved = true
      },
    }),
    head: { append: (script: Script) => scripts.push(script) },
  })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    sent.push([`${method} ${url}`, body && JSON.parse(body)])
    if (method === 'PUT' && isRefused) return new Response('{"error":{"name":"x","message":""}}', { status: 500 })
    return new Response(JSON.stringify(profile))
  })
  vi.resetModules()
  const toastStore = await import('../../design/toast/toast-store.ts')
  vi.spyOn(toastStore, 'showToast').mockImplementation(({ title }) => toasts.push(title))
  const { outsideChat } = await import('./outside-widget.ts')
  const session = await import('../../api/session.ts')
  const labels = { load: async () => undefined, translator: () => (key: string) => key }
  const visitor = {
    locale: 'de',
    locales: [
      { code: 'en', isDefault: true },
      { code: 'de', isDefault: false },
    ],
  }
  const navigator = { visitor, loader: { labels, visitor }, go: async (to: string) => void went.push(to) }
  const chat = outsideChat(navigator as never, provider)
  expect(outsideChat(navigator as never, provider)).toBe(chat)
  return { chat, session, page }
}
type Begun = Awaited<ReturnType<typeof begun>>
const link = (dataset: object = {}) =>
  ({ dataset, isConnected: true, focus: () => void focused++ }) as unknown as HTMLElement
const turn = () => vi.advanceTimersByTimeAsync(0)
/** Opens the chat, whose script arrives. */
async function opened({ chat, page }: Begun, from = link()): Promise<void> {
  const opening = chat.open(from)
  page.fcWidget = widget
  scripts.at(-1)!.onload()
  await opening
}

test('a guest gets the widget in the language of the page, from a script that is loaded once', async () => {
  const site = await begun()
  expect(scripts).toEqual([])
  await opened(site)
  expect([scripts.map(({ src }) => src), did]).toEqual([[provider.scriptUrl], ['init de guest -', 'open']])
  await site.chat.open(link())
  expect([scripts.length, did]).toEqual([1, ['init de guest -', 'open', 'open']])
  expect(sent).toEqual([])
})

test('a player is named, and finds the conversation of before', async () => {
  profile = { id: 'ada', freshchatRestoreId: 'r1' }
  await opened(await begun({ isSignedIn: true }))
  expect(did).toEqual(['init de ada r1', 'open'])
})

// Shows: 8.7.5
test('what finds the conversation again is stored for a player once, and a failure to store it is no alert', async () => {
  const site = await begun({ isSignedIn: true })
  await opened(site)
  const created = events.get('user:created')!
  created({})
  created({ data: {} })
  await turn()
  expect(sent.filter(([route]) => route.startsWith('PUT'))).toEqual([])
  isRefused = true
  created({ data: { restoreId: 'r2' } })
  await turn()
  expect(sent.filter(([route]) => route.startsWith('PUT'))).toEqual([
    ['PUT /api/player/profile', { freshchatRestoreId: 'r2' }],
  ])
  expect(toasts).toEqual([])
  expect(console.error).toHaveBeenCalledTimes(1)
})

test('what is stored already, or belongs to a guest, is not stored', async () => {
  profile = { id: 'ada', freshchatRestoreId: 'r1' }
  await opened(await begun({ isSignedIn: true }))
  events.get('user:created')!({ data: { restoreId: 'r1' } })
  await opened(await begun())
  events.get('user:created')!({ data: { restoreId: 'r9' } })
  await turn()
  expect(sent.filter(([route]) => route.startsWith('PUT'))).toEqual([])
})

test('closing the widget leads back to where it was opened, unless that has gone', async () => {
  const site = await begun()
  await opened(site)
  events.get('widget:closed')!({})
  expect(focused).toBe(1)
  await site.chat.open(Object.assign(link(), { isConnected: false }))
  events.get('widget:closed')!({})
  expect(focused).toBe(1)
})

test('the next visitor gets a widget of their own, and events of the one before change nothing', async () => {
  const site = await begun({ isSignedIn: true })
  await opened(site)
  const before = new Map(events)
  site.session.clearSession('signedOut')
  await turn()
  expect(did.slice(2)).toEqual(['clear', 'destroy'])
  before.get('user:created')!({ data: { restoreId: 'r2' } })
  before.get('widget:closed')!({})
  await turn()
  expect([sent.filter(([route]) => route.startsWith('PUT')), focused]).toEqual([[], 0])
  await site.chat.open(link())
  expect(did.slice(4)).toEqual(['init de guest -', 'open'])
})

test('a refreshed token keeps the widget', async () => {
  const site = await begun({ isSignedIn: true })
  await opened(site)
  site.session.storeToken('def', 'refreshed')
  await turn()
  expect(did).toEqual(['init de ada -', 'open'])
})

test('a widget that arrives after its visitor has signed out is neither begun nor opened for the next one', async () => {
  const site = await begun({ isSignedIn: true })
  const opening = site.chat.open(link())
  site.session.clearSession('signedOut')
  site.page.fcWidget = widget
  scripts[0]!.onload()
  await opening
  await turn()
  expect(did).toEqual(['clear', 'destroy'])
})

test.each([
  ['fails', async () => scripts[0]!.onerror()],
  ['brings no widget', async () => scripts[0]!.onload()],
  ['does not come within eight seconds', () => vi.advanceTimersByTimeAsync(8_000)],
])('a script that %s: the page of contacts is shown, and the next attempt loads it again', async (_, fail) => {
  const site = await begun()
  const opening = site.chat.open(link())
  await vi.advanceTimersByTimeAsync(0)
  await fail()
  await opening
  expect([toasts, went, scripts[0]!.isRemoved, did]).toEqual([['unavailable'], ['/de/contact'], true, []])
  await opened(site)
  expect([scripts.length, did]).toEqual([2, ['init de guest -', 'open']])
})

test('a script is waited for almost eight seconds', async () => {
  const site = await begun()
  const opening = site.chat.open(link())
  await vi.advanceTimersByTimeAsync(7_900)
  site.page.fcWidget = widget
  scripts[0]!.onload()
  await opening
  expect([toasts, did]).toEqual([[], ['init de guest -', 'open']])
})

test('a link beside a form or a game does not lead away from it', async () => {
  const site = await begun()
  const opening = site.chat.open(link({ aside: '' }))
  scripts[0]!.onerror()
  await opening
  expect([toasts, went]).toEqual([['unavailable'], []])
})
