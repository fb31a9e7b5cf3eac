/** Where alerts are shown: where they block no control of the window, or the fewest. */

export type Box = { top: number; bottom: number; left: number; right: number }

const step = 8
/** A control is not blocked by an alert over its edge, nor where as much of it is left as of a game's tile. */
const edge = 0.1
const leftOver = 10_000

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
      const whole = (control.bottom - control.top) * (control.right - control.left)
      covered += area
      if (area > whole * edge && whole - area < leftOver) blocked++
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
