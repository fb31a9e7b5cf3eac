// Kite Festival's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { cloud, pinwheel, ribbon, spool } from './lows.ts'
import { light, shadow } from './palette.ts'
import { bird, boxKite, diamond, dragon, sun } from './pictures.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: dragon,
      p2: bird,
      p3: diamond,
      p4: boxKite,
      l1: pinwheel,
      l2: spool,
      l3: ribbon,
      l4: cloud,
      wild: sun,
    },
    { light, shadow, auras: { p1: '#ffb08a', wild: '#ffe27a' } },
  )
