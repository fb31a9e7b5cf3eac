import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-21',
  theme: {
    dominantColor: '#1d5a45',
    ink: '#fff7df',
    panel: '#0b241c',
    frame: '#d9a24a',
    frameDeep: '#5b3514',
    reel: '#0c2e26',
    accent: '#f0b950',
    onAccent: '#2a1505',
    win: '#ffe596',
    key: [262, 330, 392, 440, 523],
  },
}
