import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#8a3f4c',
    ink: '#fff4ea',
    panel: '#32141f',
    frame: '#f2b98a',
    frameDeep: '#8a4a3c',
    reel: '#431c28',
    accent: '#ffc46b',
    onAccent: '#33160a',
    win: '#ffe39a',
    key: [349, 440, 523, 659, 784],
  },
}
