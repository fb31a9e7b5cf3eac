/** Where alerts are shown: where they block no control of the window, or the fewest. */

export type Box = { top: number; bottom: number; left: number; right: number }

const step = 8
/** A control is not blocked where a touch target is left of it, as of a game's tile, unless it is as low as a button. */
const target = 44

type Costs = [blocked: number, words: number, covered: number]

/**
 * The top of `box` between `from` and `to` that blocks fewest of `controls`, then covers least of `words`, then of
 * controls; the highest of equals.
 */
export function leastCovering(
  { top: boxTop, bottom: boxBottom, left, right }: Box,
  { from, to }: { from: number; to: number },
  controls: Box[],
  words: Box[] = [],
): number {
  const height = boxBottom - boxTop
  const [controlsBeside, wordsBeside] = [controls, words].map((boxes) =>
    boxes.filter((each) => each.left < right && each.right > left),
  ) as [Box[], Box[]]
  const costsAt = (top: number): Costs => {
    const placed = { top, bottom: top + height, left, right }
    const covered = controlsBeside.filter((control) => areaOver(placed, control) > 0)
    return [
      covered.filter((control) => !hasTargetBeside(placed, control)).length,
      sumOf(wordsBeside.map((each) => areaOver(placed, each))),
      sumOf(covered.map((control) => areaOver(placed, control))),
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

const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)

function areaOver(one: Box, other: Box): number {
  const rows = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const columns = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  return Math.max(0, rows) * Math.max(0, columns)
}

/** Above, below, or on one side. */
function hasTargetBeside(box: Box, control: Box): boolean {
  const [wide, tall] = [control.right - control.left, control.bottom - control.top]
  const isLeft = (size: number, free: number) => free >= (size < 2 * target ? size : target)
  return (
    (wide >= target && (isLeft(tall, box.top - control.top) || isLeft(tall, control.bottom - box.bottom))) ||
    (tall >= target && (isLeft(wide, box.left - control.left) || isLeft(wide, control.right - box.right)))
  )
}

const controlTypes = 'a[href],button,input,select,textarea,summary,label,[tabindex="0"],iframe'

const wordTypes = 'h1,h2,h3,p,dt,dd,article span:not(:has(*), :empty)'

/** The controls of the uppermost dialog, otherwise of the page. A game's controls are in the lower part of its frame. */
export const controlsOf = (region: Element) => boxesOf(region, controlTypes)
/** Of the same: what is read there. */
export const wordsOf = (region: Element) => boxesOf(region, wordTypes)

function boxesOf(region: Element, types: string): Box[] {
  const dialog = [...document.querySelectorAll('[role=dialog][data-modal]')].at(-1)
  return [...(dialog ?? document).querySelectorAll(types)].flatMap((element) => {
    if (region.contains(element)) return []
    const { top, bottom, left, right } = element.getBoundingClientRect()
    if (bottom <= top || bottom < 0 || top > innerHeight) return []
    return [{ top: element.tagName === 'IFRAME' ? (top + bottom) / 2 : top, bottom, left, right }]
  })
}
