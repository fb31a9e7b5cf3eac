// Crash's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#0d2438',
  ink: '#f2f8ff',
  panel: '#071420',
  frame: '#6fb7d6',
  frameDeep: '#17405a',
  reel: '#0a1e2e',
  accent: '#ff7a4d',
  onAccent: '#2a0900',
  win: '#ffd166',
  key: [294, 370, 440, 587, 740],
}
