// The portrait tile: one great lantern before the moon, a junk passing underneath.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { firework, fullMoon } from './heavens.ts'
import { light } from './palette.ts'
import { junk, lantern } from './pictures.ts'
import { roofs, sky, water } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  sky(on, 300, 400, 270)
  on.glow(196, 118, 130, '#ffdf9a', 0.7)
  place(on, firework, 4, 196, 0.8)
  place(on, fullMoon, 116, 38, 1.62)
  roofs(on, 300, 272)
  water(on, 300, 400, 272, 196)
  on.glow(214, 318, 90, '#ff9a4a', 0.55, 18)
  place(on, junk, 128, 176, 1.62)
  on.line('M-10 8Q90 60 310 -6', '#0a0630', 2.4)
  on.glow(104, 140, 120, '#ff8a3c', 0.6)
  place(on, lantern, 22, 40, 1.7, -4)
  on.glow(256, 52, 40, '#ff8a3c', 0.6)
  place(on, lantern, 234, 22, 0.48, 6)
  for (const [x, y, s] of [
    [22, 326, 0.5],
    [92, 366, 0.3],
    [268, 366, 0.34],
  ] as const) {
    on.glow(x + 50 * s, y + 92 * s, 90 * s, '#ff9a4a', 0.7, 20 * s)
    place(on, lantern, x, y, s, 2)
  }
  vignette(on, 300, 400, '#03031a', 0.75)
  return on.finish(300, 400, 'xMidYMid slice')
}
