// Midnight Botanica's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#33238a',
  ink: '#f6f2ff',
  panel: '#130e3c',
  frame: '#b49cff',
  frameDeep: '#3a2a8a',
  reel: '#180f48',
  accent: '#7df0c8',
  onAccent: '#042a24',
  win: '#eaffb0',
  key: [233, 277, 349, 415, 466],
}
