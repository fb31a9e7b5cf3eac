// The low symbols: lotus, anchor, tea cup, mooring bell.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, ellipse, petal } from '#games/art/shapes.ts'
import { celadon, gold, lotus, steel } from './palette.ts'

export function lotusFlower(on: Drawing) {
  on.form('M8 74Q50 60 92 74Q84 92 50 92T8 74Z', celadon, {
    depth: 0.7,
    inside: () => on.line('M50 90L22 74M50 90V70M50 90L78 74', '#0f5e6c', 1.2),
  })
  for (const [angle, length, width] of [
    [-162, 46, 13],
    [-18, 46, 13],
    [-140, 50, 15],
    [-40, 50, 15],
    [-115, 56, 16],
    [-65, 56, 16],
    [-90, 58, 15],
  ] as const)
    on.form(petal(50, 80, length, width, angle, 0.5), lotus, { depth: 0.75, outline: 1.1 })
  on.glow(50, 70, 16, '#fff2b0', 0.8)
}

export function anchor(on: Drawing) {
  const whole =
    'M50 6a11 11 0 0 1 5.500 20.500V34H70a4 4 0 0 1 0 10H55.500V80C68 78 76 70 79 60L70 63L86 44L96 68L88 62C84 80 70 93 50 96C30 93 16 80 12 62L4 68L14 44L30 63L21 60C24 70 32 78 44.500 80V44H30a4 4 0 0 1 0-10H44.500V26.500A11 11 0 0 1 50 6Z'
  on.form(whole, steel)
  on.path(circle(50, 17, 4.6), 'fill="#0b0b33"')
  on.line('M50 88C60 74 40 64 50 52S58 40 50 30', '#ffcf7a', 3.4)
  on.line('M50 88C60 74 40 64 50 52S58 40 50 30', '#8a4a24', 3.4, 'stroke-dasharray="1 4.500"')
}

export function teaCup(on: Drawing) {
  on.line('M40 24C34 16 46 14 40 5M54 24C48 15 60 13 54 4', '#d9fff2', 3, 'stroke-opacity=".75"')
  on.form(ellipse(48, 88, 40, 8), celadon, { depth: 0.6 })
  on.line('M76 46C98 40 98 72 68 72', '#08183a', 9.4)
  on.line('M76 46C98 40 98 72 68 72', '#5cc4a8', 6)
  on.form('M14 36H82C82 66 70 84 48 84S14 66 14 36Z', celadon, {
    inside: () => {
      on.line('M10 62Q20 52 30 62T50 62T70 62T90 62', '#12606f', 2.4)
      on.line('M10 70Q20 60 30 70T50 70T70 70T90 70', '#12606f', 1.6)
    },
  })
  on.form(ellipse(48, 36, 34, 9), celadon, { depth: 0.4, outline: 1 })
  on.path(ellipse(48, 37, 28, 6), `fill="${on.across(['#7a3d14', '#e8a03c', '#8a4a1c'])}"`)
}

export function bell(on: Drawing) {
  on.line('M38 14C38 2 62 2 62 14', '#2a0f2e', 8)
  on.line('M38 14C38 2 62 2 62 14', '#f3b749', 4.6)
  on.form(circle(50, 88, 8), gold, { depth: 0.6 })
  on.form('M50 12C70 12 76 26 77 46C78 64 82 72 91 80C70 88 30 88 9 80C18 72 22 64 23 46C24 26 30 12 50 12Z', gold, {
    inside: () => {
      on.line('M20 58Q50 66 80 58M17 64Q50 73 83 64', '#7a3a14', 1.8)
      for (const x of [36, 50, 64]) on.path(circle(x, 44, 4.4), 'fill="#9a5420" fill-opacity=".75"')
    },
  })
  on.gloss(36, 34, 5, 16, 12, 0.7)
}
