import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#1d6b5c',
    ink: '#effff6',
    panel: '#072b2a',
    frame: '#c8463a',
    frameDeep: '#4d1018',
    reel: '#0b3b3a',
    accent: '#7fe8b4',
    onAccent: '#04231d',
    win: '#d8ffb8',
    key: [247, 294, 330, 370, 440],
  },
}
