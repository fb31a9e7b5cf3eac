/** Second taps on a page with controls at places that the test decides. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const place = (left: number, top: number) => ({ left, top, width: 100, height: 40 })
class Control {
  readonly #attributes = new Map<string, string>()
  textContent: string
  box: ReturnType<typeof place>
  isConnected = true
  constructor(textContent: string, box = place(0, 0)) {
    this.textContent = textContent
    this.box = box
  }
  closest = () => this
  getBoundingClientRect = () => this.box
  getAttribute = (name: string) => this.#attributes.get(name) ?? null
  setAttribute = (name: string, value: string) => void this.#attributes.set(name, value)
  removeAttribute = (name: string) => void this.#attributes.delete(name)
}
/** Something that is no control, nor within one. */
class Plain extends Control {
  override closest = () => null as never
}

let page: Control[]
let click: (event: object) => void
let listeners: number
let hasChanged: () => void
let isObserved: boolean

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  page = []
  listeners = 0
  isObserved = false
  vi.stubGlobal('Element', Control)
  vi.stubGlobal('document', {
    body: {},
    addEventListener: (_type: string, listener: typeof click) => (listeners++, (click = listener)),
    elementFromPoint: (x: number, y: number) =>
      page.find(({ box }) => x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height) ??
      null,
  })
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => setTimeout(act, 16))
  vi.stubGlobal('MutationObserver', function Observer(this: object, changed: () => void) {
    hasChanged = () => isObserved && changed()
    Object.assign(this, { observe: () => (isObserved = true), disconnect: () => (isObserved = false) })
  })
  vi.resetModules()
  const { beginPressGuard } = await import('./press-guard.ts')
  beginPressGuard()
  beginPressGuard()
})
afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Presses what is at a point; returns whether it acts. */
function tap(x = 50, y = 20, detail = 1, target = document.elementFromPoint(x, y) as unknown): boolean {
  let acts = true
  const prevent = () => (acts = false)
  click({ target, detail, clientX: x, clientY: y, preventDefault: prevent, stopImmediatePropagation: () => undefined })
  return acts
}
/** Replaces what is shown, and draws it. */
function show(...controls: Control[]): void {
  page = controls
  hasChanged()
  vi.advanceTimersByTime(16)
}
const isGuarded = (control: Control) => control.getAttribute('aria-disabled') === 'true'

test('it listens once, however often it is begun', () => expect(listeners).toBe(1))

test('another control at the place of the one that was pressed waits, and acts after a while', () => {
  const [first, second] = [new Control('Continue'), new Control('Pay')]
  show(first)
  expect(tap()).toBe(true)
  show(second)
  expect([isGuarded(second), tap()]).toEqual([true, false])
  // Each early tap begins the wait again.
  vi.advanceTimersByTime(300)
  expect(tap()).toBe(false)
  vi.advanceTimersByTime(300)
  expect(isGuarded(second)).toBe(true)
  vi.advanceTimersByTime(100)
  expect([isGuarded(second), tap()]).toEqual([false, true])
})

test('a replacement that was not drawn yet is guarded too', () => {
  show(new Control('Continue'))
  tap()
  page = [new Control('Pay')]
  expect(tap()).toBe(false)
})

test.each([
  ['the same control', 'Add 5', 'Add 5'],
  ['another amount', 'Add 5', 'Add 10.50'],
  ['another space', 'Add  5', 'Add 5 '],
])('%s at that place acts at once', (_, before, after) => {
  show(new Control(before))
  tap()
  const next = new Control(after)
  show(next)
  expect([isGuarded(next), tap()]).toEqual([false, true])
})

test('the accessible name counts before the text', () => {
  const icon = (name: string) => {
    const control = new Control('x')
    control.setAttribute('aria-label', name)
    return control
  }
  show(icon('Open'))
  tap()
  show(icon('Remove'))
  expect(tap()).toBe(false)
})

test('a control that was pressed and comes back, as under a dialog that was closed, acts at once', () => {
  const opener = new Control('Open')
  show(opener)
  tap()
  const inDialog = new Control('Confirm')
  show(inDialog)
  expect(isGuarded(inDialog)).toBe(true)
  show(opener)
  expect([isGuarded(inDialog), isGuarded(opener)]).toEqual([false, false])
  expect(tap()).toBe(true)
})

test('a control elsewhere acts at once, also while another one waits', () => {
  const [second, elsewhere] = [new Control('Pay'), new Control('Help', place(0, 300))]
  show(new Control('Continue'), elsewhere)
  tap()
  show(second, elsewhere)
  expect([isGuarded(second), isGuarded(elsewhere)]).toEqual([true, false])
  expect(tap(50, 320)).toBe(true)
})

test('the same control pressed far from the first tap was aimed at', () => {
  const wide = new Control('Pay')
  wide.box = { left: 0, top: 0, width: 400, height: 40 }
  show(new Control('Continue'))
  tap(20, 20)
  show(wide)
  expect(isGuarded(wide)).toBe(true)
  expect(tap(300, 20)).toBe(true)
})

test('what comes to the place by scrolling has not replaced the control', () => {
  const [first, next] = [new Control('Continue'), new Control('Pay', place(0, 100))]
  show(first, next)
  tap()
  first.box = place(0, -100)
  next.box = place(0, 0)
  show(first, next)
  expect([isGuarded(next), isObserved]).toEqual([false, false])
})

test('a control that was removed, or does something else now, has not been scrolled away', () => {
  const [first, second] = [new Control('Continue'), new Control('Pay')]
  show(first)
  tap()
  first.isConnected = false
  first.box = place(0, -500)
  show(second)
  expect(isGuarded(second)).toBe(true)
})

test('a replacement is looked for as long as a slow answer takes, and no longer', () => {
  const control = (name: string) => new Control(name)
  show(control('Continue'))
  tap()
  vi.advanceTimersByTime(9_900)
  const late = control('Pay')
  show(late)
  expect(isGuarded(late)).toBe(true)
  vi.advanceTimersByTime(10_100)
  const later = control('Withdraw')
  show(later)
  expect([isGuarded(later), isObserved]).toEqual([false, false])
})

test('a control that is disabled by the page itself stays as it is', () => {
  const off = new Control('Pay')
  off.setAttribute('aria-disabled', 'true')
  show(new Control('Continue'))
  tap()
  show(off)
  vi.advanceTimersByTime(1_000)
  expect(isGuarded(off)).toBe(true)
})

test('a key has no point: the middle of its control is the place', () => {
  const first = new Control('Continue', place(200, 200))
  show(first)
  // A press by key says the corner of the page.
  tap(0, 0, 0, first)
  const second = new Control('Pay', place(200, 200))
  show(second)
  expect(isGuarded(second)).toBe(true)
  expect(tap(0, 0, 0, second)).toBe(false)
})

test('a press beside all controls changes nothing', () => {
  show(new Control('Continue'))
  tap()
  const second = new Control('Pay')
  show(second)
  expect(tap(50, 20, 1, new Plain('text'))).toBe(true)
  expect(isGuarded(second)).toBe(true)
})
