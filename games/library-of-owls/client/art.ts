// The pictures of Library of Owls by symbol id.

import { drawSymbols } from '#games/art/symbols.ts'
import { letter, magnifier, quill, spectacles } from './lows.ts'
import { light, shadow } from './palette.ts'
import { books, globe, hourglass, ladder, lamp, owl } from './pictures.ts'

export { scene } from './scene.ts'

export const symbols = () =>
  drawSymbols(
    {
      p1: owl,
      p2: globe,
      p3: hourglass,
      p4: books,
      l1: quill,
      l2: magnifier,
      l3: letter,
      l4: spectacles,
      wild: lamp,
      scatter: ladder,
    },
    { light, shadow, auras: { p1: '#ffc860', wild: '#d8ff8a', scatter: '#8ab4ff' } },
  )
