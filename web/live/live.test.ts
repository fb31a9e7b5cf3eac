/** When the page's connection is opened again and data is read again; `tests/realtime` has the real server. */
import type { Centrifuge } from 'centrifuge'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLive, playerOf } from './live.ts'

type Listener = (context: object) => void
class Emitter {
  readonly #listeners = new Map<string, Listener>()
  on(event: string, listener: Listener): void {
    this.#listeners.set(event, listener)
  }
  emit(event: string, context: object): void {
    this.#listeners.get(event)?.(context)
  }
  removeAllListeners(): void {
    this.#listeners.clear()
  }
}
class FakeSubscription extends Emitter {
  isOpen = false
  subscribe = () => void (this.isOpen = true)
  unsubscribe = () => void (this.isOpen = false)
}
type ClientOptions = { token?: string; getToken?: () => Promise<string | null> }
let clients: FakeClient[]
class FakeClient extends Emitter {
  readonly subscriptions = new Map<string, FakeSubscription>()
  readonly options: ClientOptions
  isOpen = false
  nextToken: string | null = null
  constructor(_url: string, options: ClientOptions) {
    super()
    this.options = options
    clients.push(this)
  }
  connect = () => void (this.isOpen = true)
  disconnect = () => void (this.isOpen = false)
  setToken = (token: string) => void (this.nextToken = token)
  newSubscription(channel: string): FakeSubscription {
    const made = new FakeSubscription()
    this.subscriptions.set(channel, made)
    return made
  }
  removeSubscription(removed: FakeSubscription): void {
    for (const [channel, each] of this.subscriptions) if (each === removed) this.subscriptions.delete(channel)
  }
}

const tokenOf = (sub: string) => `h.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.s`
let token: string | null
let freshToken: () => Promise<string | null>
let listeners: Set<() => void>
const change = () => listeners.forEach((listener) => listener())
let checked: number[]
let isSessionOpen: boolean

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 })
  // The random part of each delay is none.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  clients = []
  token = null
  freshToken = async () => token
  listeners = new Set()
  checked = []
  isSessionOpen = true
})
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function begun() {
  const live = createLive({
    url: 'wss://house.test',
    session: {
      token: () => token,
      freshToken: () => freshToken(),
      onChange: (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    },
    loadClient: async () => FakeClient as unknown as new () => Centrifuge,
    checkSession: async (code) => (checked.push(code), isSessionOpen),
    onError: (error) => {
      throw error
    },
  })
  await live.start()
  return live
}
const last = () => clients.at(-1)!
const end = (code: number) => last().emit('disconnected', { code })
/** How long the page waits before it opens the next connection, in steps of half a second. */
async function pauseMs(): Promise<number> {
  const before = clients.length
  for (let waited = 500; waited <= 200_000; waited += 500) {
    await vi.advanceTimersByTimeAsync(500)
    if (clients.length > before) return waited
  }
  throw new Error('no further connection was opened')
}

test('each further attempt waits twice as long, a minute at most, and a second again after ten quiet minutes', async () => {
  const live = await begun()
  const pauses: number[] = []
  for (let attempt = 0; attempt < 8; attempt++) {
    end(3012)
    pauses.push(await pauseMs())
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000))
  await vi.advanceTimersByTimeAsync(500_000)
  end(3012)
  expect(await pauseMs()).toBe(60_000)
  await vi.advanceTimersByTimeAsync(601_000)
  end(3012)
  expect(await pauseMs()).toBe(1_000)
  live.stop()
})

test('another player begins with the shortest pause, and a reconnect that waits is not carried out besides', async () => {
  const live = await begun()
  for (let attempt = 0; attempt < 3; attempt++) {
    end(3012)
    await pauseMs()
  }
  end(3012)
  token = tokenOf('ada')
  change()
  expect(clients).toHaveLength(5)
  await vi.advanceTimersByTimeAsync(100_000)
  expect([clients.length, checked.length]).toEqual([5, 3])
  end(3012)
  expect(await pauseMs()).toBe(1_000)
  live.stop()
})

