/** Measures the appearance of a screen in the browser: font sizes, corner radii, broken words, numerals, contrast. */
import type { Frame, Page } from 'playwright-core'
import { gameFrame } from '#scripts/walk/screen.ts'

export type Appearance = {
  /** Font sizes in pixels, each with an example. */
  sizes: Record<string, string>
  families: string[]
  radii: Record<string, string>
  /** Faults of single elements, as `rule: element`. */
  faults: string[]
}

/** Minimum font sizes in pixels. iOS zooms in on inputs below 16. */
const minSizes = { minText: 14, minInput: 16 }
/** The minimum for names on a card, a position or a row of a paytable. */
const minTextOnTable = 12

/** With `isOfTheme`, measures only what a theme changes. */
export async function readAppearance(page: Page, isOfTheme = false): Promise<Appearance[]> {
  const game = (await page.locator('[role=dialog]').filter({ visible: true }).count()) ? null : await gameFrame(page)
  const limits = { ...minSizes, isOfTheme, isTouched: (page.viewportSize()?.width ?? 0) < 768 }
  const [site, table] = await Promise.all([
    measure(page.mainFrame(), limits),
    game && measure(game, { ...limits, minText: minTextOnTable }),
  ])
  // The letters and corners of cards, chips and pockets scale with the table, so their sizes and radii are not checked.
  return table ? [site, { ...table, sizes: {}, radii: {} }] : [site]
}

