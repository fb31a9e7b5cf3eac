// A cabinet of deep plum.

import type { Cabinet } from '#games/client/poker/rays.ts'

export const cabinet: Cabinet = {
  sky: ['#3a0d4e', '#8a2a8f', '#5c1a6e', '#1d0630'],
  beam: '#f2a6ff',
  glow: '#e07af0',
  speck: '#9ff5d8',
  dusk: '#10031c',
  seed: 22,
}
