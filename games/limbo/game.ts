import type { Game } from '../game.ts'
import { maths } from './maths.ts'

export const game: Game = {
  maths,
  releasedOn: '2026-11-22',
  theme: {
    dominantColor: '#3a2a5e',
    ink: '#fdf3ff',
    panel: '#1c1338',
    frame: '#ff9d76',
    frameDeep: '#7a3b69',
    reel: '#241a47',
    accent: '#ffb35c',
    onAccent: '#33140a',
    win: '#ffe08a',
    key: [349, 440, 523, 659, 784],
  },
}
