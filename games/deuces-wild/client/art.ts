// Deuces Wild's pictures: the suits, and the back of its cards.

import { cardBack, suitSymbols } from '#games/client/cards/suits.ts'
import { type Cabinet, cabinetScene } from '#games/client/poker/rays.ts'

// A cabinet of deep plum.
export const cabinet: Cabinet = {
  sky: ['#3a0d4e', '#8a2a8f', '#5c1a6e', '#1d0630'],
  beam: '#f2a6ff',
  glow: '#e07af0',
  speck: '#9ff5d8',
  dusk: '#10031c',
  seed: 22,
}

export const scene = () => cabinetScene(cabinet)

export function symbols(): Record<string, string> {
  return { ...suitSymbols(), back: cardBack('#b04ac0', '#3a0d4e', '#9ff5d8') }
}
