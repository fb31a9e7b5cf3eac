// Mines' colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#2b2358',
  ink: '#f4f1ff',
  panel: '#151033',
  frame: '#a99be8',
  frameDeep: '#3d3180',
  reel: '#1c1644',
  accent: '#5ff0d0',
  onAccent: '#03231f',
  win: '#8dffe2',
  key: [330, 415, 494, 622, 740],
}
