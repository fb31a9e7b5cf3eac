// Night Express' colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#2a3566',
  ink: '#fff6e4',
  panel: '#10142e',
  frame: '#c9a45a',
  frameDeep: '#4a2a3c',
  reel: '#171c3e',
  accent: '#f0c060',
  onAccent: '#2a1608',
  win: '#ffe6a0',
  key: [220, 277, 330, 370, 440],
}
