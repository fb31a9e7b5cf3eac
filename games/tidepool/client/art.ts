// Tidepool's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { scallopShell, seaUrchin, whelk } from './lows.ts'
import { light, shadow } from './palette.ts'
import { angelfish, crabFace, octopusFace } from './pictures.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    { p1: octopusFace, p2: crabFace, p3: angelfish, l1: scallopShell, l2: seaUrchin, l3: whelk },
    { light, shadow },
  )
