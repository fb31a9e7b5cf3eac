// A midnight-blue cabinet.

import type { Cabinet } from '#games/client/poker/rays.ts'

export const cabinet: Cabinet = {
  sky: ['#0c1a5a', '#1f43a8', '#16307a', '#080f3a'],
  beam: '#8fb0ff',
  glow: '#6f96ff',
  speck: '#ffe98a',
  dusk: '#040822',
  seed: 96,
}
