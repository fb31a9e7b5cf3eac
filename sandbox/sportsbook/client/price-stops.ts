/**
 * Each group of prices is one stop of Tab: a row of the list has seven prices, and the list has dozens of rows. Left,
 * right, Home and End move between the prices of a group, up and down from line to line.
 */
import type { Props } from './view.ts'

const pricesIn = (group: Element) => {
  const all = [...group.querySelectorAll<HTMLElement>('.odds')]
  const seen = all.filter((each) => each.checkVisibility())
  // The prices of a folded market are all out of sight.
  return { all, reached: seen.length > 0 ? seen : all }
}

/** What makes an element a group of prices; `label` is its name for screen readers. */
export const priceGroup = (label: string): Props => ({ role: 'toolbar', 'aria-label': label })

/** Leaves one stop in each group: the price that was it before, or the first one of those in sight. */
export function settleStops(root: ShadowRoot): void {
  for (const group of root.querySelectorAll('[role=toolbar]')) setStop(group)
}

function setStop(group: Element, chosen?: Element): void {
  const { all, reached } = pricesIn(group)
  const stop = chosen ?? reached.find((each) => each.getAttribute('tabindex') === '0') ?? reached[0]
  for (const price of all) {
    const tabindex = price === stop ? '0' : '-1'
    if (price.getAttribute('tabindex') !== tabindex) price.setAttribute('tabindex', tabindex)
  }
}

/** The price that has the focus becomes the stop of its group, also after a press of a pointer. */
export function keepStop({ target }: Event): void {
  const group = target instanceof Element && target.matches('.odds') && target.closest('[role=toolbar]')
  if (group) setStop(group, target)
}

export function moveBetweenPrices(event: KeyboardEvent): void {
  // Outside the shadow root, the event's target is the client's element.
  const [target] = event.composedPath()
  const group = target instanceof HTMLElement && target.matches('.odds') && target.closest('[role=toolbar]')
  if (!group || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const to = isAcross(event.key) ? otherLine(group, target, event.key) : sameGroup(group, target, event.key)
  if (!to) return
  event.preventDefault()
  to.focus()
}

const isAcross = (key: string) => key === 'ArrowUp' || key === 'ArrowDown'

/** Left and right follow the screen, also from right to left. */
function sameGroup(group: Element, from: HTMLElement, key: string): HTMLElement | undefined {
  const { reached } = pricesIn(group)
  if (key === 'Home') return reached[0]
  if (key === 'End') return reached.at(-1)
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const isRightToLeft = getComputedStyle(group).direction === 'rtl'
  const step = (key === 'ArrowRight') === isRightToLeft ? -1 : 1
  return reached[(reached.indexOf(from) + step + reached.length) % reached.length]
}

/** Up and down lead to the nearest price of the next line, which may be that of the next match or market. */
function otherLine(group: Element, from: HTMLElement, key: string): HTMLElement | undefined {
  const groups = [...(group.getRootNode() as ShadowRoot).querySelectorAll('[role=toolbar]')]
  const all = groups.flatMap((each) => [...each.querySelectorAll<HTMLElement>('.odds')])
  const placed = all
    .filter((each) => each.checkVisibility())
    .map((price) => ({ price, at: price.getBoundingClientRect() }))
  const own = placed.findIndex(({ price }) => price === from)
  const { top, left, height } = placed[own]!.at
  const ahead = key === 'ArrowDown' ? placed.slice(own + 1) : placed.slice(0, own).toReversed()
  const line = ahead.find(({ at }) => Math.abs(at.top - top) > height / 2)?.at.top
  const across = ({ at }: (typeof placed)[number]) => Math.abs(at.left - left)
  return ahead.filter(({ at }) => at.top === line).toSorted((one, two) => across(one) - across(two))[0]?.price
}
