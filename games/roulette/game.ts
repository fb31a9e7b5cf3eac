import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#0b4630',
    ink: '#f6fbf4',
    panel: '#06281c',
    frame: '#e9c47c',
    frameDeep: '#7a4f1c',
    reel: '#0a3a28',
    accent: '#f5c451',
    onAccent: '#2e1c02',
    win: '#ffe08a',
    key: [294, 370, 440, 587, 740],
  },
}
