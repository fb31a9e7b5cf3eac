// The low symbols: a spool, a pinwheel, a ribbon and clouds.

import type { Drawing } from '#games/art/drawing.ts'
import { blob, box, circle, ellipse } from '#games/art/shapes.ts'
import { coral, stick, sunny, turquoise, vapour, violet } from './palette.ts'

export function spool(on: Drawing) {
  on.line('M68 40C88 34 84 14 96 4', '#4a0c26', 2.6)
  on.line('M68 40C88 34 84 14 96 4', '#ff7a5a', 1.4)
  on.form(box(43, 2, 14, 96, 6), stick, { depth: 0.7 })
  on.form(box(24, 24, 52, 52, 8), coral, {
    inside: () => {
      for (let y = 26; y < 78; y += 5) on.line(`M20 ${y + 3}L80 ${y}`, '#7a1238', 1.6, 'stroke-opacity=".7"')
      on.path('M24 24H38V76H24Z', 'fill="#ffffff" fill-opacity=".25"')
    },
  })
  for (const y of [18, 72]) {
    on.form(ellipse(50, y + 5, 34, 8), stick, { depth: 0.7 })
    on.form(
      ellipse(50, y + 3, 34, 7),
      { ...stick, fill: ['#ffe4bc', '#d89a5c', '#9a5c2c'] },
      { depth: 0.4, outline: 1 },
    )
  }
  on.form(ellipse(50, 21, 8, 2.6), stick, { depth: 0.3, outline: 1 })
}

export function pinwheel(on: Drawing) {
  on.form(box(47, 44, 6, 55, 3), stick, { depth: 0.5 })
  for (const [index, material] of [turquoise, sunny, violet, coral].entries())
    on.group(`transform="rotate(${index * 90 + 12} 50 42)"`, () => {
      on.form('M50 42C46 24 34 10 20 4C36 0 66 8 68 30C62 36 56 40 50 42Z', material, { depth: 0.7, outline: 1.3 })
      on.path('M50 42C56 40 62 36 68 30C66 22 58 14 48 10C58 22 56 34 50 42Z', 'fill="#ffffff" fill-opacity=".4"')
    })
  on.form(circle(50, 42, 7), sunny, { depth: 0.5, outline: 1.3 })
  on.gloss(48, 39.5, 2.6, 1.6, -30, 0.95)
}

export function ribbon(on: Drawing) {
  on.form('M46 52C30 62 26 78 14 98L28 92L36 99C40 82 50 70 56 58Z', violet, { depth: 0.6, outline: 1.3 })
  on.form('M54 52C70 62 74 78 86 98L72 92L64 99C60 82 50 70 44 58Z', violet, { depth: 0.6, outline: 1.3 })
  for (const side of ['', 'transform="matrix(-1 0 0 1 100 0)"'])
    on.group(side, () => {
      on.form('M50 46C38 24 20 12 8 20C-2 30 4 58 16 64C28 66 42 58 50 50Z', violet, {
        inside: () => {
          on.path('M46 46C34 34 24 30 18 36C14 44 20 54 28 54C36 54 42 50 46 48Z', 'fill="#3c1478" fill-opacity=".55"')
          on.line('M12 24C24 22 38 34 46 46', '#ffffff', 2, 'stroke-opacity=".6"')
        },
      })
    })
  on.form(box(40, 36, 20, 24, 8), violet, {
    depth: 0.7,
    inside: () => on.line('M46 36V60M54 36V60', '#3c1478', 1.6, 'stroke-opacity=".6"'),
  })
}

export function cloud(on: Drawing) {
  on.form(
    blob([
      [8, 66],
      [14, 50],
      [28, 48],
      [34, 28],
      [56, 22],
      [70, 40],
      [86, 44],
      [96, 60],
      [90, 76],
      [50, 80],
      [16, 78],
    ]),
    vapour,
    { depth: 1.1 },
  )
  on.line('M30 60C30 50 42 48 46 56M52 58C50 44 66 40 72 52', '#8fbce0', 3)
}
