import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
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
  },
}
