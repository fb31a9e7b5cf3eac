// Honeyfall's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { clover, daisy, lavender, sunflower } from './lows.ts'
import { light, shadow } from './palette.ts'
import { dipper, hive, honeyDrop, jar, queenBee } from './pictures.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: queenBee,
      p2: jar,
      p3: dipper,
      p4: hive,
      l1: sunflower,
      l2: lavender,
      l3: clover,
      l4: daisy,
      wild: honeyDrop,
    },
    { light, shadow, auras: { p1: '#ffd24a', wild: '#ffb81f' } },
  )
