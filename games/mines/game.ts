import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#2b2358',
    ink: '#f4f1ff',
    panel: '#151033',
    frame: '#a99be8',
    frameDeep: '#3d3180',
    reel: '#1c1644',
    accent: '#5ff0d0',
    onAccent: '#03231f',
    win: '#8dffe2',
    key: [330, 415, 494, 622, 740],
  },
}
