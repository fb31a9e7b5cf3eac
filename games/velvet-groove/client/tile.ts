// The portrait tile: the gramophone in the spotlight, golden records at its feet.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { light } from './palette.ts'
import { goldenRecord, gramophone, trumpet } from './pictures.ts'
import { club, curtains } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  club(on, 300, 400, 300)
  curtains(on, 300, 400)
  on.glow(150, 220, 140, '#ffd8f4', 0.6)
  place(on, trumpet, 150, 52, 1.02, 8)
  place(on, gramophone, 42, 128, 2.06)
  place(on, goldenRecord, 12, 304, 0.82, -8)
  place(on, goldenRecord, 216, 310, 0.74, 10)
  specks(on, { x: 60, y: 40, width: 180, height: 260, count: 40, seed: 6, smallest: 0.5, largest: 1.6 }, '#ffe8fa')
  vignette(on, 300, 400, '#0a0110', 0.8)
  return on.finish(300, 400, 'xMidYMid slice')
}
