import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#0d2438',
    ink: '#f2f8ff',
    panel: '#071420',
    frame: '#6fb7d6',
    frameDeep: '#17405a',
    reel: '#0a1e2e',
    accent: '#ff7a4d',
    onAccent: '#2a0900',
    win: '#ffd166',
    key: [294, 370, 440, 587, 740],
  },
}
