// The wild is the low sun.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, petal, polar, star } from '#games/art/shapes.ts'
import { brass, sun } from './palette.ts'

export function lowSun(on: Drawing) {
  on.glow(50, 50, 50, '#ffb52e', 0.9)
  for (let ray = 0; ray < 12; ray++)
    on.form(petal(...polar(50, 50, 24, ray * 30), ray % 2 ? 18 : 25, ray % 2 ? 7 : 9, ray * 30, 0.3), brass, {
      depth: 0.4,
      outline: 1,
    })
  on.form(circle(50, 50, 28), sun, {
    inside: () => {
      on.path(circle(50, 50, 21), 'fill="none" stroke="#fff6c0" stroke-width="1.6"')
      on.path(star(50, 50, 8, 17, 8), 'fill="#f0701f" fill-opacity=".8"')
      on.path(circle(50, 50, 5), 'fill="#fff6c0"')
    },
  })
  on.gloss(60, 34, 9, 5, 34, 0.8)
}
