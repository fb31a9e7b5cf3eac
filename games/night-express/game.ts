import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#2a3566',
    ink: '#fff6e4',
    panel: '#10142e',
    frame: '#c9a45a',
    frameDeep: '#4a2a3c',
    reel: '#171c3e',
    accent: '#f0c060',
    onAccent: '#2a1608',
    win: '#ffe6a0',
    key: [220, 277, 330, 370, 440],
  },
}
