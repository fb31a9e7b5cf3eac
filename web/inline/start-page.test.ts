/** The script of the entrance in an imitated document, whose events, frames and clock the test controls. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: object) => void
let listeners: Array<{ on: 'document' | 'window'; type: string; listener: Listener; isOnce: boolean }>
let frames: Array<() => void>
let head: Array<{ rel: string; href: string }>
let done: string[]
let below: Part[]
let shown: string | undefined

/** What a press can hit: an element that is, or is within, what the selectors name. */
class Part {
  readonly within: Record<string, unknown>
  isLate: boolean
  presses = 0
  attributes = new Set(['data-below'])
  readonly size: number
  constructor(within: Record<string, unknown> = {}, { isLate = false, size = 0 } = {}) {
    this.within = within
    this.isLate = isLate
    this.size = size
  }
  closest(selector: string): unknown {
    if (selector === '[data-late]') return this.isLate ? this : null
    return this.within[selector] ?? null
  }
  click(): void {
    this.presses++
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name)
  }
  getElementsByTagName(): { length: number } {
    return { length: this.size }
  }
}

function listening(on: 'document' | 'window') {
  return {
    addEventListener(type: string, listener: Listener, options?: { once?: boolean } | boolean) {
      listeners.push({ on, type, listener, isOnce: typeof options === 'object' && options.once === true })
    },
    removeEventListener(type: string, listener: Listener) {
      listeners = listeners.filter((each) => each.type !== type || each.listener !== listener)
    },
  }
}

