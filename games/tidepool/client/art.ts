// Tidepool's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { kelpFronds, scallopShell, seaUrchin, whelk } from './lows.ts'
import { light, shadow } from './palette.ts'
import { angelfish, crabFace, octopusFace, seaStar } from './pictures.ts'
import { moonJelly, pearlOyster } from './specials.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    { p1: octopusFace, p2: crabFace, p3: angelfish, p4: seaStar, l1: scallopShell, l2: seaUrchin, l3: whelk, l4: kelpFronds, wild: pearlOyster, scatter: moonJelly },
    { light, shadow, auras: { wild: '#ffffff', scatter: '#c9a8ff' } },
  )
