// Baccarat's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#5c1230',
  ink: '#fff5f2',
  panel: '#2a0714',
  frame: '#e9c47c',
  frameDeep: '#7a4f1c',
  reel: '#3f0d20',
  accent: '#f5c451',
  onAccent: '#2e1c02',
  win: '#ffe08a',
  key: [262, 330, 392, 523, 659],
}
