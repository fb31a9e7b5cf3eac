// The portrait tile: blue felt, the wheel in the lower corner, half a stack coming back.

import { drawing } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { blue, chips, cloth, light, wheel } from '../../roulette/client/salon.ts'

export function tile(): string {
  const on = drawing(light)
  cloth(on, 300, 400, blue)
  on.line('M14 44H286M14 92H286M150 14V124', '#dfe9ff', 1.6, 'stroke-opacity=".5"')
  on.path('M76 68L104 50L132 68L104 86Z', 'fill="#d8325f" stroke="#f5e6c0" stroke-width="1.500"')
  on.path('M168 68L196 50L224 68L196 86Z', 'fill="#10131c" stroke="#f5e6c0" stroke-width="1.500"')
  wheel(on, 172, 268, 150, -120)
  chips(on, 62, 128, 2, ['#f2b445', '#8a5a14'])
  chips(on, 246, 122, 4, ['#f2b445', '#8a5a14'])
  vignette(on, 300, 400, '#030a1c', 0.6)
  return on.finish(300, 400, 'xMidYMid slice')
}
