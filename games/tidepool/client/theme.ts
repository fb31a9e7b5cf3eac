// Tidepool's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#1a86b0',
  ink: '#effcff',
  panel: '#06304f',
  frame: '#ffd9a0',
  frameDeep: '#b5624f',
  reel: '#0a4468',
  accent: '#ffb25e',
  onAccent: '#34150a',
  win: '#fff3b0',
  key: [294, 370, 440, 494, 587],
}
