// The portrait tile: marbles on their way through a field of glass pins.

import { drawing } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { aurora, light, marble, pinsAndBuckets } from './glacier-pins.ts'

const green = ['#e9fff2', '#4fe39a', '#0b6b4a']
const gold = ['#fff6d8', '#ffc145', '#9a5a0a']

export function tile(): string {
  const on = drawing(light)
  aurora(on, 300, 400)
  pinsAndBuckets(on, 150, 96, 6, 40)
  marble(on, 150, 44, 25, green)
  marble(on, 112, 196, 19, gold)
  marble(on, 206, 262, 19, green)
  vignette(on, 300, 400, '#020d17', 0.6)
  return on.finish(300, 400, 'xMidYMid slice')
}
