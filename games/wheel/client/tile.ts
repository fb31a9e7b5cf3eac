// The portrait tile: the lit wheel above a fairground at night.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { bigWheel, light, night, pin } from './fairground.ts'

export function tile(): string {
  const on = drawing(light)
  night(on, 300, 400)
  on.path('M150 200L84 400H118L150 236L182 400H216Z', `fill="${on.down(['#f5c768', '#5a2b12'])}"`)
  bigWheel(on, 150, 186, 122, 20, 9)
  place(on, (board) => pin(board), 126, 28, 0.48)
  vignette(on, 300, 400, '#0a0620', 0.6)
  return on.finish(300, 400, 'xMidYMid slice')
}
