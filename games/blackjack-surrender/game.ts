import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#5c1226',
    ink: '#fff5f2',
    panel: '#2a0611',
    frame: '#e2b877',
    frameDeep: '#6e1a32',
    reel: '#400a1a',
    accent: '#f2c987',
    onAccent: '#2b1703',
    win: '#ffe2b0',
    key: [370, 466, 554, 740, 831],
  },
}
