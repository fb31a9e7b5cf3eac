/**
 * Runs inline at the end of every page, before any bundle: pictures first, then scripts, unless the visitor acts sooner.
 * Buttons pressed meanwhile are pressed again after hydration, and entries are made again, in a part whose code comes
 * later (web/render/later.ts) once it is hydrated; links, forms and popovers work without scripts.
 * `scripts/inline-entry.ts` writes its minified form into server/http/page/inline-entry.ts.
 */
const latestMs = 2000
/** A page that is still here so long after it was left stays: its address did not answer, or led to a download. */
const stayedMs = 30_000
const { entry, preloads } = document.currentScript!.dataset
let isStarted = false
let isLeft = false
let isHydrated = false
let pressed: HTMLButtonElement[] = []

/** Neither the page nor, where its code comes later, the part around the element is hydrated. */
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
    // From here on links may be followed without loading a page, and hydration needs what still loads.
    () => document.removeEventListener('click', leave, true),
    (error: unknown) => {
      // Stopped below.
      if (!isLeft) throw error
    },
  )
}

function keepPress(event: Event) {
  const { target } = event
  const button = target instanceof Element && target.closest('button[type=button]:not([popovertarget])')
  if (!button || !isWaiting(button)) return
  // React may already listen and hydrate the button for this event: it would then be handled twice.
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

/** Hydration takes what it finds for what the server rendered, and resets it, at once or when React renders next. */
function enterAgain(field: Field, { value, isChecked }: { value: string; isChecked: boolean }) {
  // React compares an entry with the last value set by the property of the element, which it has overridden.
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
  // Null where a type of field has none.
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

document.addEventListener('click', keepPress, true)
document.addEventListener('input', keepEntry, true)

function actAgain() {
  for (const [field, last] of entries) {
    if (isWaiting(field)) continue
    entries.delete(field)
    enterAgain(field, last)
  }
  const due = pressed.filter((button) => !isWaiting(button))
  pressed = pressed.filter(isWaiting)
  for (const button of due) button.click()
}
// In a task of its own, as effects cannot hydrate the part of the page that is pressed.
addEventListener(
  'fairhouse:hydrated',
  () =>
    setTimeout(() => {
      isHydrated = true
      actAgain()
    }),
  { once: true },
)
addEventListener('fairhouse:arrived', () => setTimeout(actAgain))

/**
 * What a phone does not show at first (web/render/below.ts) is laid out afterwards, in parts: in one go with the rest it
 * blocks a phone for longer than a touch may wait.
 */
const elementsAtOnce = 60
/** Whoever scrolls meanwhile sees everything at once. */
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
  // One part a frame: a frame lays out all that idle moments before it have shown.
  if (below.length > 0) requestAnimationFrame(() => soon(layOutBelow))
  else layOutAll()
}
const soon = (act: () => void) =>
  'requestIdleCallback' in self ? requestIdleCallback(act, { timeout: 300 }) : setTimeout(act)
/** A link pressed before the scripts run loads another page, which scripts would only delay on a slow connection. */
function startUnlessLink({ target }: Event) {
  if (!(target instanceof Element && target.closest('a[href]'))) start()
}
for (const type of ['pointerdown', 'keydown', 'touchstart']) addEventListener(type, startUnlessLink, { passive: true })

/** What this page still loads would share the line with the next one, and often its connections. */
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
// Back leads to the page as it was left: half loaded.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && isLeft) location.reload()
})

// Made once, and often before any bundle runs; web/features/app/install-prompt.ts takes it over.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  Object.assign(self, { installOffer: event })
})

// At load the images are decoded but not yet painted: two frames later they are, and the next idle moment loads the
// scripts.
function startWhenPainted() {
  requestAnimationFrame(() => requestAnimationFrame(() => soon(start)))
}
if (document.readyState === 'complete') startWhenPainted()
else addEventListener('load', startWhenPainted, { once: true })
setTimeout(start, latestMs)
