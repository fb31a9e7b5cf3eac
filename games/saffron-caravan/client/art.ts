// Saffron Caravan's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { amphora, datePalm, rolledCarpet, spiceBowl } from './lows.ts'
import { light, shadow } from './palette.ts'
import { camelHead, crocus, oilLamp, tent } from './pictures.ts'
import { lowSun } from './specials.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: camelHead,
      p2: oilLamp,
      p3: crocus,
      p4: tent,
      l1: amphora,
      l2: spiceBowl,
      l3: rolledCarpet,
      l4: datePalm,
      wild: lowSun,
    },
    { light, shadow, auras: { wild: '#ffc04a' } },
  )
