// Plinko's background; pins, ball and buckets are drawn by the game itself.

import { drawing } from '#games/art/drawing.ts'
import { ridge } from '#games/art/shapes.ts'
import { vignette } from '#games/art/sky.ts'
import { aurora, light } from './glacier-pins.ts'

export function scene(): string {
  const on = drawing(light)
  aurora(on, 1600, 900)
  for (const [index, colour] of ['#0d4a66', '#093a54', '#062840'].entries())
    on.path(
      ridge(1600, 900, 700 + index * 62, 50, 7 + index, 41 + index, true),
      `fill="${on.down([colour, '#041726'])}"`,
    )
  vignette(on, 1600, 900, '#020d17', 0.7)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = (): Record<string, string> => ({})
