// Roulette's background; table and wheel are drawn by the game itself.

import { drawing } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { cloth, green, light, type Cloth } from './salon.ts'

export function salon(colours: Cloth): string {
  const on = drawing(light)
  cloth(on, 1600, 900, colours)
  for (const inset of [40, 56])
    on.add(
      `<rect x="${inset}" y="${inset}" width="${1600 - inset * 2}" height="${900 - inset * 2}" rx="60" fill="none" stroke="#e9c47c" stroke-opacity=".35" stroke-width="2"/>`,
    )
  vignette(on, 1600, 900, colours.edge, 0.85)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const scene = (): string => salon(green)
export const symbols = (): Record<string, string> => ({})
