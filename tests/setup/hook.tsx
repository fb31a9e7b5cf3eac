/**
 * Runs a hook, or shows a view, in the browser's React, with its effects and timers, on a page whose calls the test
 * answers. Every test fails if React warns, if a button sends a call twice or stays busy after a failed one, if the
 * browser would send a form itself, if a value is missing in what is shown, if a placeholder stays once everything was
 * read, or if a component that is gone still listens, waits or calls.
 */
import { environmentManager, type QueryClient } from '@tanstack/react-query'
import { act, type ReactNode, useLayoutEffect } from 'react'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { apiKey } from '#web/api/use-api.ts'
import { startAnalytics } from '#web/device/analytics.ts'
import { current as shownToasts, dismissToast } from '#web/design/toast/toast-store.ts'
import { Navigator } from '#web/render/navigate.ts'
import type { Page, PageQuery } from '#web/render/page.ts'
import { directoryOf } from './content.ts'
import { createDocument, FakeElement, FormFields } from './dom.ts'
import { inPage, pageParts, type RenderOptions } from './markup.tsx'

type Call = { route: string; body: unknown }
/** A body of bytes is a file, any other becomes JSON. */
type Answer = { status?: number; body?: unknown } | undefined
export type Answering = (call: Call) => Answer | Promise<Answer>
export type HookOptions = RenderOptions & {
  /** The parts of the address that the route names. */
  params?: Record<string, string>
  /** Answers a call; without an answer it gets 200 and an empty object. */
  answer?: Answering
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
  /** Every other page to which the site has navigated. */
  readonly pages: string[]
  /** Every document that the page has asked the browser for, by its path and query. */
  readonly documents: string[]
  /** What the tag manager has read. */
  readonly events: object[]
  /** Does something as an event handler would, and waits for what follows from it, timers excepted. */
  perform<R>(action: (current: T) => R | Promise<R>): Promise<R>
  /** Lets so many milliseconds pass. */
  pass(ms: number): Promise<void>
  /** Removes the component, as when a dialog closes. */
  close(): Promise<void>
}

export type ShownView = Omit<RunningHook<unknown>, 'current' | 'perform'> & {
  /** What can be read, and what an image, a field or an icon button is called. */
  readonly text: string
  /** The element of this name: of a control its label, else the words in it. Throws if there is none. */
  find(name: string): FakeElement
  has(name: string): boolean
  /** Presses a button, box, option or link; an enabled button of a form sends it. */
  press(name: string): Promise<void>
  /** Enters a value into a field, or chooses an option of a list. */
  enter(name: string, value: string): Promise<void>
  /** Dispatches an event of an element. */
  fire(element: FakeElement, type: string, more?: object): Promise<void>
  perform<R>(action: () => R | Promise<R>): Promise<R>
}

/** React decides on loading whether it is in a browser. */
async function loadReact() {
  vi.stubGlobal('window', { ...listening(), document: createDocument() })
  vi.stubGlobal('document', window.document)
  const { createRoot } = await import('react-dom/client')
  vi.unstubAllGlobals()
  return createRoot
}

const none = () => undefined
type Listener = (event: Event) => void
/** Who listens to the window, the document or a media query. */
let listeners: Array<{ type: string; listener: Listener }> = []
function listening() {
  const target = new EventTarget()
  return {
    addEventListener(type: string, listener: Listener, options?: AddEventListenerOptions) {
      listeners.push({ type, listener })
      target.addEventListener(type, listener, options)
    },
    removeEventListener(type: string, listener: Listener, options?: EventListenerOptions) {
      listeners = listeners.filter((each) => each.type !== type || each.listener !== listener)
      target.removeEventListener(type, listener, options)
    },
    dispatchEvent: target.dispatchEvent.bind(target),
  }
}
const dayMs = 86_400_000
/**
 * Every page begins a day after the one before, so that alerts of that one count as old, and all of them in the past, so
 * that they count as old to tests with another clock too.
 */
