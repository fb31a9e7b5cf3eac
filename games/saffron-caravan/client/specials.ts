// The wild is the low sun; the scatter a crescent gate to the oasis at night.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, petal, polar, star } from '#games/art/shapes.ts'
import { brass, night, palm, sun, turquoise } from './palette.ts'

export function lowSun(on: Drawing) {
  on.glow(50, 50, 50, '#ffb52e', 0.9)
  for (let ray = 0; ray < 12; ray++) on.form(petal(...polar(50, 50, 24, ray * 30), ray % 2 ? 18 : 25, ray % 2 ? 7 : 9, ray * 30, 0.3), brass, { depth: 0.4, outline: 1 })
  on.form(circle(50, 50, 28), sun, {
    inside: () => {
      on.path(circle(50, 50, 21), 'fill="none" stroke="#fff6c0" stroke-width="1.6"')
      on.path(star(50, 50, 8, 17, 8), 'fill="#f0701f" fill-opacity=".8"')
      on.path(circle(50, 50, 5), 'fill="#fff6c0"')
    },
  })
  on.gloss(60, 34, 9, 5, 34, 0.8)
}

export function oasisGate(on: Drawing) {
  on.glow(50, 50, 50, '#7f8cff', 0.7)
  on.form('M10 97V46C10 38 16 34 20 30C32 20 44 14 50 3C56 14 68 20 80 30C84 34 90 38 90 46V97Z', brass)
  const arch = 'M20 92V50C20 42 26 40 32 34C40 28 46 24 50 16C54 24 60 28 68 34C74 40 80 42 80 50V92Z'
  on.form(arch, night, {
    depth: 0.6,
    outline: 1,
    inside: () => {
      on.path('M62 42A14 14 0 1 1 48 30A11 11 0 0 0 62 42Z', 'fill="#fff3c0"')
      for (const [x, y] of [[34, 50], [68, 54], [62, 34], [40, 62]] as const) on.path(star(x, y, 4, 3.4, 1), 'fill="#fff"')
      on.path('M14 76Q34 68 52 75T88 74V96H14Z', 'fill="#e88a4a"')
      on.path('M14 84Q40 78 88 86V96H14Z', `fill="${on.across(['#35c4b5', '#9ff5e4'])}"`)
    },
  })
  on.line('M66 78C66 70 68 66 66 62', '#5f2632', 2.4)
  for (const angle of [-160, -20, -120, -60]) on.form(petal(66, 62, 12, 3.6, angle), palm, { depth: 0.2, outline: 0.6 })
  on.form(circle(50, 8, 4), turquoise, { depth: 0.4, outline: 1 })
}
