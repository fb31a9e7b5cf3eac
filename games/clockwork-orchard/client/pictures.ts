// The four pictures: wound-up apple, pear, plums and orange.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, polar } from '#games/art/shapes.ts'
import { brass, green, orange, plum, red, steel } from './palette.ts'
import { cog, porthole, stalk } from './parts.ts'

export function apple(on: Drawing) {
  stalk(on, 48, 26)
  on.form(
    'M50 27C60 18 84 18 92 38C99 60 82 96 62 95C56 95 54 92 50 92S44 95 38 95C18 96 1 60 8 38C16 18 40 18 50 27Z',
    red,
    {
      inside: () => on.line('M50 20C34 40 34 78 46 98M50 20C70 40 72 78 58 98', '#5e0618', 1.2, 'stroke-opacity=".6"'),
    },
  )
  porthole(on, 54, 60, 25)
  on.gloss(24, 44, 7, 14, 22, 0.85)
  for (const [x, y] of [
    [50, 33],
    [18, 68],
    [30, 87],
    [88, 56],
    [82, 80],
  ] as const)
    on.path(circle(x, y, 2), 'fill="#e9b95c"')
}

export function pear(on: Drawing) {
  stalk(on, 50, 18)
  on.form(
    'M50 15C62 14 66 26 68 38C71 52 90 58 88 76C86 92 70 97 50 97S14 92 12 76C10 58 29 52 32 38C34 26 38 14 50 15Z',
    green,
    {
      inside: () => on.line('M30 42Q50 50 72 42', '#2c6a1a', 1.4),
    },
  )
  on.form('M28 45Q50 54 72 45L73.500 51Q50 61 26.500 51Z', brass, { depth: 0.5, outline: 0.8 })
  for (const x of [36, 50, 64]) on.path(circle(x, 52, 1.6), 'fill="#4a260d"')
  cog(on, 64, 78, 12, 17, brass, 6)
  cog(on, 39, 75, 9, 12, steel, 12)
  on.gloss(41, 30, 4, 9, 14, 0.9)
  on.gloss(22, 70, 4, 9, 18, 0.7)
}

export function plums(on: Drawing) {
  on.line('M30 50C32 26 42 14 60 8M70 46C70 28 66 16 60 8', '#10032a', 6)
  on.line('M30 50C32 26 42 14 60 8M70 46C70 28 66 16 60 8', '#c98f3d', 3.2)
  stalk(on, 58, 18, -70)
  on.form(circle(71, 66, 25), plum)
  porthole(on, 74, 68, 14)
  on.form(circle(31, 70, 27), plum, { inside: () => on.line('M38 42C28 56 28 84 36 98', '#250853', 2) })
  on.gloss(20, 59, 5, 9, 28, 0.9)
  on.gloss(58, 52, 4, 6, 30, 0.85)
  for (const [x, y] of [
    [31, 46],
    [46, 84],
    [14, 84],
    [49, 62],
  ] as const)
    on.path(circle(x, y, 2), 'fill="#e9b95c"')
}

export function slicedOrange(on: Drawing) {
  on.form(circle(50, 52, 44), orange)
  on.path(circle(50, 52, 36.5), `fill="${on.radial(['#fff6d8', '#ffe3a0'])}"`)
  for (let slice = 0; slice < 8; slice++) {
    const from = slice * 45 + 5
    const d = `M${polar(50, 52, 13, from + 12).join(' ')}L${polar(50, 52, 32, from).join(' ')}Q${polar(50, 52, 37.5, from + 17).join(' ')} ${polar(50, 52, 32, from + 35).join(' ')}L${polar(50, 52, 13, from + 23).join(' ')}Z`
    on.path(d, `fill="${on.radial(['#ffd067', '#ff8a1f'])}" stroke="#f4c66a" stroke-width="1"`)
    on.path(circle(...polar(50, 52, 25, from + 17), 1.6), 'fill="#fff3c4" fill-opacity=".8"')
  }
  cog(on, 50, 52, 10, 15, brass, 9)
  on.gloss(26, 24, 12, 5, -42, 0.8)
}
