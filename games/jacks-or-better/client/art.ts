// Jacks or Better's pictures: the suits, and the back of its cards.

import { cardBack, suitSymbols } from '#games/client/cards/suits.ts'
import { type Cabinet, cabinetScene } from '#games/client/poker/rays.ts'

// A midnight-blue cabinet.
export const cabinet: Cabinet = {
  sky: ['#0c1a5a', '#1f43a8', '#16307a', '#080f3a'],
  beam: '#8fb0ff',
  glow: '#6f96ff',
  speck: '#ffe98a',
  dusk: '#040822',
  seed: 96,
}

export const scene = () => cabinetScene(cabinet)

export function symbols(): Record<string, string> {
  return { ...suitSymbols(), back: cardBack('#2f5ad0', '#101e5a', '#ffd84a') }
}
