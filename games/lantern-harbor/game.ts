import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-21',
  theme: {
    dominantColor: '#2a1a5e',
    ink: '#fff6e6',
    panel: '#100c34',
    frame: '#ffb95c',
    frameDeep: '#7a2f3a',
    reel: '#150f45',
    accent: '#ff9d4d',
    onAccent: '#2a0a1c',
    win: '#ffe08a',
    key: [196, 220, 262, 294, 330],
  },
}
