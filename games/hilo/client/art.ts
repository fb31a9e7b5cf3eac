// Hi-Lo's pictures: the suits, and the back of its cards.

import { cardBack, suitSymbols } from '#games/client/cards/suits.ts'

export { scene } from './scene.ts'

export function symbols(): Record<string, string> {
  return { ...suitSymbols(), back: cardBack('#b02448', '#5c1029', '#e8c078') }
}
