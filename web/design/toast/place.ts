/** Where alerts are shown: where they block no control of the window, or the fewest. */

export type Box = { top: number; bottom: number; left: number; right: number }

const step = 8
/** A control is not blocked where a touch target is left of it, as of a game's tile. */
const target = 44

/** The top of `box` between `from` and `to` that blocks fewest of `controls` and covers least; the highest of equals. */
export function leastCovering(box: Box, { from, to }: { from: number; to: number }, controls: Box[]): number {
  const height = box.bottom - box.top
  const beside = controls.filter(({ left, right }) => left < box.right && right > box.left)
  const costAt = (top: number) => {
    let [blocked, covered] = [0, 0]
    for (const control of beside) {
      const rows = Math.min(control.bottom, top + height) - Math.max(control.top, top)
      const columns = Math.min(control.right, box.right) - Math.max(control.left, box.left)
      const area = Math.max(0, rows) * columns
      covered += area
      if (area > 0 && !hasTargetBeside({ ...box, top, bottom: top + height }, control)) blocked++
    }
    return { blocked, covered }
  }
  let best = from
  let least = costAt(from)
  for (let top = from + step; least.covered > 0 && top + height <= to; top += step) {
    const cost = costAt(top)
    if (cost.blocked < least.blocked || (cost.blocked === least.blocked && cost.covered < least.covered))
      [best, least] = [top, cost]
  }
  return best
}

/** Above, below, or on one side. */
function hasTargetBeside(box: Box, control: Box): boolean {
  const [wide, tall] = [control.right - control.left, control.bottom - control.top]
  const free = [
    [wide, box.top - control.top],
    [wide, control.bottom - box.bottom],
    [box.left - control.left, tall],
    [control.right - box.right, tall],
  ]
  return free.some((sides) => sides.every((side) => side >= target))
}

const controlTypes = 'a[href],button,input,select,textarea,summary,label,[tabindex="0"],iframe'

/** The controls of the uppermost dialog, otherwise of the page. A game's controls are in the lower part of its frame. */
export function controlsOf(region: Element): Box[] {
  const dialog = [...document.querySelectorAll('[role=dialog][data-modal]')].at(-1)
  return [...(dialog ?? document).querySelectorAll(controlTypes)].flatMap((element) => {
    if (region.contains(element)) return []
    const { top, bottom, left, right } = element.getBoundingClientRect()
    if (bottom <= top || bottom < 0 || top > innerHeight) return []
    return [{ top: element.tagName === 'IFRAME' ? (top + bottom) / 2 : top, bottom, left, right }]
  })
}
