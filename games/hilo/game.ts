import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#7a1636',
    ink: '#fff3ee',
    panel: '#2c0716',
    frame: '#e8c078',
    frameDeep: '#8a2440',
    reel: '#3c0c20',
    accent: '#ffcf7a',
    onAccent: '#2e1404',
    win: '#ffe6a0',
    key: [370, 466, 554, 698, 831],
  },
}
