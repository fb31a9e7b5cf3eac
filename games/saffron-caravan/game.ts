import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-21',
  theme: {
    dominantColor: '#8f2f5c',
    ink: '#fff4e0',
    panel: '#35102f',
    frame: '#f5b84f',
    frameDeep: '#7d2244',
    reel: '#471538',
    accent: '#ffb84a',
    onAccent: '#331005',
    win: '#ffe596',
    key: [220, 233, 277, 294, 330],
  },
}
