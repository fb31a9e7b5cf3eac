/** Reads what a screen shows, as measured in the browser, for the checks that a machine can make of it. */
import type { Frame, Page } from 'playwright-core'

export type Screen = {
  texts: string[]
  /** By how many pixels the page, or what is open over it, scrolls sideways. */
  sideways: number
  /** Texts that reach beyond the page or are cut inside a control. */
  cut: string[]
  /** Controls that something else covers, or that end outside the view, and texts that something covers. */
  covered: string[]
  /** Controls of a game that are less than 44 px across; less than 24 those beside the main ones. */
  small: string[]
}

/** A dialog makes what is behind it unreachable: then only its own controls count. */
const mainControls =
  'header a, header button, nav a, nav button, [role=dialog] button, [role=dialog] input, [data-playing] dl button'
/** The buttons of a game, whatever it is. */
const gameControls = '.play, .stepper button, .quick button, .tools button, .moves button'
const sideControls = '.quick button, .tools button'

export async function readScreen(page: Page): Promise<Screen> {
  const screens = [await measure(page.mainFrame(), mainControls, false)]
  const game = await gameFrame(page)
  const isCovered = await page.locator('[role=dialog]').filter({ visible: true }).count()
  if (game && !isCovered) screens.push(await measure(game, gameControls, true))
  return {
    texts: screens.flatMap(({ texts }) => texts),
    sideways: Math.max(...screens.map(({ sideways }) => sideways)),
    cut: screens.flatMap(({ cut }) => cut),
    covered: screens.flatMap(({ covered }) => covered),
    small: screens.flatMap(({ small }) => small),
  }
}

/** The frame of the running game, once it is on the stage. */
export async function gameFrame(page: Page): Promise<Frame | null> {
  const frame = page.locator('[data-playing] iframe')
  if ((await frame.count()) === 0) return null
  return (await (await frame.first().elementHandle())?.contentFrame()) ?? null
}

