// French roulette's colours for the game screen and for the tile's placeholder.

import type { Theme } from '#games/client/theme.ts'

export const theme: Theme = {
  dominantColor: '#143a74',
  ink: '#f3f7ff',
  panel: '#081a3c',
  frame: '#e9c47c',
  frameDeep: '#7a4f1c',
  reel: '#0e2a58',
  accent: '#f5c451',
  onAccent: '#2e1c02',
  win: '#ffe08a',
  key: [277, 349, 415, 554, 698],
}
