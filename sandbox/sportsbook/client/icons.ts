/** Icons of 24 by 24, drawn with strokes, and crests in a side's own colours. */
import { type Element_, h } from './view.ts'

const paths = {
  live: 'M12 12m-2.500 0a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0 -5 0M7.500 7.500a6.400 6.400 0 0 0 0 9M16.500 7.500a6.400 6.400 0 0 1 0 9M4.600 4.600a10.500 10.500 0 0 0 0 14.800M19.400 4.600a10.500 10.500 0 0 1 0 14.800',
  all: 'M4 5h7v6H4ZM13 5h7v6h-7ZM4 13h7v6H4ZM13 13h7v6h-7Z',
  football:
    'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18ZM12 8l3.800 2.800l-1.500 4.500H9.700l-1.500-4.500ZM12 8V3.200M15.800 10.800l4.600-1.600M14.300 15.300l2.800 4M9.700 15.300l-2.800 4M8.200 10.800L3.600 9.200',
  tennis:
    'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18ZM5.600 5.600c3.500 3.300 3.500 9.500 0 12.800M18.400 5.600c-3.500 3.300-3.500 9.500 0 12.800',
  basketball:
    'M12 3a9 9 0 1 1 0 18a9 9 0 0 1 0-18ZM3 12h18M12 3v18M5.800 5.500c3.400 3.600 3.400 9.400 0 13M18.200 5.500c-3.400 3.600-3.400 9.400 0 13',
  star: 'M12 3.500l2.600 5.400l5.900.8l-4.300 4.100l1 5.900L12 16.900l-5.200 2.800l1-5.900L3.500 9.700l5.900-.8Z',
  results: 'M5 4h14v16H5ZM8.500 9h7M8.500 13h7M8.500 17h4',
  bets: 'M5 3.500h14v17l-2.300-1.500l-2.400 1.500l-2.300-1.500l-2.300 1.500L7.300 19L5 20.500ZM8.500 8.500h7M8.500 12.500h7',
  search: 'M10.500 4a6.500 6.500 0 1 1 0 13a6.500 6.500 0 0 1 0-13ZM15.500 15.500L20 20',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M14.500 5.500L8 12l6.500 6.500',
  more: 'M9.500 5.500L16 12l-6.500 6.500',
  down: 'M5.500 9.500L12 16l6.500-6.500',
  lock: 'M6 11h12v9H6ZM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  up: 'M12 18V7M7 11.500L12 6.500l5 5',
  fall: 'M12 6v11M7 12.500l5 5l5-5',
  share: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  repeat: 'M19.500 8.500A8.500 8.500 0 1 0 20.500 12M20.500 4v5h-5',
  check: 'M5 12.500l4.500 4.500L19 7',
  quick: 'M13 3L5 13.500h6L10 21l8-10.500h-6Z',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5',
} as const
export type IconName = keyof typeof paths

export const icon = (name: IconName, size = 20): Element_ =>
  h('svg', { viewBox: '0 0 24 24', width: size, height: size, class: 'icon', 'aria-hidden': 'true' }, [
    h('path', { d: paths[name] }),
  ])

function hash(text: string): number {
  let value = 2_166_136_261
  for (const letter of text) value = Math.imul(value ^ letter.codePointAt(0)!, 16_777_619)
  return value >>> 0
}

const kits = [
  '#d64545',
  '#2f6fde',
  '#1d9a63',
  '#e0a021',
  '#7a4fd0',
  '#0f8fa8',
  '#d9632b',
  '#3d4757',
  '#b83280',
  '#5b8c1a',
]

/** A shield in two colours with the side's first letters; the same side always gets the same shield. */
export function crest(name: string, size = 28): Element_ {
  const value = hash(name)
  const first = kits[value % kits.length]!
  const second = kits[(value >>> 8) % kits.length]!
  const pattern = (value >>> 16) % 3
  const other = second === first ? '#f1f3f5' : second
  const half =
    pattern === 0 ? 'M12 2h9v10c0 6-4.500 8.500-9 10Z' : pattern === 1 ? 'M3 9h18v6H3Z' : 'M9 2h6v19.500L12 22l-3-.5Z'
  return h('svg', { viewBox: '0 0 24 24', width: size, height: size, class: 'crest', 'aria-hidden': 'true' }, [
    h('path', { d: 'M3 2h18v10c0 6-4.500 8.500-9 10c-4.500-1.500-9-4-9-10Z', fill: first }),
    h('path', { d: half, fill: other, opacity: '0.85' }),
    h('path', { d: 'M3 2h18v10c0 6-4.500 8.500-9 10c-4.500-1.500-9-4-9-10Z', class: 'crest-edge' }),
  ])
}

export const flag = ([one, two]: [string, string]): Element_ =>
  h('svg', { viewBox: '0 0 20 14', width: 20, height: 14, class: 'flag', 'aria-hidden': 'true' }, [
    h('rect', { width: 20, height: 14, rx: 3, fill: one }),
    h('path', { d: 'M0 14L20 0v11a3 3 0 0 1-3 3Z', fill: two }),
  ])