let today = Date.now() - 3650 * dayMs
const createRoot = await loadReact()
/** Longer than anything on a page waits. */
const longMs = 600_000
const shown: Array<{ root: Root; container: FakeElement; client: QueryClient; calls: Call[] }> = []

/** Call it at the top of a test file. The clock of its tests moves with `pass` alone. */
export function hooks() {
  const start = pages()
  return async <T,>(hook: () => T, options?: HookOptions): Promise<RunningHook<T>> =>
    (await start(hook, () => null, options)).page
}

/** The same for views. A view of a modal needs `<Dialog.Root open>` around it. */
export function views() {
  const start = pages()
  return async (view: ReactNode, options?: HookOptions): Promise<ShownView> => {
    const { page, root, hold } = await start(none, () => view, options)
    const { perform } = page
    const fire = async (element: FakeElement, type: string, more?: object) =>
      void (await perform(() => element.dispatch(type, more)))
    const has = (name: string) => root.all().some((element) => isNamed(element, name))
    const find = (name: string) => {
      const named = root.all().filter((element) => isNamed(element, name))
      const found = named.findLast((element) => controls.some((each) => element.closest(each))) ?? named.at(-1)
      if (!found) throw new Error(`nothing is called "${name}" in: ${readable(root)}`)
      return controlOf(found, root)
    }
    return Object.defineProperties({} as ShownView, {
      ...Object.getOwnPropertyDescriptors(page),
      text: { get: () => readable(root) },
      find: { value: find },
      has: { value: has },
      fire: { value: fire },
      press: {
        async value(name: string) {
          const control = find(name)
          if (control.disabled) throw new Error(`"${name}" is disabled`)
          const held = hold()
          await act(async () => press(control))
          const isShown = () => control.localName === 'button' && root.contains(control)
          const canRepeat = () => held.isRunning() && isShown() && !control.disabled
          // A query says a moment later that it runs.
          if (canRepeat()) await act(() => vi.advanceTimersByTimeAsync(1))
          const isRepeatable = canRepeat()
          const { hasFailed } = held.release()
          await perform(none)
          if (isRepeatable) throw new Error(`"${name}" can be pressed again while its call runs`)
          if (isShown() && control.getAttribute('aria-busy') && hasFailed())
            throw new Error(`"${name}" stays busy after its call failed`)
        },
      },
      enter: {
        value: (name: string, value: string) =>
          perform(() => {
            const control = find(name)
            if (control.disabled) throw new Error(`"${name}" is disabled`)
            control.focus()
            control.writeValue(value)
            control.dispatch(control.localName === 'select' ? 'change' : 'input')
          }),
      },
    })
  }
}

/** Whether anything shown has this class of the design system. */
const shows = (container: FakeElement, name: string): boolean =>
  container.all().some((element) => element.getAttribute('class')?.includes(`_${name}_`))
const areAllRead = (client: QueryClient): boolean =>
  client
    .getQueryCache()
    .getAll()
    .every(({ state }) => state.status === 'success')

const controls = ['button', 'a', 'input', 'select', 'textarea', 'summary', 'label']

function isNamed(element: FakeElement, name: string): boolean {
  if (element.getAttribute('aria-label') === name || element.getAttribute('placeholder') === name) return true
  return spaced(element.textContent).replace(/ \*$/, '').trim() === name
}

/** The control that an element is, is in, or is the label of. */
function controlOf(element: FakeElement, root: FakeElement): FakeElement {
  const outer = controls.map((name) => element.closest(name)).find((each) => each !== null)
  if (outer && outer.localName !== 'label') return outer
  const label = element.closest('label')
  const id = label?.getAttribute('for')
  const labelled = id
    ? root.all().find((each) => each.id === id)
    : label?.all().find((each) => each !== label && isControl(each))
  return labelled ?? element
}

const isControl = ({ localName }: FakeElement): boolean => controls.includes(localName)

