// Jade Rapids' pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { bambooStalks, mapleInAutumn, stones } from './lows.ts'
import { light, shadow } from './palette.ts'
import { bell, crane, jadeDisc, koi, lotusFlower, wave } from './pictures.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: koi,
      p2: crane,
      p3: lotusFlower,
      p4: bell,
      l1: mapleInAutumn,
      l2: bambooStalks,
      l3: wave,
      l4: stones,
      wild: jadeDisc,
    },
    { light, shadow, auras: { p1: '#7ff0d8', wild: '#7fffb0' } },
  )
