// Wheel's pictures: the pointer on the game screen, and the fairground behind it.

import { drawing } from '#games/art/drawing.ts'
import { polygon } from '#games/art/shapes.ts'
import { vignette } from '#games/art/sky.ts'
import { light, night, pin } from './fairground.ts'

export function scene(): string {
  const on = drawing(light)
  night(on, 1600, 900)
  for (const [x, width, height, colour] of [
    [120, 220, 190, '#7a2f6b'],
    [1180, 260, 230, '#5a2a7c'],
    [1400, 190, 170, '#8a3a6f'],
  ] as const) {
    on.path(
      polygon([
        [x, 900],
        [x, 900 - height * 0.6],
        [x + width / 2, 900 - height],
        [x + width, 900 - height * 0.6],
        [x + width, 900],
      ]),
      `fill="${on.down([colour, '#1c1040'])}"`,
    )
    on.glow(x + width / 2, 900 - height, 26, '#ffe6a3', 0.9)
  }
  on.glow(800, 520, 620, '#ff9fd0', 0.22)
  vignette(on, 1600, 900, '#0a0620', 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export function symbols(): Record<string, string> {
  const on = drawing(light)
  on.lifted('#0a0620', () => pin(on))
  return { pointer: on.finish(100, 100) }
}
