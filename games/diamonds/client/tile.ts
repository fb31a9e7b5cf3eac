// The portrait tile: gems spilled over velvet, the great clear one in front.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { cuts, gem, light, velvet } from './gems.ts'

export function tile(): string {
  const on = drawing(light)
  velvet(on, 300, 400)
  for (const [index, x, y, size, turn] of [
    [3, 18, 60, 0.9, -14],
    [1, 196, 38, 0.96, 16],
    [5, 108, 26, 0.7, 8],
    [2, -12, 176, 1.1, 10],
    [4, 206, 178, 1.06, -12],
    [0, 30, 272, 1.02, -8],
    [3, 202, 290, 0.8, 20],
  ] as const) {
    on.glow(x + 50 * size, y + 96 * size, 48 * size, '#050318', 0.7, 12 * size)
    place(on, (board) => gem(board, cuts[index]!), x, y, size, turn)
  }
  on.glow(150, 210, 130, '#cfd8ff', 0.5)
  place(on, (board) => gem(board, cuts[6]!), 58, 118, 1.86, -6)
  vignette(on, 300, 400, '#08061c', 0.6)
  return on.finish(300, 400, 'xMidYMid slice')
}
