// The portrait tile: the dragon kite high over the sea.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { cloud } from './lows.ts'
import { light } from './palette.ts'
import { bird, diamond, dragon } from './pictures.ts'
import { skyAndSea } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  skyAndSea(on, 300, 400, 292)
  for (const [x, y, scale] of [
    [-20, 36, 0.9],
    [206, 120, 1],
    [20, 208, 0.8],
  ] as const)
    place(on, cloud, x, y, scale)
  on.line(
    'M236 82Q220 220 180 400M60 160Q110 300 150 400M262 230Q240 320 210 400',
    '#ffffff',
    1.4,
    'stroke-opacity=".6"',
  )
  place(on, bird, 176, 14, 1.14, 10)
  place(on, diamond, 216, 196, 0.72, 12)
  place(on, dragon, 16, 92, 2.05, -4)
  vignette(on, 300, 400, '#062c50', 0.5)
  return on.finish(300, 400, 'xMidYMid slice')
}
