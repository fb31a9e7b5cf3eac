import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#16307a',
    ink: '#f2f5ff',
    panel: '#0a1440',
    frame: '#8fb0ff',
    frameDeep: '#274aa8',
    reel: '#101e5a',
    accent: '#ffd84a',
    onAccent: '#2a1e00',
    win: '#ffe98a',
    key: [311, 392, 466, 622, 784],
  },
}
