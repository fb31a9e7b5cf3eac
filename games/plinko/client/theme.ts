// Plinko's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#0d4a66',
  ink: '#f0fbff',
  panel: '#062436',
  frame: '#7fe3ff',
  frameDeep: '#0f4c68',
  reel: '#0a2f45',
  accent: '#7dffb2',
  onAccent: '#04261a',
  win: '#ffe08a',
  key: [392, 494, 587, 784, 988],
}
