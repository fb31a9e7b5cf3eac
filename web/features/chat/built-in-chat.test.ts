/** The chat of a page: what follows pushes, polls, sessions and keys. Its document is imitated and its panel not drawn. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeElement } from '#tests/setup/dom.ts'

type Conversation = { unread?: number; messages?: object[] }
let conversation: Conversation
let reads: number
let pushes: Map<string, (data: unknown) => void>
let unrecovered: () => void
let cookie: string
let storage: Map<string, string>
let toasts: string[]
let rendered: number
let root: { dataset: Record<string, string>; unread: string; isMarked: boolean }
let page: FakeElement
let body: { children: Box[]; appendChild(box: Box): Box }
let isWide: boolean
let mediaListeners: Array<() => void>
let back: number
let listeners: EventTarget
let visibilityState: 'visible' | 'hidden'

/** An element whose descendants the test names. */
class Box extends FakeElement {
  parts: Record<string, FakeElement> = {}
  constructor() {
    super('div', { activeElement: null })
  }
  override querySelector(selector: string): FakeElement | null {
    return this.parts[selector] ?? null
  }
  override contains(other: unknown): boolean {
    return other === this || Object.values(this.parts).includes(other as FakeElement)
  }
  remove(): void {
    body.children.splice(body.children.indexOf(this), 1)
  }
}
const named = (name: string, more: object = {}) =>
  Object.assign(new FakeElement('button', { activeElement: null }), { focus: () => focused.push(name), ...more })
let focused: string[]

const state = () => ({
  isClosed: false,
  lastNumber: 0,
  readByVisitor: 0,
  readBySupport: 0,
  unread: conversation.unread ?? 0,
  version: reads,
})

