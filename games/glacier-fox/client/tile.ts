// The portrait tile: the fox face to face, the aurora rising behind its ears.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { pineTree } from './lows.ts'
import { chest, fur, light } from './palette.ts'
import { fox } from './pictures.ts'
import { arcticSky, mountains } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  arcticSky(on, 300, 400)
  mountains(on, 300, 300, 78)
  on.path('M0 400V292Q80 270 150 296T300 286V400Z', `fill="${on.down(['#e6f6ff', '#6fa6dc', '#1a3c80'])}"`)
  for (const [x, y, s] of [
    [-16, 190, 1.1],
    [40, 232, 0.66],
    [216, 196, 1.06],
    [190, 242, 0.6],
  ] as const)
    place(on, pineTree, x, y, s)
  on.glow(150, 240, 150, '#8fffe0', 0.5)
  on.form('M22 420C24 372 44 330 78 306C96 296 204 296 222 306C256 330 276 372 278 420Z', fur, {
    depth: 2.2,
    outline: 2,
  })
  on.form(
    'M84 310C92 344 84 360 98 376C100 368 104 366 108 362C110 382 122 392 130 404C134 394 138 390 142 384C146 396 148 402 150 410C152 402 154 396 158 384C162 390 166 394 170 404C178 392 190 382 192 362C196 366 200 368 202 376C216 360 208 344 216 310Z',
    chest,
    { depth: 1.6, outline: 0 },
  )
  place(on, fox, 28, 104, 2.44)
  specks(on, { x: 0, y: 0, width: 300, height: 400, count: 48, seed: 6, largest: 2 }, '#fff')
  vignette(on, 300, 400, '#020b22', 0.7)
  return on.finish(300, 400, 'xMidYMid slice')
}
