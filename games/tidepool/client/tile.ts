// The portrait tile: the octopus on its rock, a fish passing through the sun rays.

import { drawing, place } from '#games/art/drawing.ts'
import { ridge } from '#games/art/shapes.ts'
import { vignette } from '#games/art/sky.ts'
import { kelpFronds } from './lows.ts'
import { moonJelly } from './drifters.ts'
import { light } from './palette.ts'
import { angelfish, octopusFace, seaStar } from './pictures.ts'
import { bubbles, coral, pool, rock } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  pool(on, 300, 400)
  on.path(ridge(300, 400, 296, 30, 4, 12), 'fill="#0d5c94" fill-opacity=".75"')
  place(on, kelpFronds, -26, 150, 1.7, -6)
  place(on, kelpFronds, 200, 170, 1.5, 8)
  coral(on, 262, 366, 110, '#f0762e', '#ffc88a')
  coral(on, 34, 370, 104, '#8a5cf0', '#d9c0ff')
  on.path(ridge(300, 400, 362, 8, 3, 8), `fill="${on.down(['#ffeab8', '#c79a78'])}"`)
  rock(on, 150, 362, 110, 40, 6)
  place(on, moonJelly, 18, 26, 0.8, -10)
  place(on, angelfish, 190, 28, 0.86)
  on.glow(150, 220, 140, '#eafff8', 0.4)
  place(on, octopusFace, 32, 116, 2.36)
  place(on, seaStar, 232, 330, 0.58, 18)
  bubbles(on, [
    [130, 60, 9],
    [146, 36, 5],
    [124, 88, 4],
    [272, 140, 8],
  ])
  vignette(on, 300, 400, '#013a66', 0.6)
  return on.finish(300, 400, 'xMidYMid slice')
}
