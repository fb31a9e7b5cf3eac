import { expect, test, vi } from 'vitest'
import { type Answering, hooks } from '#tests/setup/hook.tsx'
import { recordedClient } from '#tests/setup/sportsbook-client.ts'
import { apiKey } from '../../api/use-api.ts'
import { useNavigator } from '../../render/router.tsx'
import { type Client, hostSportsbook, type Player } from './sportsbook-host.ts'

const run = hooks()
type Mounted = Parameters<Client['mount']>[0]
const started = {
  script: '/client.js',
  integrity: 'sha384-x',
  clientId: 'brand-1',
  token: 'first' as string | null,
  currency: 'EUR' as string | null,
}
const startRoute = 'POST /api/game/sportsbook/start'
const tokenRoute = 'POST /api/game/sportsbook/token'
type Options = {
  player?: Player
  answer?: Answering
  search?: string
  path?: string
  /** Custom properties of the page, in pixels. */
  sizes?: Record<string, string>
  isPhone?: boolean
  colorScheme?: string
  /** The top of the mini player of a game, where there is one. */
  miniTop?: number
  hasScript?: boolean
}

/** Hosts a client that a test drives, on a page in English. */
async function hosted(options: Options = {}) {
  const { player = { currency: 'EUR' }, path = '/betting', sizes = {}, isPhone = false, miniTop } = options
  const page = await run(useNavigator, {
    path,
    search: options.search ?? '',
    answer: options.answer ?? (({ route }) => ({ body: route === startRoute ? started : { token: 'next' } })),
  })
  const handle = recordedClient()
  const mounts: Mounted[] = []
  const client: Client = { mount: (mounted) => (mounts.push(mounted), handle) }
  const scripts: Array<HTMLScriptElement & { remove: ReturnType<typeof vi.fn> }> = []
  const append = (script: HTMLScriptElement) =>
    void scripts.push(Object.assign(script, { remove: vi.fn() }) as (typeof scripts)[number])
  Object.assign(document.head, { append })
  if (options.hasScript !== false) window.SportsbookClient = client
  const styles = { ...sizes, '--page': ' #111 ' }
  vi.stubGlobal('getComputedStyle', () => ({
    colorScheme: options.colorScheme ?? 'dark',
    getPropertyValue: (name: string) => (styles as Record<string, string>)[name] ?? '',
  }))
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal('scrollY', 0)
  const media: Record<string, EventTarget> = {}
  vi.stubGlobal('matchMedia', (query: string) => {
    const target = (media[query] ??= new EventTarget())
    return Object.assign(target, { matches: query.includes('max-width') && isPhone })
  })
  const observed = { callback: () => undefined as void, ended: 0 }
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(callback: () => void) {
        observed.callback = callback
      }
      observe() {}
      disconnect() {
        observed.ended++
      }
    },
  )
  Object.assign(document, {
    querySelector: () => (miniTop === undefined ? null : { getBoundingClientRect: () => ({ top: miniTop }) }),
  })
  const back = vi.fn()
  Object.assign(history, { back })
  const on = { onState: vi.fn(), onBet: vi.fn(), onToken: vi.fn() }
  const target = document.createElement('div')
  const host = await page.perform((navigator) => hostSportsbook({ navigator, target, base: '/betting', player, ...on }))
  return { page, host, handle, mounts, client, scripts, on, target, back, media, observed }
}
const callsOf = ({ calls }: { calls: Array<{ route: string; body: unknown }> }, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body)

// Shows: 1.4.1
test('the client starts with the token, currency, language, theme and place of the page', async () => {
  const { page, mounts, target } = await hosted({ path: '/betting/event/7', sizes: { '--header-height': '56px' } })
  expect(callsOf(page, startRoute)).toEqual([{ theme: 'dark', currency: 'EUR' }])
  expect(mounts).toMatchObject([
    {
      clientId: 'brand-1',
      token: 'first',
      currency: 'EUR',
      locale: 'en',
      path: '/event/7',
      base: '/betting',
      offset: { top: 56, bottom: 0 },
      theme: { scheme: 'dark', tokens: { page: '#111' } },
    },
  ])
  expect(mounts[0]!.target).toBe(target)
  expect((await hosted()).mounts[0]!.path).toBe('/')
})

