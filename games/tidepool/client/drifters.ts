// Scenery: a pearl in its oyster and a moon jelly.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, ellipse } from '#games/art/shapes.ts'
import { jelly, nacre, pearl } from './palette.ts'

export function pearlOyster(on: Drawing) {
  on.glow(50, 50, 50, '#fff', 0.6)
  on.form(
    'M6 52C2 26 22 4 50 4S98 26 94 52C92 60 82 56 78 60C72 66 66 58 60 62C54 66 46 66 40 62C34 58 28 66 22 60C18 56 8 60 6 52Z',
    nacre,
    {
      inside: () =>
        on.line('M50 64L14 30M50 64L26 12M50 64V2M50 64L74 12M50 64L86 30', '#4a6ab8', 2, 'stroke-opacity=".55"'),
    },
  )
  on.path(ellipse(50, 58, 40, 12), `fill="${on.across(['#c48adf', '#ffd9ec', '#9fe4f0'])}"`)
  on.form('M4 64C10 58 22 64 32 62C42 60 58 60 68 62C78 64 90 58 96 64C94 84 74 97 50 97S6 84 4 64Z', nacre, {
    inside: () => on.line('M50 66L20 92M50 66L36 98M50 66L64 98M50 66L80 92', '#4a6ab8', 2, 'stroke-opacity=".55"'),
  })
  on.form(circle(50, 52, 20), pearl)
  on.gloss(43, 43, 7, 5, -35, 1)
}

export function moonJelly(on: Drawing) {
  on.glow(50, 44, 50, '#c9a8ff', 0.7)
  for (const [x, sway] of [
    [24, -6],
    [34, 6],
    [44, -5],
    [56, 5],
    [66, -6],
    [76, 6],
  ] as const)
    on.line(`M${x} 50C${x + sway * 2} 64 ${x - sway * 2} 76 ${x + sway} 96`, '#e4d4ff', 2.6, 'stroke-opacity=".9"')
  on.line('M42 50C34 64 48 70 40 86M58 50C66 64 52 70 60 86', '#ff9ad8', 5.4, 'stroke-opacity=".9"')
  on.form(
    'M8 54C4 24 26 5 50 5S96 24 92 54C86 60 82 52 76 55C70 60 66 53 60 56C54 60 46 60 40 56C34 53 30 60 24 55C18 52 14 60 8 54Z',
    jelly,
    {
      inside: () => {
        for (const [x, y] of [
          [38, 34],
          [62, 34],
          [50, 26],
          [50, 43],
        ] as const)
          on.path(ellipse(x, y, 8, 6), 'fill="none" stroke="#ff8fd0" stroke-width="3.4"')
      },
    },
  )
  on.gloss(34, 18, 12, 5, -26, 0.85)
}
