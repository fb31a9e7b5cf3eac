// Glacier Fox's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#153f72',
  ink: '#f0fbff',
  panel: '#07183c',
  frame: '#7de8e0',
  frameDeep: '#1c4a86',
  reel: '#0a2350',
  accent: '#6ff0c0',
  onAccent: '#03241f',
  win: '#c9ffe4',
  key: [330, 392, 494, 587, 659],
}
