// The wild is a pocket watch; a brass bee flies through the scenery.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, ellipse, polar } from '#games/art/shapes.ts'
import { brass, glass, ivory, orange } from './palette.ts'

export function pocketWatch(on: Drawing) {
  on.line('M50 12C38 -2 62 -2 50 12', '#1d0f0a', 7)
  on.line('M50 12C38 -2 62 -2 50 12', '#e2a94a', 3.6)
  on.form('M43 8H57V18H43Z', brass, { depth: 0.5 })
  on.form(circle(50, 56, 41), brass)
  on.form(circle(50, 56, 32), ivory, { depth: 0.8, outline: 1 })
  for (let hour = 0; hour < 12; hour++) {
    const from = polar(50, 56, hour % 3 ? 27 : 24, hour * 30)
    on.line(`M${from.join(' ')}L${polar(50, 56, 29, hour * 30).join(' ')}`, '#5b2a12', hour % 3 ? 1.6 : 3)
  }
  on.line('M50 56L38 42', '#1d3a3a', 4)
  on.line('M50 56L64 38', '#1d3a3a', 2.6)
  on.line('M50 62L50 74', '#d6342f', 1.8)
  on.path(circle(50, 56, 4), 'fill="#d6342f"')
  on.gloss(38, 40, 14, 6, -38, 0.75)
}

export function brassBee(on: Drawing) {
  for (const turn of [-1, 1]) {
    const flip = `transform="translate(50 40) scale(${turn} 1) rotate(-24)"`
    on.group(flip, () => {
      on.form('M2 0C14 -26 44 -32 46 -14C47 0 22 8 2 4Z', glass, {
        depth: 0.6,
        opacity: 0.92,
        inside: () => on.line('M2 2L40 -18M10 -4L30 -24M14 0L38 -6', '#0c4852', 1.1),
      })
      on.form('M2 4C16 8 34 8 34 18C34 28 12 20 2 8Z', glass, { depth: 0.5, opacity: 0.9 })
    })
  }
  on.form('M50 34C70 34 72 58 66 74C62 86 54 94 50 98C46 94 38 86 34 74C28 58 30 34 50 34Z', orange, {
    inside: () => {
      for (const y of [50, 64, 78]) on.line(`M24 ${y}Q50 ${y + 8} 76 ${y}`, '#2b1408', 6)
      on.line('M38 40C34 56 36 72 44 88', '#fff6da', 1.6, 'stroke-opacity=".7"')
    },
  })
  on.line('M43 18C38 8 32 6 26 8M57 18C62 8 68 6 74 8', '#1d0f0a', 4.6)
  on.line('M43 18C38 8 32 6 26 8M57 18C62 8 68 6 74 8', '#e2a94a', 2.2)
  on.form(circle(50, 26, 16), brass)
  for (const x of [42, 58]) {
    on.form(ellipse(x, 27, 6, 7), glass, { depth: 0.4, outline: 1 })
    on.path(circle(x, 28, 2.6), 'fill="#06262b"')
  }
}
