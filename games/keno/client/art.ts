// Keno's background; the numbers are drawn by the game itself.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { coral, gold, lantern, light, teal, water } from './lanterns.ts'

export function scene(): string {
  const on = drawing(light)
  water(on, 1600, 900)
  for (const [x, y, size, paper] of [
    [90, 120, 1.7, coral],
    [300, 330, 1, gold],
    [60, 520, 1.2, teal],
    [1370, 110, 1.5, teal],
    [1230, 340, 1, coral],
    [1420, 500, 1.4, gold],
  ] as const)
    place(on, (board) => lantern(board, paper, 0), x, y, size)
  vignette(on, 1600, 900, '#12051a', 0.7)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = (): Record<string, string> => ({})
