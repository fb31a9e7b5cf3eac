// The portrait tile: a wound-up apple hanging before the great wheels of the glasshouse, a bee on its way.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { light } from './palette.ts'
import { apple, pear } from './pictures.ts'
import { glasshouse, tree, wheel } from './art.ts'
import { brassBee } from './specials.ts'

export function tile(): string {
  const on = drawing(light)
  glasshouse(on, 300, 400)
  wheel(on, 236, 110, 16, 104, '#1b5c4a', 6)
  wheel(on, 44, 250, 14, 84, '#174f40', 2)
  on.add(`<rect y="330" width="300" height="70" fill="${on.down(['#3f6a2c', '#0c2416'])}"/>`)
  tree(on, 262, 350, 110)
  place(on, pear, 206, 252, 0.86, 8)
  on.glow(128, 210, 150, '#ffe9a0', 0.55)
  place(on, apple, 16, 104, 2.2, -5)
  place(on, brassBee, 20, 18, 0.9, -22)
  specks(on, { x: 0, y: 60, width: 300, height: 320, count: 30, seed: 8, largest: 1.8 }, '#fff3b0')
  vignette(on, 300, 400, '#03130f', 0.8)
  return on.finish(300, 400, 'xMidYMid slice')
}
