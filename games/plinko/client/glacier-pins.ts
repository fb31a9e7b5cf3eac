// A triangle of glass pins under an aurora, with marbles among them.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle } from '#games/art/shapes.ts'
import { specks, wash } from '#games/art/sky.ts'

export const light = { x: -0.5, y: -0.85 }
const warm = ['#ff4d7d', '#ff7a6a', '#ffa257', '#ffc145', '#ffa257', '#ff7a6a', '#ff4d7d']

export function aurora(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#041726', '#07324c', '#0d5a74', '#0a3a52']))
  for (const [at, colour, opacity] of [
    [0.18, '#7dffb2', 0.3],
    [0.5, '#7fe3ff', 0.28],
    [0.8, '#a98bff', 0.26],
  ] as const)
    on.path(
      `M${width * (at - 0.16)} ${height * 0.05}Q${width * (at + 0.12)} ${height * 0.28} ${width * (at - 0.04)} ${height * 0.62}L${width * (at + 0.14)} ${height * 0.55}Q${width * (at + 0.26)} ${height * 0.22} ${width * (at + 0.06)} ${height * 0.02}Z`,
      `fill="${on.down([`${colour}/${opacity}`, `${colour}/0`])}" filter="${on.blur(width / 26)}"`,
    )
  specks(on, { x: 0, y: 0, width, height: height * 0.6, count: width / 9, seed: 31, largest: 1.4 }, '#eafcff')
}

export function marble(on: Drawing, x: number, y: number, radius: number, [bright, mid, deep]: readonly string[]) {
  on.glow(x, y + radius * 1.05, radius * 0.9, '#021018', 0.6, radius * 0.3)
  on.path(
    circle(x, y, radius),
    `fill="${on.radial([bright!, mid!, deep!], 'cx=".36" cy=".3" r=".8"')}" stroke="${deep}" stroke-width="${radius / 14}"`,
  )
  on.gloss(x - radius * 0.3, y - radius * 0.42, radius * 0.34, radius * 0.2, -28, 0.9)
}

export function pinsAndBuckets(on: Drawing, x: number, y: number, rows: number, gap: number) {
  for (let row = 0; row < rows; row++)
    for (let at = 0; at < row + 3; at++) {
      const [pinX, pinY] = [x + (at - (row + 2) / 2) * gap, y + row * gap * 0.86]
      on.glow(pinX, pinY, gap * 0.26, '#7fe3ff', 0.5)
      on.path(
        circle(pinX, pinY, gap * 0.12),
        `fill="${on.radial(['#ffffff', '#b9efff', '#4aa9cc'], 'cx=".38" cy=".32" r=".8"')}"`,
      )
    }
  const count = rows + 1
  for (let bucket = 0; bucket < count; bucket++) {
    const left = x + (bucket - count / 2) * gap
    const colour = warm[Math.round((bucket / (count - 1)) * (warm.length - 1))]!
    on.path(
      box(left + gap * 0.06, y + rows * gap * 0.86 + gap * 0.1, gap * 0.88, gap * 0.8, gap * 0.18),
      `fill="${on.down([colour, colour])}" stroke="#04121c" stroke-width="${gap / 18}"`,
    )
    on.path(
      box(left + gap * 0.14, y + rows * gap * 0.86 + gap * 0.17, gap * 0.72, gap * 0.2, gap * 0.1),
      'fill="#fff" fill-opacity=".35"',
    )
  }
}
