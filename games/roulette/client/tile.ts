// The portrait tile: the wheel cut by the edge, and chips on the felt.

import { drawing } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { chips, cloth, green, light, wheel } from './salon.ts'

export function tile(): string {
  const on = drawing(light)
  cloth(on, 300, 400, green)
  wheel(on, 150, 138, 158, -90)
  on.line('M16 318H284M16 356H284M82 318V400M150 318V400M218 318V400', '#f5e6c0', 1.6, 'stroke-opacity=".5"')
  chips(on, 78, 340, 4, ['#f0405c', '#8f0f2b'])
  chips(on, 152, 352, 6, ['#2f7fe0', '#0f3a80'])
  chips(on, 226, 338, 3, ['#f2b445', '#8a5a14'])
  vignette(on, 300, 400, '#01120d', 0.6)
  return on.finish(300, 400, 'xMidYMid slice')
}
