// Roulette's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#0b4630',
  ink: '#f6fbf4',
  panel: '#06281c',
  frame: '#e9c47c',
  frameDeep: '#7a4f1c',
  reel: '#0a3a28',
  accent: '#f5c451',
  onAccent: '#2e1c02',
  win: '#ffe08a',
  key: [294, 370, 440, 587, 740],
}
