import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#0d4a3c',
    ink: '#f3fbf4',
    panel: '#062019',
    frame: '#d9b566',
    frameDeep: '#155c49',
    reel: '#0a3327',
    accent: '#f0cf7c',
    onAccent: '#241a04',
    win: '#ffe6a0',
    key: [392, 494, 587, 740, 784],
  },
}