test('a guest starts without a currency, and gets no token', async () => {
  const guest = { ...started, token: null, currency: null }
  const { page, mounts, on } = await hosted({ player: null, answer: () => ({ body: guest }) })
  expect(callsOf(page, startRoute)).toEqual([{ theme: 'dark' }])
  mounts[0]!.on.ready()
  expect([on.onState.mock.calls, on.onToken.mock.calls]).toEqual([[['loading'], ['open']], []])
  mounts[0]!.on.tokenExpiring()
  await page.pass(5000)
  expect(callsOf(page, tokenRoute)).toEqual([])
})

test('a client that is ready is open, and paused where a reality check is due', async () => {
  const { host, mounts, handle, on, target } = await hosted()
  expect(on.onState.mock.calls).toEqual([['loading']])
  host.setPaused(true)
  mounts[0]!.on.ready()
  expect(handle.setPaused.mock.calls).toEqual([[true], [true]])
  expect([target.inert, on.onState.mock.lastCall, on.onToken.mock.calls]).toEqual([true, ['open'], [['EUR']]])
  host.setPaused(false)
  expect([target.inert, handle.setPaused.mock.lastCall]).toEqual([false, [false]])
})

test('a client that fails is removed, and a start that is refused is a failure', async () => {
  const { mounts, handle, on, host } = await hosted()
  mounts[0]!.on.failed()
  expect([on.onState.mock.lastCall, handle.destroy.mock.calls.length]).toEqual([['failed'], 1])
  // It is gone: nothing reaches it any more.
  host.setBalance(100, 'EUR')
  expect(handle.setBalance).not.toHaveBeenCalled()
  const refused = await hosted({ answer: () => ({ status: 503 }) })
  expect([refused.mounts, refused.on.onState.mock.lastCall]).toEqual([[], ['failed']])
})

test('the script is loaded with its integrity, and its client is mounted', async () => {
  const { page, scripts, mounts, client } = await hosted({ hasScript: false })
  expect(scripts).toMatchObject([{ src: '/client.js', integrity: 'sha384-x', crossOrigin: 'anonymous', async: true }])
  expect(mounts).toEqual([])
  window.SportsbookClient = client
  await page.perform(() => void scripts[0]!.onload!({} as Event))
  expect(mounts).toHaveLength(1)
  await page.pass(10_000)
  expect(scripts[0]!.remove).not.toHaveBeenCalled()
  const plain = await hosted({ hasScript: false, answer: () => ({ body: { ...started, integrity: null } }) })
  expect('crossOrigin' in plain.scripts[0]!).toBe(false)
})

test.each([
  ['fails to load', (script: HTMLScriptElement) => (script.onerror as () => void)(), 0],
  ['brings no client', (script: HTMLScriptElement) => script.onload!({} as Event), 0],
  ['does not answer within ten seconds', () => undefined, 10_000],
] as const)('a script that %s leaves the sportsbook unavailable', async (_, act, ms) => {
  const { page, scripts, on } = await hosted({ hasScript: false })
  await page.perform(() => void act(scripts[0]!))
  if (ms > 0) {
    await page.pass(ms - 1)
    expect(on.onState.mock.lastCall).toEqual(['loading'])
    await page.pass(1)
  }
  expect([on.onState.mock.lastCall, scripts[0]!.remove.mock.calls.length]).toEqual([['failed'], 1])
})

test('a token that expires is renewed at once, and the next not within five seconds', async () => {
  const { page, mounts, handle, on } = await hosted()
  mounts[0]!.on.tokenExpiring()
  mounts[0]!.on.tokenExpiring()
  await page.pass(0)
  expect(callsOf(page, tokenRoute)).toEqual([{ currency: 'EUR' }])
  expect([handle.setToken.mock.calls, on.onToken.mock.calls]).toEqual([[['next', 'EUR']], [['EUR']]])
  mounts[0]!.on.tokenExpiring()
  await page.pass(4999)
  expect(callsOf(page, tokenRoute)).toHaveLength(1)
  await page.pass(1)
  expect(callsOf(page, tokenRoute)).toHaveLength(2)
})

test('a token that could not be had is asked for again five seconds later', async () => {
  let isBroken = true
  const { page, mounts, handle } = await hosted({
    answer: ({ route }) =>
      route === startRoute ? { body: started } : isBroken ? { status: 503 } : { body: { token: 'next' } },
  })
  mounts[0]!.on.tokenExpiring()
  await page.pass(0)
  expect(handle.setToken).not.toHaveBeenCalled()
  isBroken = false
  await page.pass(5000)
  expect([callsOf(page, tokenRoute).length, handle.setToken.mock.lastCall]).toEqual([2, ['next', 'EUR']])
})