function measure(frame: Frame, selector: string, isFixed: boolean): Promise<Screen> {
  return frame.evaluate(
    ({ controls, besides, isWholeInView }) => {
      const seen = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()}${element.className && typeof element.className === 'string' ? `.${element.className.split(' ')[0]}` : ''} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}”`
      // A phone's own width grows with what overflows it.
      const pageWidth = document.documentElement.clientWidth
      const texts: string[] = []
      const cut: string[] = []
      const range = document.createRange()
      const styles = new Map<Element, CSSStyleDeclaration>()
      const styleOf = (element: Element) => {
        const style = styles.get(element) ?? getComputedStyle(element)
        styles.set(element, style)
        return style
      }
      /** A sports client is in a tree of its own. */
      const trees: Array<Document | ShadowRoot> = [
        document,
        ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
      ]
      const every = (wanted: string): Element[] => trees.flatMap((tree) => [...tree.querySelectorAll(wanted)])
      const outer = (element: Element): Element | null => {
        const tree = element.getRootNode()
        return element.parentElement ?? (tree instanceof ShadowRoot ? tree.host : null)
      }
      const isWithin = (element: Element, part: Node): boolean => {
        for (let each: Element | null = element; each; each = outer(each)) if (part.contains(each)) return true
        return false
      }
      const elementAt = (x: number, y: number): Element | null => {
        let at = document.elementFromPoint(x, y)
        for (let inner = at?.shadowRoot?.elementFromPoint(x, y); inner && inner !== at;) {
          at = inner
          inner = at.shadowRoot?.elementFromPoint(x, y)
        }
        return at
      }
      /**
       * What scrolls shows the rest on demand; what is smaller than a letter is for screen readers; of a game's last
       * points as many are shown as there is room for.
       */
      const hidesRest = (element: Element): boolean => {
        for (let each: Element | null = element; each; each = outer(each)) {
          const { overflowX, clipPath, position } = styleOf(each)
          if (overflowX === 'auto' || overflowX === 'scroll' || (clipPath !== 'none' && position === 'absolute'))
            return true
          if ((each.clientWidth <= 2 || each.matches('.points')) && overflowX === 'hidden') return true
        }
        return false
      }
      /** The row in which it scrolls sideways. */
      const scrolling = (element: Element | null): Element | null =>
        element === null || /auto|scroll/.test(styleOf(element).overflowX) ? element : scrolling(element.parentElement)
      /** What sticks to an edge covers only what can be scrolled from under it. */
      const stuck = (element: Element | null, positions: readonly string[]): Element | null =>
        element === null || positions.includes(styleOf(element).position) ? element : stuck(outer(element), positions)
      // An open menu, too, is above the page until it is closed.
      const dialogs = every('[role=dialog], :popover-open, dialog:modal').filter(seen)
      const within = dialogs.at(-1) ?? document
      const covered: string[] = []
      /** Above or below what is seen of a part that scrolls. */
      const isScrolledAway = (element: Element, y: number): boolean => {
        for (let each = outer(element); each; each = outer(each)) {
          if (!/auto|scroll/.test(styleOf(each).overflowY)) continue
          const { top, bottom } = each.getBoundingClientRect()
          if (y < top || y > bottom) return true
        }
        return false
      }
      /** The element that covers a text, where it is in view. */
      const coverOf = (parent: Element, { left, right, top, bottom }: DOMRect): Element | null => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        if (isScrolledAway(parent, y)) return null
        if (!isWithin(parent, within) || parent.closest('[inert], select') || hidesRest(parent)) return null
        if (styleOf(parent).pointerEvents === 'none') return null
        const at = elementAt(x, y)
        if (!at || isWithin(parent, at) || isWithin(at, parent)) return null
        // The link of a card answers over the whole card: an area of its own that shows nothing.
        const own = at.getBoundingClientRect()
        if (x < own.left || x > own.right || y < own.top || y > own.bottom) return null
        const edge = stuck(at, ['sticky', 'fixed'])
        if (edge && !isWithin(parent, edge)) return null
        return at.closest('label')?.contains(parent) ? null : at
      }
      const nodes = trees.flatMap((tree) => {
        const walker = document.createTreeWalker(tree === document ? document.body : tree, NodeFilter.SHOW_TEXT)
        const found: Node[] = []
        for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node)
        return found
      })
      for (const node of nodes) {
        const text = node.nodeValue?.trim()
        const parent = node.parentElement
        if (!text || !parent || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName) || !seen(parent)) continue
        // A command is the same in every language.
        if (!parent.closest('code')) texts.push(text)
        range.selectNodeContents(node)
        const box = range.getBoundingClientRect()
        if (box.width === 0) continue
        if ((box.left < -1 || box.right > pageWidth + 1) && !hidesRest(parent))
          cut.push(`beyond the page: ${nameOf(parent)}`)
        const cover = coverOf(parent, box)
        if (cover) covered.push(`text: ${nameOf(parent)} by ${nameOf(cover)}`)
        const button = parent.closest('button')?.getBoundingClientRect()
        if (button && !hidesRest(parent) && (box.left < button.left - 1 || box.right > button.right + 1))
          cut.push(`sticks out: ${nameOf(parent)}`)
        const control = parent.closest('button, a, label, summary, h1, h2, h3, th, dt')
        if (!control || hidesRest(parent)) continue
        for (let each: Element | null = parent; each; each = each === control ? null : each.parentElement) {
          const { overflowX } = styleOf(each)
          if (overflowX === 'visible') continue
          const limits = each.getBoundingClientRect()
          if (box.left < limits.left - 2 || box.right > limits.right + 2) {
            cut.push(`cut: ${nameOf(control)}`)
            break
          }
        }
      }
      for (const element of every('[aria-label], [placeholder], [title], img[alt]'))
        if (seen(element))
          for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
            const text = element.getAttribute(name)
            if (text) texts.push(text)
          }

      const small: string[] = []
      /** Less than 44 or 24 px across, with the area around it that answers as well. */
      const isSmall = (control: Element, x: number, y: number): boolean => {
        const reach = control.matches(besides) ? 11 : 21
        return [
          [x - reach, y],
          [x + reach, y],
          [x, y - reach],
          [x, y + reach],
        ].some(([left, top]) => !control.contains(elementAt(left!, top!)))
      }
      for (const control of within instanceof Document ? every(controls) : within.querySelectorAll(controls)) {
        if (!seen(control) || control.closest('[inert]') || styleOf(control).pointerEvents === 'none') continue
        const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
        if (width < 2 || height < 2) continue
        const isOutside = left < -1 || right > pageWidth + 1 || top < -1 || bottom > innerHeight + 1
        if (isOutside) {
          if (isWholeInView) covered.push(`outside: ${nameOf(control)}`)
          continue
        }
        if (isScrolledAway(control, (top + bottom) / 2)) continue
        const at = elementAt((left + right) / 2, (top + bottom) / 2)
        if (at && stuck(at, ['sticky'])) continue
        // A page can be scrolled until nothing fixed lies over what moves with it.
        if (at && stuck(at, ['fixed']) && !dialogs.length && !stuck(control, ['sticky', 'fixed'])) continue
        // The arrows of a row that scrolls lie over its ends.
        if (at && scrolling(control)?.parentElement?.contains(at) && !scrolling(control)!.contains(at)) continue
        const own = control.closest('label') ?? control
        if (isWholeInView && isSmall(own, (left + right) / 2, (top + bottom) / 2))
          small.push(`small: ${nameOf(control)} ${Math.round(width)} x ${Math.round(height)}`)
        if (at && !isWithin(at, own) && !isWithin(control, at)) covered.push(`${nameOf(control)} by ${nameOf(at)}`)
      }
      // A game's frame never scrolls: what reaches beyond it is of its scene.
      const roots = isWholeInView ? [] : [document.documentElement]
      const scrolled = [...roots, ...dialogs.filter((each) => styleOf(each).overflowX !== 'hidden')]
      return {
        texts,
        sideways: Math.max(
          0,
          ...scrolled.map(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth)),
        ),
        cut: [...new Set(cut)],
        covered: [...new Set(covered)],
        small: [...new Set(small)],
      }
    },
    { controls: selector, besides: sideControls, isWholeInView: isFixed },
  )
}
