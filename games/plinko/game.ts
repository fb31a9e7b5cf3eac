import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#0d4a66',
    ink: '#f0fbff',
    panel: '#062436',
    frame: '#7fe3ff',
    frameDeep: '#0f4c68',
    reel: '#0a2f45',
    accent: '#7dffb2',
    onAccent: '#04261a',
    win: '#ffe08a',
    key: [392, 494, 587, 784, 988],
  },
}
