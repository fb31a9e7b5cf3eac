import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#5a1f5e',
    ink: '#fff0fb',
    panel: '#25092e',
    frame: '#e07ab8',
    frameDeep: '#431052',
    reel: '#2c0d3a',
    accent: '#3fe0d0',
    onAccent: '#06262c',
    win: '#ffe08a',
    key: [233, 277, 311, 349, 415],
  },
}
