// Surrender Blackjack's pictures: the suits, and the back of its cards.

import { cardBack, suitSymbols } from '#games/client/cards/suits.ts'
import { burgundy, tableScene } from '../../blackjack/client/art.ts'

export const scene = () => tableScene(burgundy)

export function symbols(): Record<string, string> {
  return { ...suitSymbols(), back: cardBack('#a8324c', '#4a0c1c', '#f2c987') }
}
