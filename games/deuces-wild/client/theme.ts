// Deuces Wild's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#5c1a6e',
  ink: '#fdf2ff',
  panel: '#240838',
  frame: '#e29af0',
  frameDeep: '#7a2a8a',
  reel: '#3a1050',
  accent: '#86f0cc',
  onAccent: '#04261b',
  win: '#b8ffe6',
  key: [330, 415, 494, 659, 831],
}