/** Dispatches to all who listen; returns whether the event was stopped and prevented. */
function fire(type: string, more: object = {}) {
  const event = {
    isStopped: false,
    isPrevented: false,
    stopPropagation: () => (event.isStopped = true),
    preventDefault: () => (event.isPrevented = true),
    ...more,
  }
  for (const each of listeners.filter((one) => one.type === type)) {
    if (each.isOnce) listeners.splice(listeners.indexOf(each), 1)
    each.listener(event)
  }
  return event
}
const nextFrame = () => {
  for (const frame of frames.splice(0)) frame()
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const isStarted = () => head.length > 0
/** The scripts have loaded: clicks on links are no longer heard. */
const isRunning = () => listeners.filter(({ on, type }) => on === 'document' && type === 'click').length === 1

beforeEach(() => {
  listeners = []
  frames = []
  head = []
  done = []
  below = []
  shown = undefined
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.clearAllTimers()
  vi.useRealTimers()
  if (isStarted()) await vi.waitFor(() => expect(isRunning()).toBe(true))
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function open({ readyState = 'loading' } = {}) {
  const dataset = { entry: 'data:text/javascript,', preloads: '/assets/a.js  /assets/b.js' }
  const root = Object.defineProperty({}, 'shown', {
    set(value: string) {
      shown = value
    },
  })
  const globals = {
    Element: Part,
    HTMLSelectElement: Select,
    document: {
      ...listening('document'),
      readyState,
      currentScript: { dataset },
      documentElement: { dataset: root },
      head: { append: (link: (typeof head)[number]) => head.push({ ...link }) },
      createElement: () => ({}),
      querySelectorAll: () => below,
    },
    ...listening('window'),
    self: globalThis,
    location: { origin: 'https://house.test', pathname: '/', search: '', reload: () => done.push('reload') },
    window: { stop: () => done.push('stop') },
    requestAnimationFrame: (frame: () => void) => frames.push(frame),
    requestIdleCallback: (callback: () => void) => setTimeout(callback),
    Event,
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  await import('./start-page.ts')
}

const hydrate = async () => {
  fire('fairhouse:hydrated')
  await pass(0)
}
const pressable = 'button[type=button]:not([popovertarget])'
function button(isLate = false): Part {
  const part: Part = new Part({}, { isLate })
  part.within[pressable] = part
  return part
}

test('the scripts load two frames after the pictures, all preloads first, and once', async () => {
  await open()
  nextFrame()
  expect(frames.length).toBe(0)
  fire('load')
  nextFrame()
  await pass(0)
  expect(isStarted()).toBe(false)
  nextFrame()
  await pass(0)
  expect(head).toEqual([
    { rel: 'modulepreload', href: '/assets/a.js' },
    { rel: 'modulepreload', href: '/assets/b.js' },
  ])
  await pass(10_000)
  fire('keydown')
  expect(head.length).toBe(2)
})

test('a document that is complete starts in the same way', async () => {
  await open({ readyState: 'complete' })
  nextFrame()
  nextFrame()
  await pass(0)
  expect(isStarted()).toBe(true)
})

test('the scripts start after two seconds, though a picture still loads', async () => {
  await open()
  await pass(1999)
  expect(isStarted()).toBe(false)
  await pass(1)
  expect(isStarted()).toBe(true)
})

test.each(['pointerdown', 'keydown', 'touchstart'])('%s starts the scripts, except on a link', async (type) => {
  await open()
  fire(type, { target: new Part({ 'a[href]': {} }) })
  expect(isStarted()).toBe(false)
  fire(type, { target: new Part() })
  expect(isStarted()).toBe(true)
})

test('a press before hydration is kept from React, and repeated once after it', async () => {
  await open()
  const early = button()
  expect(fire('click', { target: early, button: 0 }).isStopped).toBe(true)
  expect(isStarted()).toBe(true)
  fire('fairhouse:hydrated')
  // Not within the event, in which React cannot hydrate the pressed part.
  expect(early.presses).toBe(0)
  await pass(0)
  expect(early.presses).toBe(1)
  expect(fire('click', { target: early, button: 0 }).isStopped).toBe(false)
  fire('fairhouse:arrived')
  await pass(0)
  expect(early.presses).toBe(1)
})

test('what is no button of scripts works without them', async () => {
  await open()
  expect(fire('click', { target: new Part(), button: 0 }).isStopped).toBe(false)
  expect(fire('click', { target: {}, button: 0 }).isStopped).toBe(false)
  expect(isStarted()).toBe(false)
})

test('a press in a part that loads later is repeated once that part has arrived', async () => {
  await open()
  const late = button(true)
  await hydrate()
  expect(fire('click', { target: late, button: 0 }).isStopped).toBe(true)
  fire('fairhouse:arrived')
  await pass(0)
  expect(late.presses).toBe(0)
  late.isLate = false
  fire('fairhouse:arrived')
  await pass(0)
  expect(late.presses).toBe(1)
})

/** A field that notes what is done to it; `own` is what its setters get, as React's tracker of values does. */
class Field extends Part {
  type = 'text'
  events: string[] = []
  tracked: string[] = []
  selection: Array<number | null> = []
  selectionStart: number | null = 2
  selectionEnd: number | null = 3
  #value = ''
  constructor(type: string, isLate = false) {
    super({}, { isLate })
    this.type = type
    Object.defineProperty(this, 'value', {
      get: () => this.#value,
      set: (value: string) => {
        this.tracked.push(value)
        this.#value = value
      },
    })
  }
  get value(): string {
    return this.#value
  }
  set value(value: string) {
    this.#value = value
  }
  setSelectionRange(start: number, end: number): void {
    this.selection = [start, end]
  }
  dispatchEvent({ type, bubbles }: Event): void {
    this.events.push(`${type}${bubbles ? ' bubbles' : ''}`)
  }
}
class Select extends Field {}
class Box extends Field {
  checked = false
  override click(): void {
    this.checked = this.type === 'radio' || !this.checked
    super.click()
  }
}
/** The visitor enters a value, and hydration sets the field back. */
function enter(field: Field, value: string): void {
  field.value = value
  fire('input', { target: field })
  field.value = ''
  field.tracked = []
}

test('what was typed before hydration is entered again, with its selection, as a change that React notices', async () => {
  await open()
  const field = new Field('text')
  enter(field, 'ada')
  enter(field, 'ada@')
  await hydrate()
  expect([field.value, field.events, field.selection]).toEqual(['ada@', ['input bubbles'], [2, 3]])
  expect(field.tracked).toEqual([''])
  fire('fairhouse:arrived')
  await pass(0)
  expect(field.events.length).toBe(1)
})

test('a field without a selection, a list and a file are entered again as well', async () => {
  await open()
  const mail = Object.assign(new Field('email'), { selectionStart: null })
  const list = new Select('select-one')
  const file = new Field('file')
  enter(mail, 'ada@house.test')
  enter(list, 'DE')
  enter(file, '/passport.jpg')
  await hydrate()
  expect([mail.value, mail.selection]).toEqual(['ada@house.test', []])
  expect([list.value, list.events]).toEqual(['DE', ['change bubbles']])
  expect([file.value, file.events]).toEqual(['', ['change bubbles']])
})

test('boxes are checked again, and of radio buttons the chosen one', async () => {
  await open()
  const [checked, unchecked, chosen, other] = ['checkbox', 'checkbox', 'radio', 'radio'].map((type) => new Box(type))
  for (const [box, isChecked] of [
    [checked, true],
    [unchecked, false],
    [chosen, true],
    [other, false],
  ] as const) {
    box!.checked = isChecked
    fire('input', { target: box! })
    box!.checked = !isChecked
  }
  other!.checked = false
  await hydrate()
  expect([checked, unchecked, chosen, other].map((box) => [box!.checked, box!.presses])).toEqual([
    [true, 1],
    [false, 1],
    [true, 1],
    [false, 0],
  ])
})

test('what is typed after hydration, or in a part that has not arrived, is not entered yet', async () => {
  await open()
  const late = new Field('text', true)
  enter(late, 'ada')
  await hydrate()
  expect(late.events).toEqual([])
  const field = new Field('text')
  enter(field, 'bob')
  late.isLate = false
  fire('fairhouse:arrived')
  await pass(0)
  expect([late.value, field.events]).toEqual(['ada', []])
})

test('content below the fold is laid out sixty elements a frame, and at once for who scrolls', async () => {
  await open()
  below = [30, 30, 1, 70, 5].map((size) => new Part({}, { size }))
  const parts = [...below]
  const laidOut = () => parts.map(({ attributes }) => !attributes.has('data-below'))
  fire('keydown')
  expect([laidOut(), shown]).toEqual([[true, true, false, false, false], undefined])
  nextFrame()
  await pass(0)
  expect([laidOut(), shown]).toEqual([[true, true, true, true, false], undefined])
  nextFrame()
  await pass(0)
  expect([laidOut().at(-1), shown]).toEqual([true, ''])
})

test('a scroll shows everything', async () => {
  await open()
  fire('scroll')
  expect(shown).toBe('')
})

function link(over: object = {}): Part {
  const { href, ...more } = { href: 'https://house.test/games?tab=new', ...(over as { href?: string }) }
  const { origin, pathname, search } = new URL(href)
  return new Part({ 'a[href]': { origin, pathname, search, target: '', download: '', ...more } })
}

test('a link before the scripts stops them for the next page, and a page that does not come is loaded again', async () => {
  await open()
  fire('click', { target: link(), button: 0 })
  expect(done).toEqual(['stop'])
  fire('keydown')
  await pass(29_999)
  expect([isStarted(), done]).toEqual([false, ['stop']])
  await pass(1)
  expect(done).toEqual(['stop', 'reload'])
})

test('a page that comes back half loaded is loaded again, any other stays', async () => {
  await open()
  fire('pageshow', { persisted: true })
  fire('click', { target: link(), button: 0 })
  fire('pageshow', { persisted: false })
  expect(done).toEqual(['stop'])
  fire('pageshow', { persisted: true })
  expect(done).toEqual(['stop', 'reload'])
})

test.each<[string, object, object]>([
  ['by the middle button', {}, { button: 1 }],
  ['with the command key', {}, { metaKey: true }],
  ['with the control key', {}, { ctrlKey: true }],
  ['with the shift key', {}, { shiftKey: true }],
  ['with the option key', {}, { altKey: true }],
  ['to another window', { target: '_blank' }, {}],
  ['to a download', { download: 'statement.csv' }, {}],
  ['to another site', { href: 'https://elsewhere.test/games' }, {}],
  ['within this page', { href: 'https://house.test/#top' }, {}],
])('a link %s does not leave the page', async (_, over, more) => {
  await open()
  fire('click', { target: link(over), button: 0, ...more })
  expect(done).toEqual([])
})

test('once the scripts run, links are theirs', async () => {
  await open()
  fire('keydown')
  await vi.waitFor(() => expect(isRunning()).toBe(true))
  fire('click', { target: link(), button: 0 })
  expect(done).toEqual([])
})

test('the offer to install waits for the page that shows it', async () => {
  await open()
  expect(fire('beforeinstallprompt').isPrevented).toBe(true)
  expect((globalThis as { installOffer?: { isPrevented: boolean } }).installOffer?.isPrevented).toBe(true)
  delete (globalThis as { installOffer?: object }).installOffer
})
