import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-21',
  theme: {
    dominantColor: '#33238a',
    ink: '#f6f2ff',
    panel: '#130e3c',
    frame: '#b49cff',
    frameDeep: '#3a2a8a',
    reel: '#180f48',
    accent: '#7df0c8',
    onAccent: '#042a24',
    win: '#eaffb0',
    key: [233, 277, 349, 415, 466],
  },
}
