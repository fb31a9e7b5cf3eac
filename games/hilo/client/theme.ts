// Hi-Lo's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#7a1636',
  ink: '#fff3ee',
  panel: '#2c0716',
  frame: '#e8c078',
  frameDeep: '#8a2440',
  reel: '#3c0c20',
  accent: '#ffcf7a',
  onAccent: '#2e1404',
  win: '#ffe6a0',
  key: [370, 466, 554, 698, 831],
}
