import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#5c1230',
    ink: '#fff5f2',
    panel: '#2a0714',
    frame: '#e9c47c',
    frameDeep: '#7a4f1c',
    reel: '#3f0d20',
    accent: '#f5c451',
    onAccent: '#2e1c02',
    win: '#ffe08a',
    key: [262, 330, 392, 523, 659],
  },
}
