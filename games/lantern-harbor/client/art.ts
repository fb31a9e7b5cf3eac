// Lantern Harbor's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { anchor, bell, lotusFlower, teaCup } from './lows.ts'
import { light, shadow } from './palette.ts'
import { junk, koi, lantern } from './pictures.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    { p1: lantern, p2: junk, p3: koi, l1: lotusFlower, l2: anchor, l3: teaCup, l4: bell },
    { light, shadow, auras: { p1: '#ff8a3c' } },
  )
