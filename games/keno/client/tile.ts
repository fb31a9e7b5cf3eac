// The portrait tile: ten lanterns rise from the water, some of them the chosen ones.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { coral, gold, lantern, light, teal, water } from './lanterns.ts'

export function tile(): string {
  const on = drawing(light)
  water(on, 300, 400)
  for (const [x, y, size, paper, spots] of [
    [16, 16, 0.5, teal, 0],
    [118, 6, 0.44, coral, 0],
    [224, 26, 0.56, gold, 0],
    [40, 244, 0.6, gold, 1],
    [214, 236, 0.66, teal, 1],
    [-18, 108, 1.14, coral, 2],
    [182, 92, 1.16, gold, 3],
    [84, 136, 1.36, teal, 4],
  ] as const)
    place(on, (board) => lantern(board, paper, spots), x, y, size)
  vignette(on, 300, 400, '#12051a', 0.55)
  return on.finish(300, 400, 'xMidYMid slice')
}
