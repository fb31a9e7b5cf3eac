/** Reads and measures what a screen shows in the browser, for checks by a machine. */
import type { Frame, Page } from 'playwright-core'

export type Screen = {
  texts: string[]
  /** The number of pixels by which the page, or a dialog over it, scrolls sideways. */
  sideways: number
  /** Texts that extend beyond the page or are clipped by a control. */
  cut: string[]
  /** Controls that something covers or that extend beyond the viewport, and texts that something covers. */
  covered: string[]
  /** Controls of a game that are smaller than 44 px; for secondary controls, than 24 px. */
  small: string[]
}

/** A dialog makes the page behind it inert, so only its own controls count. */
const mainControls =
  'header a, header button, nav a, nav button, [role=dialog] button, [role=dialog] input, [data-playing] dl button'
/** The buttons that all games have. */
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
      const isVisible = (element: Element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()}${element.className && typeof element.className === 'string' ? `.${element.className.split(' ')[0]}` : ''} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60)}”`
      // On a phone, innerWidth grows with overflowing content.
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
      /** The sportsbook client is in a shadow tree. */
      const trees: Array<Document | ShadowRoot> = [
        document,
        ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
      ]
      const every = (selectors: string): Element[] => trees.flatMap((tree) => [...tree.querySelectorAll(selectors)])
      const parentOf = (element: Element): Element | null => {
        const tree = element.getRootNode()
        return element.parentElement ?? (tree instanceof ShadowRoot ? tree.host : null)
      }
      const isWithin = (element: Element, part: Node): boolean => {
        for (let each: Element | null = element; each; each = parentOf(each)) if (part.contains(each)) return true
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
       * True for an element that may hide a part of its text: one that scrolls, one that is only for screen readers
       * (smaller than a letter), or the list of a game's latest crash points, which shows as many as fit.
       */
      const mayHideText = (element: Element): boolean => {
        for (let each: Element | null = element; each; each = parentOf(each)) {
          const { overflowX, clipPath, position } = styleOf(each)
          if (overflowX === 'auto' || overflowX === 'scroll' || (clipPath !== 'none' && position === 'absolute'))
            return true
          if ((each.clientWidth <= 2 || each.matches('.points')) && overflowX === 'hidden') return true
        }
        return false
      }
      /** The ancestor that scrolls the element sideways. */
      const scrollContainer = (element: Element | null): Element | null =>
        element === null || /auto|scroll/.test(styleOf(element).overflowX)
          ? element
          : scrollContainer(element.parentElement)
      /** The ancestor with one of these positions. A sticky element only covers what can be scrolled from under it. */
      const positionedAncestor = (element: Element | null, positions: readonly string[]): Element | null =>
        element === null || positions.includes(styleOf(element).position)
          ? element
          : positionedAncestor(parentOf(element), positions)
      // An open menu also covers the page until it is closed.
      const dialogs = every('[role=dialog], :popover-open, dialog:modal').filter(isVisible)
      const within = dialogs.at(-1) ?? document
      const covered: string[] = []
      /** True if the point is above or below the visible part of a scrolling ancestor. */
      const isScrolledAway = (element: Element, y: number): boolean => {
        for (let each = parentOf(element); each; each = parentOf(each)) {
          if (!/auto|scroll/.test(styleOf(each).overflowY)) continue
          const { top, bottom } = each.getBoundingClientRect()
          if (y < top || y > bottom) return true
        }
        return false
      }
      /** The element that covers a text, if the text is in the viewport. */
      const coverOf = (parent: Element, { left, right, top, bottom }: DOMRect): Element | null => {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2]
        if (isScrolledAway(parent, y)) return null
        if (!isWithin(parent, within) || parent.closest('[inert], select') || mayHideText(parent)) return null
        if (styleOf(parent).pointerEvents === 'none') return null
        const at = elementAt(x, y)
        if (!at || isWithin(parent, at) || isWithin(at, parent)) return null
        // The clickable area of a card's link extends over the whole card but shows nothing.
        const own = at.getBoundingClientRect()
        if (x < own.left || x > own.right || y < own.top || y > own.bottom) return null
        const edge = positionedAncestor(at, ['sticky', 'fixed'])
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
        if (!text || !parent || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName) || !isVisible(parent)) continue
        // Commands are the same in every language.
        if (!parent.closest('code')) texts.push(text)
        range.selectNodeContents(node)
        const box = range.getBoundingClientRect()
        if (box.width === 0) continue
        if ((box.left < -1 || box.right > pageWidth + 1) && !mayHideText(parent))
          cut.push(`beyond the page: ${nameOf(parent)}`)
        const cover = coverOf(parent, box)
        if (cover) covered.push(`text: ${nameOf(parent)} by ${nameOf(cover)}`)
        const button = parent.closest('button')?.getBoundingClientRect()
        if (button && !mayHideText(parent) && (box.left < button.left - 1 || box.right > button.right + 1))
          cut.push(`sticks out: ${nameOf(parent)}`)
        const control = parent.closest('button, a, label, summary, h1, h2, h3, th, dt')
        if (!control || mayHideText(parent)) continue
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
        if (isVisible(element))
          for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
            const text = element.getAttribute(name)
            if (text) texts.push(text)
          }

      const small: string[] = []
      /** True if a control, with the area around it that also reacts, is smaller than 44 or 24 px. */
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
        if (!isVisible(control) || control.closest('[inert]') || styleOf(control).pointerEvents === 'none') continue
        const { left, right, top, bottom, width, height } = control.getBoundingClientRect()
        if (width < 2 || height < 2) continue
        const isOutside = left < -1 || right > pageWidth + 1 || top < -1 || bottom > innerHeight + 1
        if (isOutside) {
          if (isWholeInView) covered.push(`outside: ${nameOf(control)}`)
          continue
        }
        if (isScrolledAway(control, (top + bottom) / 2)) continue
        const at = elementAt((left + right) / 2, (top + bottom) / 2)
        if (at && positionedAncestor(at, ['sticky'])) continue
        // A page can be scrolled until no fixed element covers what scrolls with it.
        if (
          at &&
          positionedAncestor(at, ['fixed']) &&
          !dialogs.length &&
          !positionedAncestor(control, ['sticky', 'fixed'])
        )
          continue
        // The arrows of a scrolling row cover its ends.
        if (at && scrollContainer(control)?.parentElement?.contains(at) && !scrollContainer(control)!.contains(at))
          continue
        const own = control.closest('label') ?? control
        if (isWholeInView && isSmall(own, (left + right) / 2, (top + bottom) / 2))
          small.push(`small: ${nameOf(control)} ${Math.round(width)} x ${Math.round(height)}`)
        if (at && !isWithin(at, own) && !isWithin(control, at)) covered.push(`${nameOf(control)} by ${nameOf(at)}`)
      }
      // A game's frame never scrolls; whatever extends beyond it belongs to its scene.
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
