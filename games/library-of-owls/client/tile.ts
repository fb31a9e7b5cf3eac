// The portrait tile: the owl at night before the window, between shelves and a ladder.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette, wash } from '#games/art/sky.ts'
import { light } from './palette.ts'
import { books, lamp, owl } from './pictures.ts'
import { bookcase, tallLadder, tallWindow } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  wash(on, 300, 400, '#2a1608')
  tallWindow(on, 84, 12, 132, 300)
  bookcase(on, { x: 4, y: -14, width: 66, height: 360, rows: 5, seed: 12 })
  bookcase(on, { x: 230, y: -14, width: 66, height: 360, rows: 5, seed: 21 })
  on.path('M0 336H300V400H0Z', `fill="${on.down(['#a0622c', '#4a240c'])}"`)
  on.line('M0 338H300', '#f0bc74', 3)
  tallLadder(on, 262, 10, 344, -34, 17)
  on.glow(62, 290, 110, '#ffe08a', 0.6)
  place(on, lamp, 4, 236, 1.06)
  place(on, books, 214, 270, 0.82)
  place(on, owl, 50, 136, 2.12)
  vignette(on, 300, 400, '#0a0402', 0.55)
  return on.finish(300, 400, 'xMidYMid slice')
}
