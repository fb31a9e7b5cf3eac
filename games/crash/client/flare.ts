// A signal flare of 100 by 100: a burning head, a halo and falling sparks.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, star } from '#games/art/shapes.ts'

export const light = { x: 0.3, y: -0.9 }

export function flare(on: Drawing) {
  on.glow(50, 50, 49, '#ff6a3c', 0.75)
  on.glow(50, 50, 30, '#ffd166', 0.9)
  on.path(star(50, 50, 8, 34, 9, -90), `fill="${on.radial(['#fff8e0', '#ffb057', '#ff5a2c/.1'])}"`)
  on.path(star(50, 50, 8, 20, 8, -67), 'fill="#fff1c9" fill-opacity=".85"')
  on.path(circle(50, 50, 9), `fill="${on.radial(['#ffffff', '#ffe9a6'])}"`)
  for (const [x, y, r] of [
    [36, 74, 2.2],
    [44, 86, 1.6],
    [59, 78, 1.8],
    [66, 90, 1.2],
    [29, 88, 1.2],
  ] as const)
    on.path(circle(x, y, r), 'fill="#ffc27a"')
}
