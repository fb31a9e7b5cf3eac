/** Chooses the position of alerts so that they block as few controls as possible. */

export type Box = { top: number; bottom: number; left: number; right: number }

const step = 8
/** A covered control is not blocked if an area of this size remains. A control as low as a button must be free. */
const touchTarget = 44

type Costs = [blocked: number, textBoxes: number, covered: number]

/**
 * Returns the top of `box`, between `from` and `to`, that blocks the fewest controls, then covers the smallest area of
 * text, then of controls. Of equal positions it returns the highest.
 */
export function leastCovering(
  { top: boxTop, bottom: boxBottom, left, right }: Box,
  { from, to }: { from: number; to: number },
  controls: Box[],
  textBoxes: Box[] = [],
): number {
  const height = boxBottom - boxTop
  const [controlsBeside, wordsBeside] = [controls, textBoxes].map((boxes) =>
    boxes.filter((item) => item.left < right && item.right > left),
  ) as [Box[], Box[]]
  const costsAt = (top: number): Costs => {
    const placed = { top, bottom: top + height, left, right }
    const covered = controlsBeside.filter((control) => overlapArea(placed, control) > 0)
    return [
      covered.filter((control) => !hasFreeTouchTarget(placed, control)).length,
      sumOf(wordsBeside.map((text) => overlapArea(placed, text))),
      sumOf(covered.map((control) => overlapArea(placed, control))),
    ]
  }
  let best = from
  let least = costsAt(from)
  for (let top = from + step; sumOf(least) > 0 && top + height <= to; top += step) {
    const costs = costsAt(top)
    const differing = costs.findIndex((cost, index) => cost !== least[index])
    if (differing >= 0 && costs[differing]! < least[differing]!) [best, least] = [top, costs]
  }
  return best
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

function overlapArea(one: Box, other: Box): number {
  const rows = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const columns = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  return Math.max(0, rows) * Math.max(0, columns)
}

/** Whether a touch target remains above, below or beside the box. */
function hasFreeTouchTarget(box: Box, control: Box): boolean {
  const [wide, tall] = [control.right - control.left, control.bottom - control.top]
  const remains = (size: number, free: number) => free >= (size < 2 * touchTarget ? size : touchTarget)
  return (
    (wide >= touchTarget && (remains(tall, box.top - control.top) || remains(tall, control.bottom - box.bottom))) ||
    (tall >= touchTarget && (remains(wide, box.left - control.left) || remains(wide, control.right - box.right)))
  )
}

/** Hidden links, such as the pictures beside the welcome, repeat others. */
const controlTypes = 'a[href]:not([aria-hidden=true]),button,input,select,textarea,summary,label,[tabindex="0"],iframe'

const wordTypes = 'h1,h2,h3,p,dt,dd,article span:not(:has(*), :empty)'

/** Returns the controls of the top dialog or of the page. Of a game's frame only the lower half counts. */
export const controlsOf = (region: Element) => boxesOf(region, controlTypes)
/** Returns the texts of the top dialog or of the page. */
export const textsOf = (region: Element) => boxesOf(region, wordTypes)

function boxesOf(region: Element, types: string): Box[] {
  const dialog = [...document.querySelectorAll('[role=dialog][data-modal]')].at(-1)
  return [...(dialog ?? document).querySelectorAll(types)].flatMap((element) => {
    if (region.contains(element)) return []
    const { top, bottom, left, right } = element.getBoundingClientRect()
    if (bottom <= top || bottom < 0 || top > innerHeight) return []
    return [{ top: element.tagName === 'IFRAME' ? (top + bottom) / 2 : top, bottom, left, right }]
  })
}
