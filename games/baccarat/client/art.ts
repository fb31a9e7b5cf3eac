// Baccarat's pictures: the suits, and the table in the light of a lamp.

import { suitSymbols } from '#games/client/cards/suits.ts'
import { drawing } from '#games/art/drawing.ts'
import { vignette, wash } from '#games/art/sky.ts'
import { light } from '../../roulette/client/salon.ts'

export function scene(): string {
  const on = drawing(light)
  wash(on, 1600, 900, on.down(['#2a0714', '#5c1230', '#2a0714']))
  on.glow(800, 380, 980, '#a8315c', 0.55, 420)
  for (const [rx, ry] of [
    [760, 330],
    [730, 308],
  ] as const)
    on.add(
      `<ellipse cx="800" cy="520" rx="${rx}" ry="${ry}" fill="none" stroke="#e9c47c" stroke-opacity=".35" stroke-width="3"/>`,
    )
  vignette(on, 1600, 900, '#12030a', 0.85)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = (): Record<string, string> => suitSymbols()
