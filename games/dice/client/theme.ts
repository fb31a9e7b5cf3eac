// Dice's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#0f4a4e',
  ink: '#effaf7',
  panel: '#08232a',
  frame: '#f2d49a',
  frameDeep: '#14555a',
  reel: '#0a2f37',
  accent: '#4fe0c0',
  onAccent: '#02211f',
  win: '#ffe3a0',
  key: [392, 494, 587, 740, 880],
}
