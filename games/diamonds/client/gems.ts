// Seven cut gems, each with its own outline as well as its colour, on dark velvet.

import type { Drawing } from '#games/art/drawing.ts'
import { polar, polygon, type Point } from '#games/art/shapes.ts'
import { specks, wash } from '#games/art/sky.ts'

export const light = { x: -0.5, y: -0.85 }
type Cut = { corners: number; turn: number; stretch: number; tones: readonly [string, string, string, string] }

/** In the order of the maths; corners and stretch distinguish them without colour. */
export const cuts: readonly Cut[] = [
  { corners: 6, turn: -90, stretch: 1, tones: ['#ffe3e8', '#ff5470', '#c40f3c', '#5c0520'] },
  { corners: 4, turn: -90, stretch: 1.12, tones: ['#e8f4ff', '#4aa3ff', '#1157c9', '#06245e'] },
  { corners: 8, turn: -67.5, stretch: 1, tones: ['#e6fff0', '#3fdc8f', '#0b8a55', '#04422b'] },
  { corners: 3, turn: -90, stretch: 1, tones: ['#fff8d8', '#ffd23f', '#d18a06', '#6b4002'] },
  { corners: 4, turn: -45, stretch: 1.05, tones: ['#f6e8ff', '#b56bff', '#6d21c4', '#330a66'] },
  { corners: 5, turn: -90, stretch: 1.02, tones: ['#e4fdff', '#4fe0ee', '#0c94a8', '#044652'] },
  { corners: 12, turn: -90, stretch: 1, tones: ['#ffffff', '#e8eef8', '#9aa8c4', '#4d5873'] },
]

/** 100 by 100. */
export function gem(on: Drawing, { corners, turn, stretch, tones: [shine, bright, mid, deep] }: Cut) {
  const radius = corners === 3 ? 47 : 43
  const middle = corners === 3 ? 57 : 50
  const ring = (distance: number): Point[] =>
    Array.from({ length: corners }, (_, at) => {
      const [x, y] = polar(50, middle, distance, turn + (at * 360) / corners)
      return [50 + (x - 50) / stretch, middle + (y - middle) * stretch] as const
    })
  const outer = ring(radius)
  const inner = ring(radius * 0.52)
  on.path(polygon(outer), `fill="${mid}" stroke="${deep}" stroke-width="4" stroke-linejoin="round"`)
  for (const [at, corner] of outer.entries()) {
    const next = (at + 1) % corners
    const facet = polygon([corner, outer[next]!, inner[next]!, inner[at]!])
    const lit =
      ((corner[0] + outer[next]![0]) / 2 - 50) * light.x + ((corner[1] + outer[next]![1]) / 2 - middle) * light.y
    const fill = lit > 18 ? [shine, bright] : lit > -8 ? [bright, mid] : [mid, deep]
    on.path(facet, `fill="${on.linear(fill)}" stroke="${shine}" stroke-opacity=".28" stroke-width=".9"`)
  }
  on.path(
    polygon(inner),
    `fill="${on.linear([shine, bright, mid])}" stroke="${shine}" stroke-opacity=".7" stroke-width="1.200"`,
  )
  on.gloss(42, middle - 10, 9, 5, -28, 0.85)
  on.line('M74 20V30M69 25H79', '#ffffff', 1.8, 'stroke-opacity=".9"')
}

export function velvet(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#0f0d2e', '#241a55', '#3a1f66', '#160f38']))
  on.glow(width / 2, height * 0.46, width * 0.55, '#8f7bff', 0.42, height * 0.34)
  for (let fold = 0; fold < 7; fold++)
    on.line(
      `M${width * (fold / 6 - 0.08)} ${height}Q${width * (fold / 6 + 0.06)} ${height * 0.62} ${width * (fold / 6 - 0.02)} ${height * 0.34}`,
      fold % 2 ? '#0d0a2a' : '#5a45b0',
      width / 34,
      `stroke-opacity=".22" filter="${on.blur(width / 90)}"`,
    )
  specks(on, { x: 0, y: 0, width, height, count: width / 12, seed: 61, largest: 1.5 }, '#efe9ff')
}
