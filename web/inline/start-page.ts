/**
 * Runs inline at the end of every page, before any bundle. It loads the scripts after the pictures, or as soon as the
 * visitor interacts. Clicks on buttons and input before hydration are recorded and replayed afterwards; in a part whose
 * chunk loads later (web/render/later.ts), once that part is hydrated. Links, forms and popovers work without scripts.
 * `scripts/inline-entry.ts` writes the minified form to server/http/page/inline-entry.ts.
 */
const latestMs = 2000
/** If the page is still here after this time, the link did not answer or was a download, so the page stays. */
const stayedMs = 30_000
const { entry, preloads } = document.currentScript!.dataset
let isStarted = false
let isLeft = false
let isHydrated = false
let pressed: HTMLButtonElement[] = []

/** The page, or the late part around the element, is not hydrated yet. */
const isWaiting = (element: Element) => !isHydrated || element.closest('[data-late]') !== null

function start() {
  if (isStarted || isLeft) return
  isStarted = true
  layOutBelow()
  for (const href of preloads!.split(' ')) {
    if (!href) continue
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  import(/* @vite-ignore */ entry!).then(
    // From now on links navigate without a document load, and hydration needs the requests that `leave` would stop.
    () => document.removeEventListener('click', leave, true),
    (error: unknown) => {
      // `leave` has stopped the import.
      if (!isLeft) throw error
    },
  )
}

function keepPress(event: Event) {
  const { target } = event
  const button = target instanceof Element && target.closest('button[type=button]:not([popovertarget])')
  if (!button || !isWaiting(button)) return
  // React may already listen, hydrate the button for this event and handle it; the replay would be a second click.
  event.stopPropagation()
  pressed.push(button as HTMLButtonElement)
  start()
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
const entries = new Map<Field, { value: string; isChecked: boolean }>()

function keepEntry({ target }: Event) {
  const field = target as Field
  if (isWaiting(field)) entries.set(field, { value: field.value, isChecked: 'checked' in field && field.checked })
}

/** Enters a value again, because hydration resets fields to what the server rendered. */
function enterAgain(field: Field, { value, isChecked }: { value: string; isChecked: boolean }) {
  // React ignores an event whose value equals the last one set through the element's `value` or `checked`, which it
  // overrides. Hence the value is first changed that way and then set to what the visitor entered.
  if (field.type === 'checkbox' || field.type === 'radio') {
    const box = field as HTMLInputElement
    if (box.type === 'radio' && !isChecked) return
    box.checked = !isChecked
    box.click()
    return
  }
  if (field.type === 'file' || field instanceof HTMLSelectElement) {
    if (field.type !== 'file') field.value = value
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return
  }
  const { selectionStart, selectionEnd } = field
  field.value = ''
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  // Some types of field have no selection.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

document.addEventListener('click', keepPress, true)
document.addEventListener('input', keepEntry, true)

function replay() {
  for (const [field, last] of entries) {
    if (isWaiting(field)) continue
    entries.delete(field)
    enterAgain(field, last)
  }
  const due = pressed.filter((button) => !isWaiting(button))
  pressed = pressed.filter(isWaiting)
  for (const button of due) button.click()
}
// The event is sent from an effect, in which React cannot hydrate the clicked part; a new task can.
addEventListener(
  'fairhouse:hydrated',
  () =>
    setTimeout(() => {
      isHydrated = true
      replay()
    }),
  { once: true },
)
addEventListener('fairhouse:arrived', () => setTimeout(replay))

/**
 * Content below the fold of a phone (web/render/below.ts) is laid out later and in batches. Laying out the whole page
 * at once would delay the response to a touch for too long.
 */
const elementsAtOnce = 60
/** A visitor who scrolls before that sees everything immediately. */
const layOutAll = () => (document.documentElement.dataset.shown = '')
addEventListener('scroll', layOutAll, { once: true, passive: true })
let below: Element[] | null = null
function layOutBelow() {
  below ??= [...document.querySelectorAll('[data-below]')]
  for (let room = elementsAtOnce; room > 0 && below.length > 0;) {
    const part = below.shift()!
    part.removeAttribute('data-below')
    room -= part.getElementsByTagName('*').length
  }
  // One batch per frame, because several idle callbacks can run before one frame.
  if (below.length > 0) requestAnimationFrame(() => whenIdle(layOutBelow))
  else layOutAll()
}
const whenIdle = (callback: () => void) =>
  'requestIdleCallback' in self ? requestIdleCallback(callback, { timeout: 300 }) : setTimeout(callback)
/** A click on a link loads another document, which the scripts of this page would delay on a slow connection. */
function startUnlessLink({ target }: Event) {
  if (!(target instanceof Element && target.closest('a[href]'))) start()
}
for (const type of ['pointerdown', 'keydown', 'touchstart']) addEventListener(type, startUnlessLink, { passive: true })

/** Stops the requests of this page, because they would share the bandwidth with the next one. */
function leave({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey || link.target || link.download) return
  const isThisPage = link.pathname + link.search === location.pathname + location.search
  if (link.origin !== location.origin || isThisPage) return
  isLeft = true
  window.stop()
  setTimeout(() => location.reload(), stayedMs)
}
document.addEventListener('click', leave, true)
// The back-forward cache restores the page as it was: half loaded.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isLeft) location.reload()
})

// The browser sends this event once, often before any bundle runs; web/features/app/install-prompt.ts reads the offer.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  Object.assign(self, { installOffer: event })
})

// At `load` the images are not painted yet; two frames later they are.
function startWhenPainted() {
  requestAnimationFrame(() => requestAnimationFrame(() => whenIdle(start)))
}
if (document.readyState === 'complete') startWhenPainted()
else addEventListener('load', startWhenPainted, { once: true })
setTimeout(start, latestMs)
