// The colours of Library of Owls for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#6b3f1c',
  ink: '#fff8e8',
  panel: '#24130a',
  frame: '#c8904a',
  frameDeep: '#5c3010',
  reel: '#123a30',
  accent: '#ffcf5a',
  onAccent: '#3a2000',
  win: '#fff0a8',
  key: [294, 349, 440, 523, 659],
}