function press(control: FakeElement): void {
  if (control.type === 'checkbox') control.writeChecked(!control.checked)
  if (control.type === 'radio') control.writeChecked(true)
  const isAllowed = control.dispatch('click', { button: 0, detail: 1 })
  const isSent = isAllowed && control.localName === 'button' && control.type === 'submit'
  if (isSent && control.closest('form')?.dispatch('submit'))
    throw new Error('the browser would send the form, and leave the page')
}

/** As `text` has it: one space in place of several, and of one that does not break a line. */
export const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ')

function readable(root: FakeElement): string {
  const words = (node: FakeElement['childNodes'][number]): string =>
    node instanceof FakeElement
      ? [node.getAttribute('aria-label') ?? node.getAttribute('alt') ?? '', ...node.childNodes.map(words)].join(' ')
      : node.nodeValue
  return spaced(words(root)).trim()
}

function pages() {
  let warnings: MockInstance<typeof console.error>
  beforeEach(() => {
    warnings = vi.spyOn(console, 'error').mockImplementation(none)
    // Queries decide on loading that this is a server, where nothing is read again.
    environmentManager.setIsServer(() => false)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  })
  afterEach(async () => {
    // A file with hooks and views cleans up once.
    if (!vi.isFakeTimers()) return
    const ended = shown.splice(0)
    const placeholders = ended.filter(
      ({ container, client }) => client.isFetching() === 0 && areAllRead(client) && shows(container, 'skeleton'),
    )
    const garbage = ended.flatMap(
      ({ container }) => readable(container).match(/.{0,40}\b(?:undefined|NaN|Invalid Date)\b/g) ?? [],
    )
    for (const { root } of ended) await act(async () => root.unmount())
    const listening = listeners.map(({ type, listener }) => `${type} ${String(listener)}`)
    const called = ended.map(({ calls }) => calls.length)
    // Alerts are kept by a module that later tests share.
    for (const { id } of shownToasts()) dismissToast(id)
    for (const { client } of ended) client.clear()
    await vi.advanceTimersByTimeAsync(longMs)
    const left = {
      garbage,
      placeholders: placeholders.length,
      listening,
      timers: vi.getTimerCount(),
      calls: ended.flatMap(({ calls }, index) => calls.slice(called[index])),
      // What the product writes there begins with an error.
      warnings: warnings.mock.calls.flatMap(([first, ...others]) =>
        typeof first === 'string' ? [[first, ...others].join(' ')] : [],
      ),
    }
    warnings.mockRestore()
    environmentManager.setIsServer(() => true)
    vi.useRealTimers()
    vi.unstubAllGlobals()
    expect(left).toEqual({ garbage: [], placeholders: 0, listening: [], timers: 0, calls: [], warnings: [] })
  })

  return async function start<T>(hook: () => T, render: () => ReactNode, options: HookOptions = {}) {
    const { path = '/', search = '', entry = { path }, answer = none, within = (each: ReactNode) => each } = options
    vi.setSystemTime((today += dayMs))
    const calls: Call[] = []
    const pages: string[] = []
    /** What answers the calls that change something and wait meanwhile; null while none has to wait. */
    let held: Array<() => void> | null = null
    let failures = 0
    const hold = () => {
      held = []
      return {
        isRunning: () => held !== null && held.length > 0,
        /** Answers what was held. */
        release() {
          const waiting = held?.splice(0) ?? []
          const before = failures
          held = null
          for (const resolve of waiting) resolve()
          return { hasFailed: () => failures > before }
        },
      }
    }
    const { dataLayer, documents } = stubBrowser(path + search, options.isSignedIn !== false, async (call) => {
      const content = contentFor(call)
      if (content) return content
      calls.push(call)
      const isHeld = held !== null && !call.route.startsWith('GET')
      if (isHeld) await new Promise<void>((resolve) => held?.push(resolve))
      const answered = await answer(call)
      if (isHeld && (answered?.status ?? 200) >= 400) failures++
      return answered
    })
    startAnalytics('GTM-AB12', () => 'accepted')
    const { client, visitor, labels } = pageParts(options)
    const fetch = async ({ route, request }: PageQuery) => {
      const { directory } = (request?.params ?? {}) as { directory?: string }
      return directory ? directoryOf(directory, visitor.locale) : client.getQueryData(apiKey(route, request as never))
    }
    const page = { pathname: path, params: options.params ?? {}, entry, module: {} } as unknown as Page
    const navigator = new Navigator({ client, visitor, labels, fetch }, page, search)
    const { go } = navigator
    // The test is about this page, so another one is noted and not loaded.
    navigator.go = async (to, how) =>
      new URL(to, location.href).pathname === location.pathname ? go.call(navigator, to, how) : void pages.push(to)
    const alertsBefore = new Set(shownToasts().map(({ id }) => id))
    let current!: T
    let isFailureShown = false
    const states = () =>
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.status)
    function Component() {
      // At first nothing has been read yet.
      useLayoutEffect(() => {
        isFailureShown = states().includes('pending') && !states().includes('error') && shows(container, 'retry')
      }, [])
      current = hook()
      return render()
    }
    const container = document.createElement('div') as unknown as FakeElement
    const root = createRoot(container as unknown as Element)
    shown.push({ root, container, client, calls })
    // Those of React and of analytics stay as long as the document.
    listeners = []
    const settle = () => act(() => vi.advanceTimersByTimeAsync(0))
    await act(async () => root.render(inPage(within(<Component />), { client, labels, navigator })))
    if (isFailureShown) throw new Error('the page says that something failed before anything has')
    await settle()
    const running: RunningHook<T> = {
      client,
      calls,
      documents,
      pages,
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
    return { page: running, root: container, hold }
  }
}

