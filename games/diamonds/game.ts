import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#2b2060',
    ink: '#f5f2ff',
    panel: '#120d33',
    frame: '#b9a8ff',
    frameDeep: '#4a3a99',
    reel: '#1a1445',
    accent: '#8fe3ff',
    onAccent: '#05263a',
    win: '#ffe79a',
    key: [440, 554, 659, 880, 1109],
  },
}
