// Blackjack's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#0d4a3c',
  ink: '#f3fbf4',
  panel: '#062019',
  frame: '#d9b566',
  frameDeep: '#155c49',
  reel: '#0a3327',
  accent: '#f0cf7c',
  onAccent: '#241a04',
  win: '#ffe6a0',
  key: [392, 494, 587, 740, 784],
}
