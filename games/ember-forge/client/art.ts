// Ember Forge's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { chain, coalLump, horseshoe, ingots } from './lows.ts'
import { light, shadow } from './palette.ts'
import { crown, shield, sword, warHammer } from './pictures.ts'
import { anvil, flame } from './specials.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: crown,
      p2: sword,
      p3: shield,
      p4: warHammer,
      l1: ingots,
      l2: horseshoe,
      l3: chain,
      l4: coalLump,
      wild: flame,
      scatter: anvil,
    },
    { light, shadow, auras: { p1: '#ff9a2a', wild: '#ff6a1a' } },
  )
