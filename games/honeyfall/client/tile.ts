// The portrait tile: the queen before the comb, honey running down towards the meadow.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { daisy, lavender } from './lows.ts'
import { light } from './palette.ts'
import { queenBee } from './pictures.ts'
import { comb, drips, meadow } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  meadow(on, 300, 400)
  drips(on, [
    [24, 130, 130, 9],
    [270, 130, 150, 10],
    [224, 80, 96, 7],
    [90, 80, 76, 7],
  ])
  comb(on, 300, 26, (x) => 84 + 110 * (2 * x - 1) ** 2)
  place(on, lavender, -18, 270, 1.3, -6)
  place(on, lavender, 196, 276, 1.25, 6)
  place(on, daisy, 74, 330, 0.62)
  place(on, daisy, 176, 340, 0.54)
  on.glow(150, 210, 140, '#fffbd8', 0.75)
  place(on, queenBee, 44, 108, 2.12)
  specks(on, { x: 10, y: 120, width: 280, height: 240, count: 30, seed: 8, smallest: 0.6, largest: 1.8 }, '#fffbe0')
  vignette(on, 300, 400, '#4a2604', 0.55)
  return on.finish(300, 400, 'xMidYMid slice')
}
