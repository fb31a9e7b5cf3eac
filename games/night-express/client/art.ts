// Night Express' pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { key, signal, ticket, wheel } from './lows.ts'
import { light, shadow } from './palette.ts'
import { cap, cup, emblem, engine, goldCoin, socket, suitcase } from './pictures.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: engine,
      p2: suitcase,
      p3: cap,
      p4: cup,
      l1: ticket,
      l2: key,
      l3: signal,
      l4: wheel,
      wild: emblem,
      coin: goldCoin,
      blank: socket,
    },
    { light, shadow, auras: { p1: '#ffd65a', wild: '#ffc83a', coin: '#ffb52a' } },
  )
