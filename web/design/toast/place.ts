/** Where alerts are shown: at the height where they cover least of the controls in the window. */

export type Box = { top: number; bottom: number; left: number; right: number }

const step = 8

/** The top of `box` between `from` and `to` that covers the least area of `controls`; the highest of equals. */
export function leastCovering(box: Box, { from, to }: { from: number; to: number }, controls: Box[]): number {
  const height = box.bottom - box.top
  const beside = controls.filter(({ left, right }) => left < box.right && right > box.left)
  const covered = (top: number) =>
    beside.reduce((sum, control) => {
      const rows = Math.min(control.bottom, top + height) - Math.max(control.top, top)
      const columns = Math.min(control.right, box.right) - Math.max(control.left, box.left)
      return sum + Math.max(0, rows) * columns
    }, 0)
  let best = from
  let least = covered(from)
  for (let top = from + step; least > 0 && top + height <= to; top += step) {
    const area = covered(top)
    if (area < least) [best, least] = [top, area]
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