/** Nothing of a page without layout ever comes into sight or changes its size. */
class Unseeing {
  observe = none
  unobserve = none
  disconnect = none
}

/** What the site ships is answered, and is no call that a test asks for. */
function contentFor({ route }: Call): Answer {
  const [, locale, directory] = /^GET \/api\/content\/([\w-]+)\/([\w-]+)$/.exec(route) ?? []
  return directory ? { body: directoryOf(directory, locale) } : undefined
}

/** Replaces what React, the navigator, calls and analytics use of a browser; returns what the tag manager reads. */
function stubBrowser(address: string, isSignedIn: boolean, answer: (call: Call) => Promise<Answer>) {
  const dataLayer: Array<{ event?: string }> = []
  const documents: string[] = []
  const load = (to: string | URL) => {
    const { pathname, search } = placeOf(String(to))
    documents.push(pathname + search)
  }
  const place = { protocol: 'http:', assign: load, replace: load, reload: () => load(place.href), ...placeOf(address) }
  const document = Object.assign(createDocument(isSignedIn ? 'access_token=abc' : ''), listening())
  const events = listening()
  const history = { state: null as unknown, pushState: go, replaceState: go }
  function go(state: unknown, _title: string, to: string): void {
    Object.assign(place, placeOf(to))
    history.state = state
  }
  const globals = {
    ...events,
    IS_REACT_ACT_ENVIRONMENT: true,
    window: { ...events, HTMLIFrameElement: function Frame() {}, document, dataLayer, location: place },
    document,
    location: place,
    history,
    FormData: FormFields,
    IntersectionObserver: Unseeing,
    ResizeObserver: Unseeing,
    scrollTo: none,
    requestAnimationFrame: (act: () => void) => setTimeout(act, 16),
    cancelAnimationFrame: (timer: number) => clearTimeout(timer),
    matchMedia: () => ({ ...listening(), matches: false }),
    fetch: async (url: string, { method = 'GET', body }: RequestInit = {}) => {
      const sent: unknown = typeof body === 'string' ? JSON.parse(body) : body
      const { status = 200, body: reply = {} } = (await answer({ route: `${method} ${url}`, body: sent })) ?? {}
      return new Response(reply instanceof Uint8Array ? reply.slice() : JSON.stringify(reply), { status })
    },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  return { dataLayer, documents }
}

function placeOf(address: string) {
  const { pathname, search, hash, origin, href } = new URL(address, 'http://localhost')
  return { pathname, search, hash, origin, href }
}
