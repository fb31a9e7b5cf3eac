// Surrender Blackjack's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#5c1226',
  ink: '#fff5f2',
  panel: '#2a0611',
  frame: '#e2b877',
  frameDeep: '#6e1a32',
  reel: '#400a1a',
  accent: '#f2c987',
  onAccent: '#2b1703',
  win: '#ffe2b0',
  key: [370, 466, 554, 740, 831],
}
