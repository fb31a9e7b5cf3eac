import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-21',
  theme: {
    dominantColor: '#5a2220',
    ink: '#fff1e0',
    panel: '#1f0c10',
    frame: '#e08a3c',
    frameDeep: '#4a1a16',
    reel: '#260f13',
    accent: '#ff8a3a',
    onAccent: '#2a0a02',
    win: '#ffd98a',
    key: [147, 175, 196, 220, 262],
  },
}