test('another currency gets a token of its own, a sign-out none, and an answer that comes too late is dropped', async () => {
  const answers: Array<(answer: object) => void> = []
  const { page, host, handle, on } = await hosted({
    answer: ({ route }) => (route === startRoute ? { body: started } : new Promise((resolve) => answers.push(resolve))),
  })
  host.setPlayer({ currency: 'EUR' })
  await page.pass(0)
  expect(answers).toEqual([])
  host.setPlayer({ currency: 'USDT' })
  await page.pass(0)
  host.setPlayer(null)
  expect(handle.setToken.mock.calls).toEqual([[null, null]])
  host.setPlayer({ currency: 'BTC' })
  await page.pass(0)
  expect(callsOf(page, tokenRoute)).toEqual([{ currency: 'USDT' }, { currency: 'BTC' }])
  await page.perform(() => answers.forEach((answer, index) => answer({ body: { token: `t${index}` } })))
  expect(handle.setToken.mock.calls).toEqual([
    [null, null],
    ['t1', 'BTC'],
  ])
  expect(on.onToken.mock.calls).toEqual([['BTC']])
})

test('a player who comes before the client has started begins again, and only the last start counts', async () => {
  const answers: Array<(answer: object) => void> = []
  const { page, host, mounts } = await hosted({
    player: null,
    answer: () => new Promise((resolve) => answers.push(resolve)),
  })
  host.setPlayer({ currency: 'EUR' })
  await page.pass(0)
  expect(callsOf(page, startRoute)).toEqual([{ theme: 'dark' }, { theme: 'dark', currency: 'EUR' }])
  await page.perform(() => answers.forEach((answer, index) => answer({ body: { ...started, token: `t${index}` } })))
  expect(mounts.map(({ token }) => token)).toEqual(['t1'])
})

test.each([
  ['signIn', '?sign-in=true'],
  ['register', '?sign-up=true'],
  ['deposit', '?wallet=deposit'],
] as const)('the client asks for %s by the address', async (call, search) => {
  const { page, mounts } = await hosted()
  await page.perform(() => mounts[0]!.on[call]())
  expect(page.address).toBe(`/betting${search}`)
})

// Shows: 1.4.1
test('a bet reads the accounts again', async () => {
  const { page, mounts, on } = await hosted()
  const key = apiKey('GET /api/wallet/accounts')
  page.client.setQueryData(key, [])
  await page.perform(() => mounts[0]!.on.balance())
  expect([on.onBet.mock.calls.length, page.client.getQueryState(key)!.isInvalidated]).toEqual([1, true])
})

test.each<[string, object, string]>([
  ['is found', { body: { data: [{ id: 'b-7' }] } }, '/profile/history?reference=b-7'],
  ['is not found', { body: { data: [] } }, '/profile/history?tab=bets'],
  ['cannot be looked up', { status: 500 }, '/profile/history?tab=bets'],
])('a bet that %s leads to the history', async (_, found, address) => {
  const { page, mounts } = await hosted({
    answer: ({ route }) => (route === startRoute ? { body: started } : found),
  })
  await page.perform(() => mounts[0]!.on.history('ext-1'))
  expect(page.calls.at(-1)!.route).toBe('GET /api/game/bets?betId=ext-1')
  expect(page.pages).toEqual([address])
})

test('routes of the client are in the address, with its query, and begin at the top', async () => {
  const { page, mounts } = await hosted({ search: '?utm=1' })
  const scrolls = vi.fn()
  vi.stubGlobal('scrollTo', scrolls)
  const pushes = vi.spyOn(history, 'pushState')
  const replaces = vi.spyOn(history, 'replaceState')
  mounts[0]!.on.route('/tennis', { replace: false })
  expect([page.address, pushes.mock.calls.length, replaces.mock.calls.length]).toEqual(['/betting/tennis?utm=1', 1, 0])
  expect(page.current.place.page.pathname).toBe('/betting/tennis')
  expect(scrolls).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
  mounts[0]!.on.route('/', { replace: true })
  expect([page.address, pushes.mock.calls.length, replaces.mock.calls.length]).toEqual(['/betting?utm=1', 1, 1])
})

