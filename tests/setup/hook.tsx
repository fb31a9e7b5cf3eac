/**
 * Runs a hook in the browser's React, with its effects and timers, on a page whose calls the test answers. Its component
 * renders nothing, so React needs no element but the root.
 */
import type { QueryClient } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { apiKey } from '#web/api/use-api.ts'
import { startAnalytics } from '#web/device/analytics.ts'
import { current as shownToasts, dismissToast } from '#web/design/toast/toast-store.ts'
import { Navigator } from '#web/render/navigate.ts'
import type { Page, PageQuery } from '#web/render/page.ts'
import { directoryOf } from './content.ts'
import { inPage, pageParts, type RenderOptions } from './markup.tsx'

type Call = { route: string; body: unknown }
type Answer = { status?: number; body?: unknown } | undefined
export type HookOptions = RenderOptions & {
  /** Answers a call; without an answer it gets 200 and an empty object. */
  answer?: (call: Call) => Answer | Promise<Answer>
  /** Puts further contexts around the component. */
  within?: (component: ReactNode) => ReactNode
}
export type RunningHook<T> = {
  /** The server data of the page. */
  readonly client: QueryClient
  /** What the hook returned last. */
  readonly current: T
  /** The path and query of the page. */
  readonly address: string
  /** Every call so far, as `POST /api/player/register`, with its body. */
  readonly calls: Call[]
  /** The title of every alert so far. */
  readonly alerts: string[]
  /** What the tag manager has read. */
  readonly events: object[]
  /** Does something as an event handler would, and waits for what follows from it, timers excepted. */
  perform<R>(action: (current: T) => R | Promise<R>): Promise<R>
  /** Lets so many milliseconds pass. */
  pass(ms: number): Promise<void>
  /** Removes the component, as when a dialog closes. */
  close(): Promise<void>
}

const none = () => undefined
const ignored = { addEventListener: none, removeEventListener: none }
/** Every page begins a day later, so that alerts of the one before count as old. */
let today = Date.now()

/** Call it at the top of a test file. The clock of its tests moves with `pass` alone. */
export function hooks() {
  const roots: Root[] = []
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  })
  afterEach(async () => {
    for (const root of roots.splice(0)) await act(async () => root.unmount())
    // Alerts are kept by a module that later tests share.
    for (const { id } of shownToasts()) dismissToast(id)
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  return async function run<T>(hook: () => T, options: HookOptions = {}): Promise<RunningHook<T>> {
    const { path = '/', search = '', entry = { path }, answer = none, within = (each: ReactNode) => each } = options
    vi.setSystemTime((today += 86_400_000))
    const calls: Call[] = []
    const dataLayer = stubBrowser(path + search, async (call) => (calls.push(call), await answer(call)))
    startAnalytics('GTM-AB12', () => 'accepted')
    const { client, visitor, labels } = pageParts(options)
    const fetch = async ({ route, request }: PageQuery) => {
      const { directory } = (request?.params ?? {}) as { directory?: string }
      return directory ? directoryOf(directory, visitor.locale) : client.getQueryData(apiKey(route, request as never))
    }
    const page = { pathname: path, params: {}, entry, module: {} } as unknown as Page
    const navigator = new Navigator({ client, visitor, labels, fetch }, page, search)
    const alertsBefore = new Set(shownToasts().map(({ id }) => id))
    let current!: T
    function Component() {
      current = hook()
      return null
    }
    const root = createRoot({ nodeType: 1, tagName: 'DIV', ownerDocument: document, ...ignored } as unknown as Element)
    roots.push(root)
    const settle = () => act(() => vi.advanceTimersByTimeAsync(0))
    await act(async () => root.render(inPage(within(<Component />), { client, labels, navigator })))
    await settle()
    return {
      client,
      calls,
      get current() {
        return current
      },
      get address() {
        return location.pathname + location.search
      },
      get alerts() {
        return shownToasts().flatMap(({ id, title }) => (alertsBefore.has(id) ? [] : [title]))
      },
      get events() {
        return dataLayer.filter(({ event }) => event !== 'gtm.js' && event !== 'pageLoad')
      },
      async perform<R>(action: (current: T) => R | Promise<R>): Promise<R> {
        const result = await act<R>(async () => action(current))
        await settle()
        return result
      },
      async pass(ms) {
        await act(() => vi.advanceTimersByTimeAsync(ms))
      },
      async close() {
        await act(async () => root.unmount())
      },
    }
  }
}

/** Replaces what React, the navigator, calls and analytics use of a browser; returns what the tag manager reads. */
function stubBrowser(address: string, answer: (call: Call) => Promise<Answer>): Array<{ event?: string }> {
  const dataLayer: Array<{ event?: string }> = []
  const place = { protocol: 'http:', ...placeOf(address) }
  const history = { state: null as unknown, pushState: go, replaceState: go }
  function go(state: unknown, _title: string, to: string): void {
    Object.assign(place, placeOf(to))
    history.state = state
  }
  const globals = {
    ...ignored,
    IS_REACT_ACT_ENVIRONMENT: true,
    window: { ...ignored, HTMLIFrameElement: function Frame() {}, dataLayer },
    document: {
      ...ignored,
      cookie: 'access_token=abc',
      documentElement: { lang: 'en' },
      activeElement: null,
      visibilityState: 'visible',
      querySelector: () => null,
      createElement: () => ({}),
      head: { append: none },
    },
    location: place,
    history,
    matchMedia: () => ({ ...ignored, matches: false }),
    fetch: async (url: string, { method = 'GET', body }: RequestInit = {}) => {
      const sent: unknown = typeof body === 'string' ? JSON.parse(body) : body
      const { status = 200, body: reply = {} } = (await answer({ route: `${method} ${url}`, body: sent })) ?? {}
      return new Response(JSON.stringify(reply), { status })
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  return dataLayer
}

function placeOf(address: string) {
  const { pathname, search, hash, origin, href } = new URL(address, 'http://localhost')
  return { pathname, search, hash, origin, href }
}
