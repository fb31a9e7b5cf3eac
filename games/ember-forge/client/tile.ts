// The portrait tile: a sword before the hearth, an anvil below, sparks between.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { light } from './palette.ts'
import { sword, warHammer } from './pictures.ts'
import { bricks, hearth } from './art.ts'
import { anvil } from './specials.ts'

export function tile(): string {
  const on = drawing(light)
  wash(on, 300, 400, on.down(['#1c0c14', '#5a2622', '#7a2f1c', '#1a0a0e']))
  bricks(on, 300, 400, 22)
  hearth(on, 150, 300, 138)
  on.add(`<rect y="298" width="300" height="102" fill="${on.down(['#7a3018', '#2a0e12', '#0d0406'])}"/>`)
  place(on, anvil, 46, 214, 2.08)
  place(on, warHammer, 4, 22, 1.75)
  place(on, sword, 108, 22, 1.6)
  specks(on, { x: 20, y: 20, width: 260, height: 280, count: 54, seed: 9, smallest: 0.6, largest: 2.2 }, '#ffcf7a')
  vignette(on, 300, 400, '#060103', 0.8)
  return on.finish(300, 400, 'xMidYMid slice')
}
