// Velvet Groove's pictures by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { drum, note, pianoKeys } from './lows.ts'
import { light, shadow } from './palette.ts'
import { goldenRecord, gramophone, microphone, neonStar, trumpet, turntable } from './pictures.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: gramophone,
      p2: trumpet,
      p3: microphone,
      l1: pianoKeys,
      l2: drum,
      l3: note,
      wild: neonStar,
      coin: goldenRecord,
      blank: turntable,
    },
    { light, shadow, auras: { p1: '#ffb0e0', wild: '#3fe0d0', coin: '#ffc04a' } },
  )
