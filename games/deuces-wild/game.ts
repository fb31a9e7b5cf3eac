import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#5c1a6e',
    ink: '#fdf2ff',
    panel: '#240838',
    frame: '#e29af0',
    frameDeep: '#7a2a8a',
    reel: '#3a1050',
    accent: '#86f0cc',
    onAccent: '#04261b',
    win: '#b8ffe6',
    key: [330, 415, 494, 659, 831],
  },
}
