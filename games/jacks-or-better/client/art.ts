// Jacks or Better's pictures: the suits, and the back of its cards.

import { cardBack, suitSymbols } from '#games/client/cards/suits.ts'
import { cabinetScene } from '#games/client/poker/rays.ts'
import { cabinet } from './cabinet.ts'

export const scene = () => cabinetScene(cabinet)

export function symbols(): Record<string, string> {
  return { ...suitSymbols(), back: cardBack('#2f5ad0', '#101e5a', '#ffd84a') }
}
