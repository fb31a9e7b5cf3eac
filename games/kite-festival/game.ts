import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#4aa6d8',
    ink: '#f6fcff',
    panel: '#0c3a5e',
    frame: '#ff8a5c',
    frameDeep: '#a8324a',
    reel: '#14507e',
    accent: '#ffd84a',
    onAccent: '#3a2400',
    win: '#fff2a0',
    key: [330, 392, 440, 523, 587],
  },
}
