import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#c98a1e',
    ink: '#fff8e2',
    panel: '#33200b',
    frame: '#f2b53c',
    frameDeep: '#7a4a12',
    reel: '#4a2f12',
    accent: '#ffc83d',
    onAccent: '#33200b',
    win: '#ffe27a',
    key: [262, 330, 392, 440, 523],
  },
}