test('the slip above the page is an entry of its own, which “back” closes, and a link on it takes its place', async () => {
  const { page, mounts, handle, back } = await hosted()
  const { layer, route } = mounts[0]!.on
  layer(false)
  expect(back).not.toHaveBeenCalled()
  layer(true)
  expect(history.state).toMatchObject({ isLayer: true })
  layer(false)
  expect(back).toHaveBeenCalledOnce()
  layer(true)
  const pushes = vi.spyOn(history, 'pushState')
  route('/tennis', { replace: false })
  expect([pushes.mock.calls.length, page.address]).toEqual([0, '/betting/tennis'])
  expect((history.state as { isLayer?: boolean }).isLayer).toBeUndefined()
  page.current.beforeFollow!()
  expect(handle.closeLayer).toHaveBeenCalledOnce()
})

test('“back” within the sportsbook goes through the client, to where the page was scrolled', async () => {
  const { page, mounts, handle } = await hosted()
  const scrolls = vi.fn()
  vi.stubGlobal('scrollTo', scrolls)
  vi.stubGlobal('scrollY', 420)
  mounts[0]!.on.route('/tennis', { replace: false })
  page.current.beforeFollow!()
  expect(handle.go).not.toHaveBeenCalled()
  history.replaceState(null, '', '/betting')
  page.current.beforeFollow!()
  expect([handle.go.mock.calls, page.current.place.page.pathname]).toEqual([[['/']], '/betting'])
  await page.pass(20)
  expect(scrolls).toHaveBeenLastCalledWith({ top: 420, behavior: 'instant' })
  history.replaceState(null, '', '/bettings')
  page.current.beforeFollow!()
  expect(handle.go).toHaveBeenCalledOnce()
  expect(handle.closeLayer).not.toHaveBeenCalled()
})

test.each([
  ['a wide screen', {}, 0],
  ['a phone, above its bar', { isPhone: true }, 64],
  ['a phone, above the mini player', { isPhone: true, miniTop: 700 }, 100],
  ['a phone whose bar is higher than the mini player', { isPhone: true, miniTop: 780 }, 64],
])('the client keeps clear of what is above and below it on %s', async (_, options, bottom) => {
  const sizes = { '--header-height': '56px', '--bottom-bar-height': '64px' }
  const { host, handle, media, observed } = await hosted({ sizes, ...options })
  host.setInset(40)
  expect(handle.setOffset.mock.lastCall).toEqual([{ top: 96, bottom }])
  media['(max-width: 767.98px)']!.dispatchEvent(new Event('change'))
  observed.callback()
  expect(handle.setOffset).toHaveBeenCalledTimes(3)
})

test('the client follows the theme of the page and the balance of the account', async () => {
  const { handle, media, host, mounts } = await hosted({ colorScheme: 'light' })
  media['(prefers-color-scheme: dark)']!.dispatchEvent(new Event('change'))
  expect(handle.setTheme).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ scheme: 'light' }))
  host.setBalance(12_000, 'EUR')
  expect(handle.setBalance).toHaveBeenCalledExactlyOnceWith(12_000, 'EUR')
  // It may have changed before the client was ready to hear of it.
  mounts[0]!.on.ready()
  expect(handle.setBalance.mock.calls).toEqual([
    [12_000, 'EUR'],
    [12_000, 'EUR'],
  ])
})

test('what is closed ends its client, waits for nothing and reports nothing', async () => {
  const { page, host, handle, mounts, on, media, observed } = await hosted()
  mounts[0]!.on.tokenExpiring()
  await page.pass(0)
  mounts[0]!.on.tokenExpiring()
  host.close()
  await page.pass(5000)
  expect(callsOf(page, tokenRoute)).toHaveLength(1)
  expect([handle.destroy.mock.calls.length, observed.ended, page.current.beforeFollow]).toEqual([1, 1, null])
  const states = on.onState.mock.calls.length
  mounts[0]!.on.ready()
  mounts[0]!.on.failed()
  for (const target of Object.values(media)) target.dispatchEvent(new Event('change'))
  expect(on.onState.mock.calls).toHaveLength(states)
  expect([handle.setTheme.mock.calls, handle.setOffset.mock.calls]).toEqual([[], []])
})

test('a start that is answered after the page was left mounts nothing', async () => {
  const answers: Array<(answer: object) => void> = []
  const { page, host, mounts, on } = await hosted({ answer: () => new Promise((resolve) => answers.push(resolve)) })
  host.close()
  await page.perform(() => answers[0]!({ body: started }))
  expect([mounts, on.onState.mock.calls]).toEqual([[], [['loading']]])
})
