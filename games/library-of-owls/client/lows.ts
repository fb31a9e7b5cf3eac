// The low symbols: quill and ink, a magnifier, a sealed letter and spectacles.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, ellipse, polar } from '#games/art/shapes.ts'
import { brass, crimson, glass, ink, paper, ultramarine, walnut } from './palette.ts'

export function quill(on: Drawing) {
  on.form('M40 66C46 40 60 16 92 3C98 26 84 50 56 62L44 70Z', ultramarine, {
    depth: 0.8,
    inside: () => {
      on.line('M40 70Q62 40 90 6', '#e8f2ff', 2)
      on.line('M62 44L84 36M54 52L74 49M70 34L90 22M56 46L58 28M64 36L68 18M74 24L78 10', '#0a1850', 1.3)
    },
  })
  on.line('M34 80Q44 64 52 54', '#281604', 4.4)
  on.line('M34 80Q44 64 52 54', '#fff2cc', 2.4)
  on.form('M16 74Q16 66 24 66H48Q56 66 56 74L62 92Q62 97 56 97H16Q10 97 10 92Z', ink, {
    depth: 0.9,
    inside: () => on.path('M10 84H62V97H10Z', 'fill="#0a0824" fill-opacity=".5"'),
  })
  on.form(ellipse(36, 66, 14, 5), brass, { depth: 0.5, outline: 1.3 })
  on.path(ellipse(36, 65.6, 9, 2.8), 'fill="#0a0824"')
  on.line('M36 66Q42 58 46 52', '#fff2cc', 2.2)
  on.gloss(20, 80, 3, 8, 12, 0.8)
}

export function magnifier(on: Drawing) {
  on.group('transform="rotate(-45 50 50)"', () => {
    on.form(box(43, 66, 14, 36, 6), walnut, {
      depth: 0.8,
      inside: () => on.line('M43 74H57M43 95H57', '#ecc05c', 3),
    })
    on.form(box(45.5, 58, 9, 12, 2), brass, { depth: 0.4, outline: 1.2 })
    on.form(circle(50, 28, 33), brass, { depth: 0.9 })
    on.form(circle(50, 28, 25), glass, { depth: 0.7, outline: 1.3 })
    on.path('M30 36A22 22 0 0 1 46 8L54 8A26 26 0 0 0 34 44Z', 'fill="#ffffff" fill-opacity=".75"')
    on.path('M64 44A22 22 0 0 0 71 24L66 22A18 18 0 0 1 58 42Z', 'fill="#ffffff" fill-opacity=".5"')
  })
}

export function letter(on: Drawing) {
  on.group('transform="rotate(-7 50 50)"', () => {
    on.form(box(4, 18, 92, 64, 4), paper, {
      inside: () => {
        on.line('M4 82L42 48M96 82L58 48', '#b08c50', 2)
        on.path('M4 18H96L50 60Z', 'fill="#8a6a38" fill-opacity=".3"')
      },
    })
    on.form('M5 18H95L54 54Q50 57 46 54Z', paper, { depth: 0.7, outline: 1.4 })
    const seal = Array.from({ length: 14 }, (_, at) => polar(50, 54, at % 2 ? 17.5 : 20, at * (360 / 14)))
    on.form(`M${seal.map((point) => point.join(' ')).join('L')}Z`, crimson, { depth: 0.7, outline: 1.4 })
    on.form(circle(50, 54, 12), crimson, { depth: 0.4, outline: 0.9 })
    on.path(
      'M50 61Q42 58 43 48L47 51Q50 49 53 51L57 48Q58 58 50 61Z',
      'fill="#ffc2b0" fill-opacity=".9" stroke="#400414" stroke-width=".8"',
    )
  })
}

export function spectacles(on: Drawing) {
  const arms = 'M14 44Q10 22 26 20Q34 20 34 26M86 44Q90 22 74 20Q66 20 66 26'
  on.line(arms, '#281604', 6.4)
  on.line(arms, '#ecc05c', 3.8)
  for (const x of [26, 74]) {
    on.form(circle(x, 58, 25), walnut, { depth: 0.7, outline: 1.5 })
    on.form(circle(x, 58, 18), { ...glass, fill: ['#fffdf2', '#ffe9a8', '#d8a850'] }, { depth: 0.6, outline: 1.3 })
    on.path(`M${x - 13} 62A13 13 0 0 1 ${x + 4} 44L${x - 6} 70Z`, 'fill="#ffffff" fill-opacity=".85"')
  }
  on.line('M44 50Q50 42 56 50', '#281604', 9)
  on.line('M44 50Q50 42 56 50', on.down(['#fff4c4', '#a06c20']), 6)
}
