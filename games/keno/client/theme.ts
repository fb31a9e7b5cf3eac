// Keno's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#5a2342',
  ink: '#fff4ee',
  panel: '#2c0f26',
  frame: '#ff9f8a',
  frameDeep: '#7a2f4b',
  reel: '#3a1530',
  accent: '#5fe0d0',
  onAccent: '#04302c',
  win: '#ffd97a',
  key: [311, 392, 466, 622, 784],
}
