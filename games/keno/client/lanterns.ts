// Numbered paper lanterns over water at night.

import type { Drawing } from '#games/art/drawing.ts'
import { box, ellipse } from '#games/art/shapes.ts'
import { specks, wash } from '#games/art/sky.ts'

export const light = { x: -0.5, y: -0.85 }
export type Paper = readonly [bright: string, mid: string, deep: string]
export const coral: Paper = ['#fff0c8', '#ff9a6a', '#b8324a']
export const teal: Paper = ['#eafff8', '#5fe0d0', '#11707a']
export const gold: Paper = ['#fffbe0', '#ffd05c', '#b86a12']

/** Draws a lantern in a box of 100 by 100. */
export function lantern(on: Drawing, [bright, mid, deep]: Paper, spots: number) {
  on.glow(50, 50, 60, mid, 0.5)
  const body = 'M34 18H66C88 30 90 68 66 82H34C10 68 12 30 34 18Z'
  on.path(
    body,
    `fill="${on.radial([bright, mid, deep], 'cx=".45" cy=".45" r=".62"')}" stroke="${deep}" stroke-width="1.500"`,
  )
  on.clip(body, () => {
    for (const rx of [12, 24, 34])
      on.add(
        `<path d="${ellipse(50, 50, rx, 40)}" fill="none" stroke="${deep}" stroke-opacity=".35" stroke-width="1.200"/>`,
      )
  })
  on.path(box(36, 11, 28, 8, 2), 'fill="#4a2028"')
  on.path(box(36, 81, 28, 8, 2), 'fill="#4a2028"')
  on.line('M50 2V11M50 89V98', '#e8b06a', 2)
  for (let spot = 0; spot < spots; spot++)
    on.path(ellipse(50 + (spot - (spots - 1) / 2) * 11, 50, 4, 4), `fill="${deep}"`)
}

export function water(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#1a0a24', '#471a3a', '#9a3f52', '#4a1a3c', '#240c22']))
  on.glow(width / 2, height * 0.56, width * 0.6, '#ffb27a', 0.5, height * 0.1)
  specks(on, { x: 0, y: 0, width, height: height * 0.45, count: width / 10, seed: 51, largest: 1.3 }, '#fff0e0')
  for (let wave = 0; wave < 7; wave++)
    on.line(
      `M${width * (0.08 + (wave % 3) * 0.1)} ${height * (0.64 + wave * 0.05)}H${width * (0.5 + ((wave * 7) % 5) * 0.1)}`,
      '#ffcf9a',
      height / 260,
      'stroke-opacity=".3"',
    )
}