function measure(
  frame: Frame,
  limits: { minText: number; minInput: number; isOfTheme: boolean; isTouched: boolean },
): Promise<Appearance> {
  return frame.evaluate(({ minText, minInput, isOfTheme, isTouched }) => {
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element)
      styles.set(element, style)
      return style
    }
    const isVisible = (element: Element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const nameOf = (element: Element): string => {
      const className = typeof element.className === 'string' ? element.className.split(' ')[0] : ''
      const parent = element.parentElement
      const parentClass = typeof parent?.className === 'string' ? parent.className.split(' ')[0] : ''
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)
      return `${parentClass ? `.${parentClass} > ` : ''}${element.tagName.toLowerCase()}${className ? `.${className}` : ''} “${text}”`
    }
    /** The sportsbook client is in a shadow tree. */
    const trees: Array<HTMLElement | ShadowRoot> = [
      document.body,
      ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
    ]
    const topLayer = trees
      .flatMap((tree) => [...tree.querySelectorAll('[role=dialog], [role=alertdialog], :popover-open, dialog:modal')])
      .findLast(isVisible)
    const parts = topLayer ? [topLayer] : trees
    const every = (selector: string): Element[] => parts.flatMap((part) => [...part.querySelectorAll(selector)])
    const parentOf = (element: Element): Element | null => {
      const tree = element.getRootNode()
      return element.parentElement ?? (tree instanceof ShadowRoot ? tree.host : null)
    }
    const sizes: Record<string, string> = {}
    const families = new Set<string>()
    const radii: Record<string, string> = {}
    const faults = new Set<string>()
    const add = (rule: string, element: Element, detail = '') => faults.add(`${rule}: ${nameOf(element)}${detail}`)
    const isForScreenReadersOnly = (element: Element): boolean => {
      for (let each: Element | null = element; each; each = parentOf(each)) {
        const { clipPath, position } = styleOf(each)
        if (clipPath !== 'none' && position === 'absolute') return true
        if (each.clientWidth <= 2 && each.clientHeight <= 2 && styleOf(each).overflow === 'hidden') return true
      }
      return false
    }
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    const colors = new Map<string, number[]>()
    /** Red, green, blue and opacity of a colour in any notation, each from 0 to 1. */
    const parseColor = (color: string): number[] => {
      const known = colors.get(color)
      if (known) return known
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      const paint = [...canvas.getImageData(0, 0, 1, 1).data].map((each) => each / 255)
      colors.set(color, paint)
      return paint
    }
    const blend = (upper: number[], lower: number[]): number[] => {
      const [share = 0, rest = 0] = [upper[3], lower[3]]
      const opacity = share + rest * (1 - share)
      return [
        ...upper
          .slice(0, 3)
          .map((each, at) => (opacity === 0 ? 0 : (each * share + lower[at]! * rest * (1 - share)) / opacity)),
        opacity,
      ]
    }
    const luminance = (paint: number[]): number => {
      const [red, green, blue] = paint.map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
    }
    /**
     * The background colour behind an element. Null over a picture or a translucent ancestor, where colours alone do
     * not determine it.
     */
    const backgroundOf = (element: Element): number[] | null => {
      let background = [0, 0, 0, 0]
      for (let each: Element | null = element; each; each = parentOf(each)) {
        const style = styleOf(each)
        if (style.backgroundImage !== 'none' || (each !== element && Number(style.opacity) < 1)) return null
        background = blend(background, parseColor(style.backgroundColor))
        if (background[3]! > 0.999) return background
        // A positioned element may cover something that is not its ancestor.
        if (/absolute|fixed/.test(style.position)) return null
      }
      return background[3]! > 0.999 ? background : null
    }
    const contrastOf = (element: Element): number | null => {
      const background = backgroundOf(element)
      if (!background) return null
      const { color, opacity } = styleOf(element)
      const textColor = parseColor(color)
      const visibleColor = blend([...textColor.slice(0, 3), textColor[3]! * Number(opacity)], background)
      const [light, dark] = [luminance(visibleColor), luminance(background)].toSorted((one, other) => other - one)
      return (light! + 0.05) / (dark! + 0.05)
    }
    const range = document.createRange()
    const segments = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' })
    const amount =
      /(?:[€$£]|R\$|\b(?:BTC|ETH|USDT|EUR|USD|BRL)\b).*\d|\d.*(?:[€$£]|R\$|\b(?:BTC|ETH|USDT|EUR|USD|BRL)\b)/
    const blockOf = (element: Element): Element =>
      styleOf(element).display === 'inline' && element.parentElement ? blockOf(element.parentElement) : element
    /** True if everything after a dot between two facts is on later lines of its paragraph. */
    const endsLine = (node: Node, index: number, block: Element): boolean => {
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const { bottom } = range.getBoundingClientRect()
      range.setStart(node, index + 1)
      range.setEnd(block, block.childNodes.length)
      // Narrower rectangles are spaces.
      const rest = [...range.getClientRects()].filter(({ width }) => width > 5)
      return rest.length > 0 && rest.every(({ top }) => top > bottom - 2)
    }
    const nodes = parts.flatMap((part) => {
      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
      const found: Node[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node)
      return found
    })
    for (const node of nodes) {
      const text = node.nodeValue ?? ''
      const parent = node.parentElement
      if (!text.trim() || !parent || /^(SCRIPT|STYLE|NOSCRIPT|OPTION)$/.test(parent.tagName) || !isVisible(parent))
        continue
      if (isForScreenReadersOnly(parent)) continue
      const style = styleOf(parent)
      const isInSvg = parent.closest('svg') !== null
      const size = Number.parseFloat(style.fontSize)
      // Text of size 0 is replaced by a picture.
      if (size === 0) continue
      if (!isInSvg) {
        sizes[String(Math.round(size * 100) / 100)] ??= nameOf(parent)
        families.add(style.fontFamily.split(',')[0]!)
        // The label of an icon or of a game's tile may be smaller.
        const isUnderPicture = size >= 12 && parent.closest('[data-bar], article a') !== null
        // So may the number on a badge, a pocket, a chip or a card.
        const isFigure = text.trim().length <= 3
        if (size < minText && !isUnderPicture && !isFigure) add(`type of ${size} px`, parent)
        const ratio = contrastOf(parent)
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
        if (
          ratio !== null &&
          ratio < (isLarge ? 3 : 4.5) - 0.005 &&
          !parent.closest('[aria-disabled=true], :disabled, [inert]')
        )
          add(`contrast of ${ratio.toFixed(2)}`, parent)
      }
      if (isOfTheme) continue
      if ([...text.matchAll(/·/g)].some(({ index }) => endsLine(node, index, blockOf(parent))))
        add('dot at the end of a line', parent)
      if (text.length < 40 && amount.test(text) && !style.fontVariantNumeric.includes('tabular-nums') && !isInSvg)
        add('amount without tabular figures', parent)
      // A word that spans two lines without a hyphen is broken.
      if (isInSvg || style.whiteSpaceCollapse === 'break-spaces') continue
      range.selectNodeContents(node)
      if (!/\p{L}{3}/u.test(text) || new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size < 2)
        continue
      for (const { segment, index, isWordLike } of segments.segment(text)) {
        // A soft hyphen becomes visible where the word breaks, so such words are allowed.
        if (!isWordLike || segment.length < 3 || segment.includes('\u00ad')) continue
        range.setStart(node, index)
        range.setEnd(node, index + segment.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1 && !parent.closest('code, [data-breaks]')) add('word broken', parent, ` at ${segment}`)
      }
    }
    if (isOfTheme) return { sizes: {}, families: [], radii: {}, faults: [...faults] }
    for (const element of every('*')) {
      if (element.closest('svg') || !isVisible(element)) continue
      const style = styleOf(element)
      const { width, height } = element.getBoundingClientRect()
      if (width < 2 || height < 2) continue
      const text = element.textContent?.trim()
      if (
        text &&
        style.overflowX === 'hidden' &&
        style.textOverflow === 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      )
        add('cut with an ellipsis', element)
      if (text && style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight + 2)
        add('cut after its lines', element)
      if (
        element.matches(
          'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=hidden]), textarea, select',
        )
      ) {
        if (Number.parseFloat(style.fontSize) < minInput) add(`entry of ${style.fontSize}`, element)
      }
      const isPainted =
        style.backgroundColor !== 'rgba(0, 0, 0, 0)' ||
        style.borderTopWidth !== '0px' ||
        style.boxShadow !== 'none' ||
        element.tagName === 'IMG'
      const radius = style.borderTopLeftRadius
      if (
        isPainted &&
        radius !== '0px' &&
        Number.parseFloat(radius) < Math.min(width, height) / 2 - 0.5 &&
        !radius.includes('%') &&
        // The radius of a flag or a thumbnail is not one of the design system.
        !(element.tagName === 'IMG' && height < 32)
      )
        radii[radius] ??= nameOf(element)
      if (
        isTouched &&
        element.matches(
          'button[type=submit], header:not(main header) :is(a, button):not([popover] *), [data-bar] > *, [role=tab]',
        )
      ) {
        if (isForScreenReadersOnly(element)) continue
        const [x, y] = [
          (element.getBoundingClientRect().left + element.getBoundingClientRect().right) / 2,
          element.getBoundingClientRect().top + height / 2,
        ]
        const isHit = (dx: number, dy: number) => {
          const at = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x + dx, y + dy)
          return at === null || element.contains(at)
        }
        if (height < 44 && y > 22 && y < innerHeight - 22 && isHit(0, 0) && !(isHit(0, -21) && isHit(0, 21)))
          add('target lower than 44 px', element, ` ${Math.round(width)} x ${Math.round(height)}`)
      }
    }
    // A target has 24 px, or that much room around its middle. Exempt are links within a sentence, which are as high as
    // its lines, and bets on several numbers of roulette, which lie on the lines between their pockets.
    const targets = [
      ...every(
        'a[href], button, summary, input:not([type=hidden]), select, [role=button], [role=tab], [role=radio], [role=checkbox]',
      ),
    ]
      .filter(
        (each) =>
          isVisible(each) &&
          styleOf(each).pointerEvents !== 'none' &&
          !each.closest('[inert], .spots') &&
          !isForScreenReadersOnly(each),
      )
      .map((each) => ({ each, box: (each.closest('label') ?? each).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    for (const { each, box } of targets) {
      if (box.width >= 24 && box.height >= 24) continue
      if (styleOf(each).display === 'inline' && each.parentElement?.textContent.trim() !== each.textContent.trim())
        continue
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const isCrowded = targets.some(({ each: other, box: otherBox }) => {
        if (other === each || other.contains(each) || each.contains(other)) return false
        const [dx, dy] = [
          Math.max(otherBox.left - x, 0, x - otherBox.right),
          Math.max(otherBox.top - y, 0, y - otherBox.bottom),
        ]
        return Math.hypot(dx, dy) < 12
      })
      if (isCrowded) add('target of less than 24 px', each, ` ${Math.round(box.width)} x ${Math.round(box.height)}`)
    }
    return { sizes, families: [...families], radii, faults: [...faults] }
  }, limits)
}
