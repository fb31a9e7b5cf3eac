// Deuces Wild's pictures: the suits, and the back of its cards.

import { cardBack, suitSymbols } from '#games/client/cards/suits.ts'
import { cabinetScene } from '#games/client/poker/rays.ts'
import { cabinet } from './cabinet.ts'

export const scene = () => cabinetScene(cabinet)

export function symbols(): Record<string, string> {
  return { ...suitSymbols(), back: cardBack('#b04ac0', '#3a0d4e', '#9ff5d8') }
}
