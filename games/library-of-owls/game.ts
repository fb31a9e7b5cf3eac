import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
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
  },
}
