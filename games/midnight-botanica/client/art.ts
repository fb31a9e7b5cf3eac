// Midnight Botanica's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { crozier, nightBerries, seedPod, veinedLeaf } from './lows.ts'
import { light, shadow } from './palette.ts'
import { lunaMoth, moonFlower, mushrooms, pitcherPlant } from './pictures.ts'
import { bloomingMoon, fireflyJar } from './specials.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: lunaMoth,
      p2: moonFlower,
      p3: mushrooms,
      p4: pitcherPlant,
      l1: seedPod,
      l2: nightBerries,
      l3: veinedLeaf,
      l4: crozier,
      wild: fireflyJar,
      scatter: bloomingMoon,
    },
    { light, shadow, auras: { p1: '#7df0d0', wild: '#ffd257', scatter: '#b0a4ff' } },
  )
