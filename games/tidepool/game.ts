import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-21',
  theme: {
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
  },
}
