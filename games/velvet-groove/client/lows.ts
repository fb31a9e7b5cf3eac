// The band: piano keys, a snare drum and a note.

import type { Drawing } from '#games/art/drawing.ts'
import { box, ellipse } from '#games/art/shapes.ts'
import { brass, chrome, ebony, ivory, neon, scarlet } from './palette.ts'

export function pianoKeys(on: Drawing) {
  on.group('transform="rotate(-7 50 50)"', () => {
    on.form(box(3, 14, 94, 74, 6), scarlet, { depth: 0.9 })
    on.form(box(8, 10, 84, 14, 4), ebony, { depth: 0.6, outline: 1.2 })
    on.line('M12 17H88', '#f5c258', 1.8)
    for (let key = 0; key < 5; key++) on.form(box(9 + key * 16.4, 26, 15.8, 58, 3), ivory, { depth: 0.6, outline: 1.1 })
    for (const key of [0, 1, 3])
      on.form(box(20 + key * 16.4, 24, 10, 36, 2.4), ebony, {
        depth: 0.6,
        outline: 1.1,
        inside: () => on.path(box(23 + key * 16.4, 26, 3, 24, 1.4), 'fill="#d8c0ff" fill-opacity=".5"'),
      })
  })
}

export function drum(on: Drawing) {
  for (const [from, to] of [['M8 6L52 34', 'M92 4L54 32']] as const)
    for (const stick of [from, to]) {
      on.line(stick, '#160408', 7)
      on.line(stick, '#e8a878', 4.4)
    }
  on.path(ellipse(53, 34, 4.4, 3), 'fill="#fff4e4" stroke="#160408" stroke-width="1.2"')
  on.form('M10 42V78C10 90 90 90 90 78V42Z', scarlet, {
    inside: () => {
      on.line(
        'M10 46L26 84L42 48L58 88L74 48L90 82M10 78L26 48L42 86L58 50L74 86L90 48',
        '#fff4e4',
        2,
        'stroke-opacity=".8"',
      )
      on.path('M10 42Q14 92 30 92L26 42Z', 'fill="#fff" fill-opacity=".2"')
    },
  })
  on.form('M8 74C8 88 92 88 92 74V82C92 98 8 98 8 82Z', brass, { depth: 0.5, outline: 1.3 })
  on.form('M8 38C8 54 92 54 92 38V47C92 62 8 62 8 47Z', brass, { depth: 0.5, outline: 1.3 })
  on.form(ellipse(50, 38, 42, 13), ivory, { depth: 0.7, outline: 1.3 })
  on.gloss(38, 34, 20, 4, -6, 0.8)
  for (const x of [18, 50, 82]) on.form(box(x - 3, x === 50 ? 52 : 48, 6, 32, 2), chrome, { depth: 0.4, outline: 1 })
}

export function note(on: Drawing) {
  on.glow(50, 54, 46, '#5ff0e0', 0.55)
  on.form('M34 18L86 6V22L34 34Z', neon, { depth: 0.7 })
  on.form('M34 30L86 18V24L34 36Z', { ...neon, fill: ['#2cc0c8', '#12808c', '#083c5c'] }, { depth: 0.3, outline: 1 })
  on.form(box(33, 24, 7, 56, 2), neon, { depth: 0.5, outline: 1.3 })
  on.form(box(79, 12, 7, 56, 2), neon, { depth: 0.5, outline: 1.3 })
  for (const [x, y] of [
    [25, 82],
    [71, 70],
  ] as const)
    on.group(`transform="rotate(-18 ${x} ${y})"`, () => {
      on.form(ellipse(x, y, 17, 12), neon, { depth: 0.8 })
      on.gloss(x - 5, y - 5, 6, 2.6, -10, 0.9)
    })
}
