// Clockwork Orchard's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { bigGear, hexNut, spring, windingKey } from './lows.ts'
import { light, shadow } from './palette.ts'
import { apple, pear, plums, slicedOrange } from './pictures.ts'
import { pocketWatch } from './specials.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: apple,
      p2: pear,
      p3: plums,
      p4: slicedOrange,
      l1: bigGear,
      l2: windingKey,
      l3: spring,
      l4: hexNut,
      wild: pocketWatch,
    },
    { light, shadow, auras: { wild: '#ffd98a' } },
  )