test('a session that has ended opens no further connection, nor does a page that was stopped', async () => {
  const live = await begun()
  isSessionOpen = false
  end(3012)
  await vi.advanceTimersByTimeAsync(100_000)
  expect([checked, clients.length]).toEqual([[3012], 1])
  isSessionOpen = true
  const other = await begun()
  end(3012)
  other.stop()
  await vi.advanceTimersByTimeAsync(100_000)
  expect([checked.length, clients.length, last().isOpen]).toEqual([1, 2, false])
  live.stop()
})

test('a connection that was stopped does not follow the session, and one that is started twice follows it once', async () => {
  const live = await begun()
  await live.start()
  expect(clients).toHaveLength(1)
  live.stop()
  token = tokenOf('ada')
  change()
  expect([clients.length, listeners.size]).toEqual([1, 0])
})

test('the code that came last decides whether the page may reconnect', async () => {
  const live = await begun()
  last().emit('connecting', { code: 3500 })
  expect(last().isOpen).toBe(false)
  await vi.advanceTimersByTimeAsync(100_000)
  expect([checked, clients.length]).toEqual([[3500], 1])
  live.stop()
})

test('whether the page is connected is told, also to whoever listens second', async () => {
  const live = await begun()
  const states: Array<[string, boolean]> = []
  for (const name of ['one', 'two']) live.onState((isConnected) => states.push([name, isConnected]))
  last().emit('connected', {})
  last().emit('connecting', { code: 1 })
  expect(states).toEqual([
    ['one', true],
    ['two', true],
    ['one', false],
    ['two', false],
  ])
  live.stop()
})

test('a token is renewed for the same player only', async () => {
  token = tokenOf('ada')
  const live = await begun()
  const { getToken, token: first } = last().options
  expect(first).toBe(token)
  freshToken = async () => tokenOf('ada')
  expect(await getToken!()).toBe(tokenOf('ada'))
  freshToken = async () => tokenOf('bob')
  expect(await getToken!()).toBeNull()
  freshToken = async () => null
  expect(await getToken!()).toBeNull()
  change()
  expect([clients.length, last().nextToken]).toEqual([1, token])
  live.stop()
})

type Subscribed = { recoverable: boolean; recovered: boolean; wasRecovering: boolean }
const subscribed = (channel: string, part: Partial<Subscribed> = {}) =>
  last()
    .subscriptions.get(channel)!
    .emit('subscribed', { recoverable: true, recovered: false, wasRecovering: false, ...part })

test('what was missed is read at once at first, and after a lost connection within two seconds', async () => {
  token = tokenOf('ada')
  const live = await begun()
  const read: string[] = []
  live.onUnrecovered('wallet:accounts', () => read.push('wallet'))
  live.onUnrecovered('global:online', () => read.push('online'))
  subscribed('wallet:accounts#ada')
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toEqual(['wallet'])
  subscribed('wallet:accounts#ada', { recovered: true })
  subscribed('global:online', { recoverable: false })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).toEqual(['wallet'])
  vi.mocked(Math.random).mockReturnValue(0.5)
  subscribed('wallet:accounts#ada', { wasRecovering: true })
  subscribed('global:online', { wasRecovering: true })
  await vi.advanceTimersByTimeAsync(999)
  expect(read).toEqual(['wallet'])
  await vi.advanceTimersByTimeAsync(1)
  expect(read).toEqual(['wallet', 'wallet', 'online'])
  // The next gap is read as well.
  subscribed('global:online')
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toHaveLength(4)
  // A page that is left reads nothing more.
  subscribed('global:online')
  live.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).toHaveLength(4)
})

test('a channel without handlers is left, and what still comes of it reaches nobody', async () => {
  const live = await begun()
  const counts: number[] = []
  const off = live.on('global:online', 'online', ({ count }) => counts.push(count))
  const subscription = last().subscriptions.get('global:online')!
  const publish = (count: number) =>
    subscription.emit('publication', { data: { event: 'online', payload: { count }, version: count } })
  publish(1)
  off()
  publish(2)
  expect([counts, subscription.isOpen, last().subscriptions.size]).toEqual([[1], false, 0])
  live.stop()
})

test('the player of a token is read, also with letters outside of ASCII, and of anything else there is none', () => {
  expect(playerOf(tokenOf('zoë?>~ÿ'))).toBe('zoë?>~ÿ')
  for (const other of [null, '', 'abc', 'h.!.s', `h.${btoa('{"sub":7}')}.s`]) expect(playerOf(other)).toBeNull()
})
