/**
 * A press on an item of a list that lives counts only if the item has been in its place for half a second: it was
 * aimed at what was there before. Items that have not moved can be pressed at any time, and a key acts on the item
 * that has the focus, wherever that is.
 */
import { type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const stillMs = 500

/** Returns the handler of the list's clicks. The items are the children of `list`. */
export function useStillPress(list: RefObject<HTMLElement | null>): (event: MouseEvent) => void {
  const places = useRef(new Map<Element, string>())
  const movedAt = useRef(new WeakMap<Element, number>())
  // After every rendering, because any of them may have moved an item.
  useLayoutEffect(() => {
    const before = places.current
    const now = new Map<Element, string>()
    for (const item of (list.current?.children ?? []) as Iterable<HTMLElement>) {
      const place = `${item.offsetLeft} ${item.offsetTop}`
      now.set(item, place)
      if (before.size > 0 && before.get(item) !== place) movedAt.current.set(item, performance.now())
    }
    places.current = now
  })
  return (event) => {
    const item = event.target instanceof Element ? event.target.closest('li') : null
    const at = item && movedAt.current.get(item)
    if (!at || event.detail === 0 || performance.now() - at >= stillMs) return
    event.preventDefault()
    event.stopPropagation()
  }
}
