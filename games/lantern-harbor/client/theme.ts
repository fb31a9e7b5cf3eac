// Lantern Harbor's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#2a1a5e',
  ink: '#fff6e6',
  panel: '#100c34',
  frame: '#ffb95c',
  frameDeep: '#7a2f3a',
  reel: '#150f45',
  accent: '#ff9d4d',
  onAccent: '#2a0a1c',
  win: '#ffe08a',
  key: [196, 220, 262, 294, 330],
}
