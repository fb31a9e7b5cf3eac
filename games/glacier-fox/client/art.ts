// Glacier Fox's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { berries, crystals, mitten, pineTree } from './lows.ts'
import { light, shadow } from './palette.ts'
import { fox, owl, reindeer, whaleTail } from './pictures.ts'
import { snowStar } from './specials.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: fox,
      p2: owl,
      p3: reindeer,
      p4: whaleTail,
      l1: crystals,
      l2: pineTree,
      l3: berries,
      l4: mitten,
      wild: snowStar,
    },
    { light, shadow, auras: { p1: '#7dffc4', wild: '#6effc8' } },
  )
