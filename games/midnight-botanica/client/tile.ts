// The portrait tile: a luna moth above a moonflower, ferns and lantern mushrooms around.

import { drawing, place } from '#games/art/drawing.ts'
import { ridge } from '#games/art/shapes.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { light } from './palette.ts'
import { lunaMoth, moonFlower, mushrooms } from './pictures.ts'
import { frond, nightAir } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  nightAir(on, 300, 400)
  on.path(ridge(300, 400, 270, 20, 4, 3), 'fill="#1a2a78" fill-opacity=".8"')
  for (const [x, length, lean] of [
    [4, 260, 0.4],
    [296, 270, -0.4],
    [52, 190, 0.3],
    [250, 200, -0.3],
  ] as const)
    frond(on, x, 380, length, lean, '#0f5a64', '#3fc09a')
  on.path(ridge(300, 400, 352, 10, 3, 6), `fill="${on.down(['#145a5c', '#050f26'])}"`)
  on.glow(150, 120, 150, '#b8fff0', 0.6)
  place(on, lunaMoth, 32, 20, 2.36, 6)
  place(on, mushrooms, -8, 282, 1.06)
  place(on, mushrooms, 208, 290, 0.96)
  place(on, moonFlower, 74, 226, 1.56)
  specks(on, { x: 0, y: 120, width: 300, height: 260, count: 30, seed: 41, smallest: 0.8, largest: 2 }, '#fff3a0')
  vignette(on, 300, 400, '#03020f', 0.65)
  return on.finish(300, 400, 'xMidYMid slice')
}
