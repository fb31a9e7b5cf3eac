import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#2a1f5c',
    ink: '#f6f1ff',
    panel: '#150f33',
    frame: '#f5c768',
    frameDeep: '#7a4b1f',
    reel: '#1d1645',
    accent: '#ff7aa8',
    onAccent: '#33061a',
    win: '#ffe08a',
    key: [330, 415, 494, 622, 740],
  },
}
