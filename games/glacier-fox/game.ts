import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-21',
  theme: {
    dominantColor: '#153f72',
    ink: '#f0fbff',
    panel: '#07183c',
    frame: '#7de8e0',
    frameDeep: '#1c4a86',
    reel: '#0a2350',
    accent: '#6ff0c0',
    onAccent: '#03241f',
    win: '#c9ffe4',
    key: [330, 392, 494, 587, 659],
  },
}
