import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-21',
  theme: {
    dominantColor: '#0f4a4e',
    ink: '#effaf7',
    panel: '#08232a',
    frame: '#f2d49a',
    frameDeep: '#14555a',
    reel: '#0a2f37',
    accent: '#4fe0c0',
    onAccent: '#02211f',
    win: '#ffe3a0',
    key: [392, 494, 587, 740, 880],
  },
}
