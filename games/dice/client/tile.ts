// The portrait tile: two great dice in mid-fall over the ring of a hundred marks.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { die } from './die.ts'
import { ivory, jade, light, ruby } from './palette.ts'
import { table } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  table(on, 300, 400, 150, 268, 168)
  on.glow(120, 340, 110, '#010a0e', 0.9, 26)
  on.glow(226, 300, 70, '#010a0e', 0.8, 18)
  on.path('M110 -10H190L300 330H0Z', `fill="${on.down(['#c9fff0/.28', '#c9fff0/0'])}"`)
  place(on, (board) => die(board, jade, 2, 4, 1), 222, 238, 0.62, 16)
  place(on, (board) => die(board, ivory, 3, 6, 5), 158, 54, 1.32, 18)
  place(on, (board) => die(board, ruby, 5, 1, 4), 20, 138, 1.98, -12)
  specks(on, { x: 0, y: 0, width: 300, height: 400, count: 30, seed: 12, largest: 1.6 }, '#f2d49a')
  vignette(on, 300, 400, '#02090d', 0.75)
  return on.finish(300, 400, 'xMidYMid slice')
}
