// The portrait tile: one great tower against the moon, a door alight halfway up.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { door, lamp, light } from './pictures.ts'
import { dusk, tower } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  dusk(on, 300, 400, [226, 86, 38])
  tower(on, 8, 400, 52, 210, 4)
  tower(on, 246, 400, 44, 160, 3)
  tower(on, 82, 404, 136, 352, 1)
  for (const [index, y] of [286, 178, 70].entries()) {
    if (index === 1) on.glow(150, y + 58, 84, '#ffd27a', 0.8)
    place(on, index === 1 ? lamp : door, 98, y, 1.04)
  }
  specks(on, { x: 0, y: 0, width: 300, height: 190, count: 30, seed: 31, largest: 1.5 }, '#fff0d8')
  vignette(on, 300, 400, '#1c0712', 0.65)
  return on.finish(300, 400, 'xMidYMid slice')
}
