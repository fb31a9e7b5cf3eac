// Jade Rapids' colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#1d6b5c',
  ink: '#effff6',
  panel: '#072b2a',
  frame: '#c8463a',
  frameDeep: '#4d1018',
  reel: '#0b3b3a',
  accent: '#7fe8b4',
  onAccent: '#04231d',
  win: '#d8ffb8',
  key: [247, 294, 330, 370, 440],
}
