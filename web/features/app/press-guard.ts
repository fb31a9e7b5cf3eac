/**
 * Makes the second tap of a double tap harmless everywhere on the site: a control that comes to the place of the one
 * just pressed, with another name, is disabled for a while. Games and the sportsbook guard their own controls.
 */
import { controlGuard, guardMs, type ControlGuard } from '#contract/control-guard.ts'

/** How long after a press a replacement is looked for: as long as a slow answer of the server may take. */
const watchMs = 10_000
/** A press farther away was aimed at something else, for example after the page was scrolled. */
const tapDistance = 32
const controls = 'button, a[href], [role=button], input[type=submit]'

type Point = { x: number; y: number }
type Watch = Point & { pressed: Element; name: string; centre: Point; guard: ControlGuard; until: number }

let isBegun = false

/** Listens until the page is left; later calls do nothing. */
export function beginPressGuard(): void {
  if (isBegun) return
  isBegun = true
  let watch: Watch | null = null
  let waiting: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLookDue = false
  const observer = new MutationObserver(() => {
    if (isLookDue) return
    isLookDue = true
    requestAnimationFrame(look)
  })

  function look(): void {
    isLookDue = false
    if (!watch) return
    if (performance.now() > watch.until || hasMoved(watch)) {
      watch = null
      return observer.disconnect()
    }
    const control = controlAt(watch.x, watch.y)
    watch.guard.note(nameOf(control))
    if (control !== waiting && watch.guard.leftMs() > 0) disable(isSameAct(control, watch) ? null : control)
  }
  /** Only the attribute changes, so that the focus stays. */
  function disable(control: Element | null): void {
    waiting?.removeAttribute('aria-disabled')
    waiting = control?.getAttribute('aria-disabled') === 'true' ? null : control
    waiting?.setAttribute('aria-disabled', 'true')
    clearTimeout(timer)
    timer = setTimeout(enable, guardMs)
  }
  function enable(): void {
    const leftMs = watch?.guard.leftMs() ?? 0
    if (leftMs > 0) {
      timer = setTimeout(enable, leftMs)
      return
    }
    waiting?.removeAttribute('aria-disabled')
    waiting = null
  }

  document.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest(controls) : null
      if (!control) return
      // The replacement may be older than the last frame.
      if (watch) look()
      const { x, y } = pointOf(event, control)
      const isSamePlace = watch !== null && distance({ x, y }, watch) <= tapDistance
      if (control === waiting && isSamePlace && watch!.guard.refuses()) {
        event.preventDefault()
        return event.stopImmediatePropagation()
      }
      const guard = controlGuard()
      const name = nameOf(control)
      guard.note(name)
      watch = { x, y, pressed: control, name, centre: centreOf(control), guard, until: performance.now() + watchMs }
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    },
    true,
  )
}

/** A key acts on the control that has the focus, and Enter in a field on the form's button: neither has a point. */
function pointOf({ detail, clientX, clientY }: MouseEvent, control: Element): Point {
  return detail > 0 ? { x: clientX, y: clientY } : centreOf(control)
}

function centreOf(control: Element): Point {
  const { left, top, width, height } = control.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** The page was scrolled, and the control is elsewhere: what is at its place now has not replaced it. */
function hasMoved({ pressed, name, centre }: Watch): boolean {
  return pressed.isConnected && nameOf(pressed) === name && distance(centreOf(pressed), centre) > tapDistance
}

/** The control that was pressed does what it did before, for example after the dialog that it opened was closed. */
const isSameAct = (control: Element | null, { pressed, name }: Watch) => control === pressed && nameOf(control) === name

const controlAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(controls) ?? null

/** Amounts and countdowns change without a change of the act. */
function nameOf(control: Element | null): string {
  if (!control) return ''
  const name = control.getAttribute('aria-label') ?? control.textContent ?? ''
  return name.replace(/[\p{N}.,\s]+/gu, ' ')
}
