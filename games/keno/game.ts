import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#5a2342',
    ink: '#fff4ee',
    panel: '#2c0f26',
    frame: '#ff9f8a',
    frameDeep: '#7a2f4b',
    reel: '#3a1530',
    accent: '#5fe0d0',
    onAccent: '#04302c',
    win: '#ffd97a',
    key: [311, 392, 466, 622, 784],
  },
}
