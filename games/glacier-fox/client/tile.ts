// The portrait tile: the fox face to face, the aurora rising behind its ears.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { pineTree } from './lows.ts'
import { light } from './palette.ts'
import { fox } from './pictures.ts'
import { arcticSky, mountains } from './scene.ts'

export function tile(): string {
  const on = drawing(light)
  arcticSky(on, 300, 400)
  mountains(on, 300, 300, 78)
  on.path('M0 400V292Q80 270 150 296T300 286V400Z', `fill="${on.down(['#e6f6ff', '#6fa6dc', '#1a3c80'])}"`)
  for (const [x, y, s] of [[-16, 190, 1.1], [40, 232, 0.66], [216, 196, 1.06], [190, 242, 0.6]] as const) place(on, pineTree, x, y, s)
  on.glow(150, 240, 150, '#8fffe0', 0.5)
  on.path('M40 400C46 330 90 300 150 300S254 330 260 400Z', `fill="${on.down(['#ffffff', '#cfe4ff', '#5f82c8'])}" stroke="#07193c" stroke-width="4"`)
  on.line('M110 360Q118 376 112 392M150 352V388M190 360Q182 376 188 392', '#86a5da', 3)
  place(on, fox, 28, 104, 2.44)
  specks(on, { x: 0, y: 0, width: 300, height: 400, count: 48, seed: 6, largest: 2 }, '#fff')
  vignette(on, 300, 400, '#020b22', 0.7)
  return on.finish(300, 400, 'xMidYMid slice')
}
