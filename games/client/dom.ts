// Builds an element in one expression; text is inserted as text, never as markup.

type Attributes = Record<string, string | number | boolean | null | undefined>
type Child = Node | string | null | undefined | false

export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  set(element, attributes)
  element.append(...children.filter((child): child is Node | string => Boolean(child) || child === ''))
  return element
}

/** True sets an empty attribute; false, null and undefined remove it. */
export function set(element: Element, attributes: Attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
}

const svgSpace = 'http://www.w3.org/2000/svg'

export function svg(tag: string, attributes: Attributes = {}, ...children: Node[]): SVGElement {
  const element = document.createElementNS(svgSpace, tag)
  set(element, attributes)
  element.append(...children)
  return element
}

export const picture = (markup: string) => `data:image/svg+xml,${encodeURIComponent(markup)}`

/** Icons of 24 by 24, drawn with strokes. */
const icons = {
  info: 'M12 11v6M12 7.500v.01M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0Z',
  shield:
    'M12 3l7.500 3v5.500c0 4.500-3 8-7.500 9.500c-4.500-1.500-7.500-5-7.500-9.500V6ZM8.500 12l2.500 2.500l4.500-5',
  sound: 'M4 9.500v5h3.500l5 4v-13l-5 4ZM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11',
  silence: 'M4 9.500v5h3.500l5 4v-13l-5 4ZM16.500 9.500l5 5M21.500 9.500l-5 5',
  close: 'M6 6l12 12M18 6l-12 12',
  spin: 'M19.500 8.500A8.500 8.500 0 1 0 20.500 12M20.500 4v5h-5',
  minus: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  bolt: 'M13 3.500l-7.500 10h5.500l-1 7l7.500-10h-5.500Z',
  boltOn: 'M13 3.500l-7.500 10h5.500l-1 7l7.500-10h-5.500ZM11 9.500l-1.500 2.500M13.500 12.500l-1 3',
  copy: 'M9 9h10v11H9ZM5 15H4.500V4H14v1',
  check: 'M5 12.500l4.500 4.500L19 7',
  cross: 'M7 7l10 10M17 7L7 17',
  out: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  hand: 'M8 13V6.500a1.500 1.500 0 0 1 3 0V11M11 11V4.500a1.500 1.500 0 0 1 3 0V11M14 11V6a1.500 1.500 0 0 1 3 0v8.500c0 4-2.500 6-5.500 6s-4.500-1.500-6-4.500L4 13.500a1.400 1.400 0 0 1 2.500-1.300L8 14',
  coins: 'M15 9a5.500 5.500 0 1 1-11 0a5.500 5.500 0 0 1 11 0ZM16.500 9.700a5.500 5.500 0 1 1-6.800 6.800',
  split: 'M12 20v-7L6 5M12 13l6-8M5.500 9V4.500h4M14.500 4.500h4V9',
  flag: 'M6 21V4M6 5h12l-3 4l3 4H6',
  wait: 'M6 12v.01M12 12v.01M18 12v.01',
  payout: 'M12 15V4M7.500 8.500L12 4l4.500 4.500M4 14v6h16v-6',
  cards: 'M5 7.500l8-3.500l5.500 12l-8 3.500ZM14 21h6.500V9',
} as const

export type IconName = keyof typeof icons

export const icon = (name: IconName) =>
  svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: icons[name] }))
