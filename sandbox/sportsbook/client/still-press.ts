/**
 * A press counts only if what is under the pointer has been there for half a second. Prices, lists and answers of the
 * server arrive at any moment; without this, a player who presses one thing would choose what has just replaced it.
 */
const stillMs = 500
/** The first change after the player's own act is its consequence, if it follows within this time. */
const ownActMs = 150

type Seen = { at: string; text: string }

export type StillPress = {
  /** Notes what is on screen before a change; the returned function notes what the change has moved or replaced. */
  before(): () => void
  stop(): void
}

export function createStillPress(root: ShadowRoot, now: () => number = () => performance.now()): StillPress {
  /** By element, when it last came to its place, and when its price last changed. */
  const moved = new WeakMap<Element, number>()
  const changed = new WeakMap<Element, number>()
  let actedAt = -Infinity
  let settling: ReturnType<typeof setTimeout> | null = null

  function note(): void {
    actedAt = now()
  }

  function onClick(event: Event): void {
    const pressed = event.target instanceof Element ? event.target.closest('button, a') : null
    const isByKey = event instanceof MouseEvent && event.detail === 0
    const since = Math.max(
      (pressed && changed.get(pressed)) ?? -Infinity,
      // A key acts on what has the focus, wherever that is.
      (!isByKey && pressed && moved.get(pressed)) || -Infinity,
    )
    if (now() - since >= stillMs) return note()
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  const acts = ['input', 'change', 'keydown'] as const
  root.addEventListener('click', onClick, true)
  for (const act of acts) root.addEventListener(act, note, true)

  const look = () => new Map([...root.querySelectorAll('button, a')].map((each) => [each, seenOf(each)]))

  /** Whoever presses by machine can wait until this attribute of the client's element is gone. */
  function settle(): void {
    if (settling) clearTimeout(settling)
    root.host.setAttribute('data-settling', '')
    settling = setTimeout(() => root.host.removeAttribute('data-settling'), stillMs)
  }

  return {
    before() {
      const seen = look()
      return () => {
        const at = now()
        const isOwnAct = at - actedAt < ownActMs
        actedAt = -Infinity
        let isAnyMoved = false
        for (const [element, after] of look()) {
          const earlier = seen.get(element)
          if (earlier && earlier.text !== after.text) changed.set(element, at)
          if (isOwnAct || earlier?.at === after.at) continue
          moved.set(element, at)
          isAnyMoved = true
        }
        if (isAnyMoved) settle()
      }
    },
    stop() {
      if (settling) clearTimeout(settling)
      root.host.removeAttribute('data-settling')
      root.removeEventListener('click', onClick, true)
      for (const act of acts) root.removeEventListener(act, note, true)
    },
  }
}

function seenOf(element: Element): Seen {
  const { left, top } = element.getBoundingClientRect()
  const price = element.classList.contains('odds') ? element.querySelector('.odds-price') : null
  return { at: `${Math.round(left)} ${Math.round(top)}`, text: price?.textContent ?? '' }
}