beforeEach(() => {
  conversation = {}
  reads = 0
  pushes = new Map()
  cookie = ''
  storage = new Map()
  toasts = []
  rendered = 0
  root = { dataset: {}, unread: '', isMarked: false }
  page = new Box()
  body = { children: [page as Box], appendChild: (box) => (body.children.push(box), box) }
  isWide = true
  mediaListeners = []
  back = 0
  focused = []
  visibilityState = 'visible'
  listeners = new EventTarget()
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

afterAll(() => {
  const mocked = ['react-dom/client', './chat-panel.tsx', '../../design/toast/toast-store.ts', './chat-calls.ts']
  for (const module of [...mocked, '../../live/page-live.ts']) vi.doUnmock(module)
})

async function begin({ isSignedIn = false, isGuest = false } = {}) {
  cookie = isSignedIn ? 'access_token=abc' : isGuest ? 'chat_guest=g' : ''
  const document = Object.assign(new EventTarget(), {
    documentElement: {
      dataset: root.dataset,
      style: { setProperty: (_: string, count: string) => (root.unread = count) },
      toggleAttribute: (_: string, isOn: boolean) => (root.isMarked = isOn),
    },
    createElement: () => new Box(),
    body,
  })
  Object.defineProperties(document, {
    cookie: {
      get: () => cookie,
      set: (text: string) => {
        const [name] = text.split('=')
        if (text.includes('Max-Age=0')) cookie = cookie.replace(new RegExp(`${name}=[^;]*`), '')
      },
    },
    visibilityState: { get: () => visibilityState },
  })
  const history = {
    state: null as object | null,
    pushState: (entry: object) => void (history.state = entry),
    back: () => void back++,
  }
  const globals = {
    document,
    history,
    location: { protocol: 'https:' },
    addEventListener: listeners.addEventListener.bind(listeners),
    matchMedia: () => ({
      get matches() {
        return isWide
      },
      addEventListener: (_: string, listener: () => void) => mediaListeners.push(listener),
    }),
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  vi.doMock('react-dom/client', () => ({ createRoot: () => ({ render: () => rendered++, unmount: () => rendered-- }) }))
  vi.doMock('./chat-panel.tsx', () => ({ ChatPanel: () => null }))
  vi.doMock('../../design/toast/toast-store.ts', () => ({
    showToast: ({ title }: { title: string }) => toasts.push(title),
  }))
  vi.doMock('./chat-calls.ts', () => ({
    chatCalls: {
      read: async () => (reads++, { state: state(), messages: conversation.messages ?? [] }),
    },
  }))
  vi.doMock('../../live/page-live.ts', () => ({
    live: {
      on: (channel: string, type: string, listener: (data: unknown) => void) =>
        pushes.set(`${channel} ${type}`, listener),
      onUnrecovered: (_: string, listener: () => void) => (unrecovered = listener),
    },
  }))
  const { builtInChat } = await import('./built-in-chat.tsx')
  const session = await import('../../api/session.ts')
  const labels = { load: async () => {}, translator: () => (key: string) => key }
  const site = { loader: { labels, client: {} } } as never
  return { chat: builtInChat(site), session, document, again: () => builtInChat(site) }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const panel = () => body.children[1]

test('a page has one chat, which follows pushes once', async () => {
  const { chat, again } = await begin({ isSignedIn: true })
  expect(again()).toBe(chat)
  await chat.resume()
  const listened = vi.spyOn(globalThis, 'addEventListener')
  await chat.resume()
  expect([reads, listened.mock.calls.length]).toEqual([2, 0])
})

test('support that types is shown by the store, which the panel reads', async () => {
  const { chat } = await begin({ isSignedIn: true })
  await chat.resume()
  const before = vi.getTimerCount()
  pushes.get('support:chat chat.typing')!({ author: 'support' })
  // For as long as its timer runs.
  expect(vi.getTimerCount()).toBe(before + 1)
})

test('missed pushes, a connection that returns and a tab that is seen again read the conversation', async () => {
  const { chat, document } = await begin({ isSignedIn: true })
  await chat.resume()
  unrecovered()
  listeners.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  await settle()
  expect(reads).toBe(4)
  visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  await settle()
  expect(reads).toBe(4)
})

test.each<[string, object, boolean, number, number]>([
  ['a guest without a conversation', {}, false, 0, 0],
  ['a guest with one', { isGuest: true }, false, 3, 3],
  ['a guest who has it open', { isGuest: true }, true, 23, 23],
  ['a player', { isSignedIn: true }, false, 0, 0],
  ['a player who has it open', { isSignedIn: true }, true, 3, 3],
])('%s polls as often as needed', async (_, visitor, isOpen, polls) => {
  const { chat } = await begin(visitor)
  await (isOpen ? chat.open(named('help') as never) : chat.resume())
  const before = reads
  await pass(92_000)
  expect(reads - before).toBe(polls)
  visibilityState = 'hidden'
  await pass(92_000)
  expect(reads - before).toBe(polls)
})

test('replies are counted and announced while the panel is closed, but not those from before the visit', async () => {
  conversation = { unread: 2, messages: [{ id: 'm1', number: 1, author: 'support' }] }
  const { chat } = await begin({ isSignedIn: true })
  await chat.resume()
  expect([root.unread, root.isMarked, toasts]).toEqual(['2', true, []])
  pushes.get('support:chat chat.state')!({ ...state(), unread: 3, version: 99 })
  await settle()
  expect([root.unread, toasts]).toEqual(['3', ['newReply']])
  pushes.get('support:chat chat.state')!({ ...state(), unread: 1, version: 100 })
  await settle()
  expect([root.unread, toasts.length]).toEqual(['1', 1])
  await chat.open(named('help') as never)
  expect([root.unread, root.isMarked]).toEqual(['0', false])
})

test('the first message is noted, so that later pages read the chat', async () => {
  const { chat } = await begin({ isGuest: true })
  await chat.resume()
  expect(storage.get('chat')).toBeUndefined()
  pushes.get('support:chat chat.message')!({ id: 'm1', number: 1, author: 'support', text: 'Hi' })
  await settle()
  expect(storage.get('chat')).toBe('used')
})

test('a session that ends closes the chat and leaves nothing of it; a refreshed token changes nothing', async () => {
  conversation = { unread: 1, messages: [{ id: 'm1', number: 1, author: 'support' }] }
  const { chat, session } = await begin({ isSignedIn: true })
  await chat.open(named('help') as never)
  await settle()
  const before = reads
  session.storeToken('abc', 'refreshed')
  await settle()
  expect([reads, panel() !== undefined]).toEqual([before, true])
  cookie = 'access_token=abc; chat_guest=g'
  session.clearSession('signedOut')
  await settle()
  expect([panel(), storage.get('chat'), root.isMarked, cookie.includes('chat_guest=g'), reads]).toEqual([
    undefined,
    undefined,
    false,
    false,
    before,
  ])
  // What waits for the next player is no news.
  session.storeToken('def')
  await settle()
  expect([reads, toasts]).toEqual([before + 1, []])
})

test('docked, the panel is beside the page, which stays usable and keeps its entry of the history', async () => {
  const { chat } = await begin()
  await chat.open(named('help') as never)
  await settle()
  expect([rendered, root.dataset.chat, page.hasAttribute('inert'), history.state]).toEqual([1, 'docked', false, null])
  panel()!.parts = { textarea: named('textarea'), h2: named('h2') }
  await chat.open(named('help') as never)
  expect([focused, body.children.length]).toEqual([['textarea'], 2])
})

test('on a phone the page below is inert, and the back button closes the panel', async () => {
  isWide = false
  const { chat } = await begin()
  await chat.open(named('help') as never)
  await settle()
  expect([root.dataset.chat, page.hasAttribute('inert'), history.state]).toEqual(['dialog', true, { isChat: true }])
  panel()!.parts = { textarea: named('textarea'), h2: named('h2') }
  await chat.open(named('help') as never)
  expect(focused).toEqual(['h2'])
  listeners.dispatchEvent(new Event('popstate'))
  expect(panel()).toBeDefined()
  Object.assign(history, { state: null })
  listeners.dispatchEvent(new Event('popstate'))
  expect([panel(), page.hasAttribute('inert'), root.dataset.chat, rendered, back]).toEqual([
    undefined,
    false,
    undefined,
    0,
    0,
  ])
  expect(focused).toEqual(['h2', 'help'])
})

test('a panel that gets room docks, and one that loses it covers the page', async () => {
  const { chat } = await begin()
  const changeTo = (wide: boolean) => {
    isWide = wide
    for (const listener of mediaListeners) listener()
  }
  changeTo(false)
  expect(root.dataset.chat).toBeUndefined()
  await chat.open(named('help') as never)
  await settle()
  expect([root.dataset.chat, page.hasAttribute('inert')]).toEqual(['dialog', true])
  changeTo(true)
  expect([root.dataset.chat, page.hasAttribute('inert')]).toEqual(['docked', false])
})

/** Presses Escape with the focus on an element. */
function escape(document: EventTarget, target: object, more: object = {}) {
  const event = new Event('keydown')
  for (const [name, value] of Object.entries({ key: 'Escape', target, ...more }))
    Object.defineProperty(event, name, { value })
  document.dispatchEvent(event)
}

test('Escape closes a dialog, and a docked panel only from within it', async () => {
  const { chat, document } = await begin()
  await chat.open(named('help') as never)
  await settle()
  const inside = named('textarea')
  panel()!.parts = { textarea: inside }
  escape(document, page)
  escape(document, inside, { key: 'Enter' })
  escape(document, inside, { defaultPrevented: true })
  expect(panel()).toBeDefined()
  escape(document, inside)
  expect([panel(), focused]).toEqual([undefined, ['help']])
  isWide = false
  await chat.open(named('help') as never)
  await settle()
  escape(document, page)
  // The entry that the dialog has added goes with it.
  expect([panel(), back]).toEqual([undefined, 1])
})

test('a link in the dialog leads to its page and closes the dialog without going back', async () => {
  isWide = false
  const { chat, document } = await begin()
  await chat.open(named('help') as never)
  await settle()
  const link = named('link')
  panel()!.parts = { a: link }
  const click = (target: object) =>
    document.dispatchEvent(Object.defineProperty(new Event('click'), 'target', { value: target }))
  click({ closest: () => named('elsewhere') })
  click({ closest: () => null })
  expect(panel()).toBeDefined()
  click({ closest: () => link })
  expect([panel(), back]).toEqual([undefined, 0])
})

test('a docked panel stays open for who follows a link in it', async () => {
  const { chat, document } = await begin()
  await chat.open(named('help') as never)
  await settle()
  const link = named('link')
  panel()!.parts = { a: link }
  document.dispatchEvent(Object.defineProperty(new Event('click'), 'target', { value: { closest: () => link } }))
  expect(panel()).toBeDefined()
})

test('a panel that is closed before its texts have loaded stays closed', async () => {
  const { chat, session } = await begin({ isSignedIn: true })
  void chat.open(named('help') as never)
  session.clearSession('signedOut')
  await settle()
  expect([panel(), rendered, root.dataset.chat]).toEqual([undefined, expect.any(Number), undefined])
  expect(rendered).toBeLessThan(1)
})
