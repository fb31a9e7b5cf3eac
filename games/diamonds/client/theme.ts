// Diamonds' colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#2b2060',
  ink: '#f5f2ff',
  panel: '#120d33',
  frame: '#b9a8ff',
  frameDeep: '#4a3a99',
  reel: '#1a1445',
  accent: '#8fe3ff',
  onAccent: '#05263a',
  win: '#ffe79a',
  key: [440, 554, 659, 880, 1109],
}
