// Limbo's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#3a2a5e',
  ink: '#fdf3ff',
  panel: '#1c1338',
  frame: '#ff9d76',
  frameDeep: '#7a3b69',
  reel: '#241a47',
  accent: '#ffb35c',
  onAccent: '#33140a',
  win: '#ffe08a',
  key: [349, 440, 523, 659, 784],
}
