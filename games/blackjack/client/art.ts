// Blackjack's pictures: the suits, and the back of its cards.

import { cardBack, suitSymbols } from '#games/client/cards/suits.ts'
import { green, tableScene } from './scene.ts'

export const scene = () => tableScene(green)

export function symbols(): Record<string, string> {
  return { ...suitSymbols(), back: cardBack('#1a8a6c', '#083a2c', '#f0cf7c') }
}
