// Mines' pictures: what a tile hides.
// A cavern of violet rock, with crystals growing out of its walls.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { polygon, ridge } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { gem, light, mine, shadow } from './pictures.ts'

function crystal(on: Drawing, x: number, y: number, size: number, turn: number) {
  on.group(`transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"`, () => {
    on.glow(0, -40, 60, '#5ff0d0', 0.45)
    on.path(
      polygon([
        [-14, 0],
        [-12, -62],
        [0, -90],
        [0, 0],
      ]),
      `fill="${on.down(['#d8fff5', '#2bbfa4'])}"`,
    )
    on.path(
      polygon([
        [0, 0],
        [0, -90],
        [13, -58],
        [14, 0],
      ]),
      `fill="${on.down(['#4fe0c4', '#0a5a55'])}"`,
    )
    on.line('M-12 -62L0 -52L13 -58M0 -52V0', '#eafffa', 1.4, 'stroke-opacity=".6"')
  })
}

export function cavern(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#120d30', '#2b2358', '#3d2f74', '#1a1440']))
  on.glow(width / 2, height * 0.52, width * 0.5, '#7a5fe0', 0.55, height * 0.42)
  on.path(ridge(width, 0, height * 0.2, height * 0.1, 9, 5, true), `fill="${on.down(['#0c0824', '#1c1644'])}"`)
  on.path(ridge(width, height, height * 0.84, height * 0.07, 8, 12, true), `fill="${on.down(['#241b54', '#0c0824'])}"`)
}

export function scene(): string {
  const on = drawing(light)
  cavern(on, 1600, 900)
  for (const [x, y, size, turn] of [
    [120, 880, 3.1, 12],
    [220, 890, 2, 30],
    [40, 890, 2.2, -8],
    [1480, 885, 3.3, -14],
    [1390, 890, 1.9, -34],
    [1560, 890, 2.1, 10],
    [1250, 20, 1.8, 190],
    [330, 10, 1.6, 168],
  ] as const)
    crystal(on, x, y, size, turn)
  specks(on, { x: 0, y: 0, width: 1600, height: 900, count: 60, seed: 25, largest: 2.4 }, '#9bfbe6')
  vignette(on, 1600, 900, '#05031a', 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export function symbols(): Record<string, string> {
  const draw = (paint: typeof gem) => {
    const on = drawing(light)
    on.lifted(shadow, () => on.group('transform="translate(6 5) scale(.88)"', () => paint(on)))
    return on.finish(100, 100)
  }
  return { gem: draw(gem), mine: draw(mine) }
}
