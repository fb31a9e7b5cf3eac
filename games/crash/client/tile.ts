// The portrait tile: a flare at the top of its trail, mirrored in the sea.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { flare, light } from './flare.ts'
import { night } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  night(on, 300, 400)
  const trail = 'M26 300C120 292 172 216 206 96'
  on.line(
    trail,
    on.linear(['#ffd166', '#ff7a4d', '#ff7a4d/0'], 'x1="1" y1="0" x2="0" y2="1"'),
    9,
    `filter="${on.blur(4)}"`,
  )
  on.line(trail, on.linear(['#fff1c9', '#ff9a5c', '#ff7a4d/0'], 'x1="1" y1="0" x2="0" y2="1"'), 3.5)
  on.glow(206, 330, 70, '#ff9a5c', 0.5, 16)
  on.glow(206, 96, 120, '#ff8a4d', 0.5)
  place(on, flare, 136, 26, 1.4, 12)
  vignette(on, 300, 400, '#020812', 0.6)
  return on.finish(300, 400, 'xMidYMid slice')
}
