// The portrait tile: a koi that leaps before the falls.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { light } from './palette.ts'
import { koi, lotusFlower } from './pictures.ts'
import { falls, gorge, pavilion } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  gorge(on, 300, 400)
  pavilion(on, 216, 112, 0.72)
  falls(on, 132, [
    [120, 30, 66],
    [182, 58, 60],
    [240, 96, 66],
  ])
  on.add(`<rect y="302" width="300" height="98" fill="${on.down(['#7fd8cc', '#1f8088', '#073c48'])}"/>`)
  on.glow(140, 306, 150, '#ffffff', 0.85, 20)
  place(on, lotusFlower, 196, 312, 0.86)
  place(on, lotusFlower, -10, 330, 0.66)
  on.glow(150, 220, 120, '#d8fff0', 0.5)
  place(on, koi, 44, 112, 2.1, -8)
  specks(on, { x: 10, y: 150, width: 280, height: 190, count: 50, seed: 4, smallest: 0.8, largest: 2.2 }, '#ffffff')
  vignette(on, 300, 400, '#021a1a', 0.75)
  return on.finish(300, 400, 'xMidYMid slice')
}
