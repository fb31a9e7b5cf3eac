// The wild is a jar of fireflies; the scatter the crescent moon in bloom.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, ellipse, petal } from '#games/art/shapes.ts'
import { glass, gold, leaf, moon, moonflower } from './palette.ts'

export function fireflyJar(on: Drawing) {
  on.glow(50, 58, 50, '#ffe27a', 0.9)
  on.line('M30 16C30 0 70 0 70 16', '#2a120c', 5)
  on.line('M30 16C30 0 70 0 70 16', '#f5c04a', 2.6)
  on.path(
    'M26 26C14 32 12 42 12 54V84Q12 96 26 96H74Q88 96 88 84V54C88 42 86 32 74 26Z',
    `fill="${on.radial(['#fff3a0', '#ffc23a', '#7a5aa0', '#2a2a7a'], 'cx=".5" cy=".6" r=".62"')}"`,
  )
  on.path('M22 92C30 74 34 84 40 70C46 84 54 66 60 84C66 74 72 82 78 92Z', 'fill="#0c4a4c"')
  for (const [x, y, r] of [
    [34, 50, 4.6],
    [62, 44, 5.4],
    [50, 66, 6],
    [70, 66, 4.2],
    [28, 70, 3.8],
    [46, 40, 3],
  ] as const) {
    on.glow(x, y, r * 2.8, '#fffbd0', 1)
    on.path(circle(x, y, r * 0.6), 'fill="#fff"')
  }
  on.form('M26 26C14 32 12 42 12 54V84Q12 96 26 96H74Q88 96 88 84V54C88 42 86 32 74 26Z', glass)
  on.gloss(24, 58, 4, 20, 2, 0.85)
  on.form(box(24, 12, 52, 15, 4), gold, {
    depth: 0.7,
    inside: () =>
      on.line('M30 10V30M38 10V30M46 10V30M54 10V30M62 10V30M70 10V30', '#8f4c1c', 1.4, 'stroke-opacity=".6"'),
  })
}

export function bloomingMoon(on: Drawing) {
  on.glow(50, 50, 50, '#c9c0ff', 0.8)
  on.form('M62 4C32 0 4 22 5 53C6 82 36 102 66 94C84 89 95 74 97 60C84 74 58 74 46 58C32 38 42 12 62 4Z', moon, {
    inside: () =>
      on.path(circle(22, 42, 5) + circle(30, 64, 7) + circle(52, 82, 5), 'fill="#8a7ee0" fill-opacity=".35"'),
  })
  on.line('M60 6C50 18 78 26 68 44C62 56 78 62 88 60', '#021a26', 4.6)
  on.line('M60 6C50 18 78 26 68 44C62 56 78 62 88 60', '#3fd08a', 2.6)
  for (const [x, y, angle] of [
    [66, 24, -20],
    [70, 38, 30],
    [60, 16, 150],
    [68, 48, 160],
  ] as const)
    on.form(petal(x, y, 15, 5, angle), leaf, { depth: 0.4, outline: 0.9 })
  for (const [x, y, r] of [
    [78, 62, 15],
    [60, 10, 10],
  ] as const) {
    for (let index = 0; index < 6; index++)
      on.form(petal(x, y, r, r * 0.55, index * 60 - 90, 0.6), moonflower, { depth: 0.4, outline: 0.9 })
    on.path(ellipse(x, y, r * 0.24, r * 0.24), 'fill="#ffe27a"')
  }
}
