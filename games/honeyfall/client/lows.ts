// The flowers that the bees visit: a sunflower, lavender, clover and a daisy.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, ellipse, petal, polar } from '#games/art/shapes.ts'
import { leaf, petalPink, petalSun, petalViolet, petalWhite, velvet } from './palette.ts'

export function sunflower(on: Drawing) {
  on.form(petal(50, 66, 46, 13, 160), leaf, { depth: 0.6, outline: 1.2 })
  on.form(petal(50, 66, 46, 13, 24), leaf, { depth: 0.6, outline: 1.2 })
  for (let index = 0; index < 16; index++)
    on.form(petal(...polar(50, 48, 12, index * 22.5), 34, 7.5, index * 22.5, 0.5), petalSun, { depth: 0.5, outline: 1 })
  for (let index = 0; index < 16; index++)
    on.form(petal(...polar(50, 48, 10, index * 22.5 + 11), 27, 6, index * 22.5 + 11, 0.5), petalSun, {
      depth: 0.5,
      outline: 0.8,
    })
  on.form(circle(50, 48, 19), { ...velvet, fill: ['#a86a2c', '#5c300f', '#2c1405'], body: 'round' }, { outline: 1.3 })
  for (const [radius, count] of [
    [15, 16],
    [10, 11],
    [5, 6],
  ] as const)
    for (let index = 0; index < count; index++)
      on.path(
        circle(...polar(50, 48, radius, (index * 360) / count + radius * 9), 1.3),
        'fill="#e8a94a" fill-opacity=".85"',
      )
}

export function lavender(on: Drawing) {
  for (const [turn, height] of [
    [-22, 8],
    [22, 8],
    [0, 0],
  ] as const)
    on.group(`transform="rotate(${turn} 50 96)"`, () => {
      on.line(`M50 97V${48 + height}`, '#0c3314', 5)
      on.line(`M50 97V${48 + height}`, '#6fb84a', 2.8)
      for (let tier = 0; tier < 6; tier++) {
        const y = 58 + height - tier * 9
        const half = 11 - tier * 1.2
        for (const side of [-1, 1])
          on.form(ellipse(50 + side * half * 0.62, y, half * 0.62, 5.6), petalViolet, { depth: 0.45, outline: 0.9 })
        on.form(ellipse(50, y - 2.5, half * 0.55, 5.8), petalViolet, { depth: 0.45, outline: 0.9 })
      }
      on.form(petal(50, 14 + height, 13, 4.5, -90), petalViolet, { depth: 0.4, outline: 0.9 })
    })
  on.form(petal(50, 95, 36, 6, -158), leaf, { depth: 0.5, outline: 1 })
  on.form(petal(50, 95, 36, 6, -22), leaf, { depth: 0.5, outline: 1 })
  on.form('M38 82Q50 77 62 82L60 90Q50 86 40 90Z', petalPink, { depth: 0.5, outline: 1 })
}

const lobe = 'M50 52C40 46 26 42 24 28C23 18 34 12 42 18Q47 22 50 28Q53 22 58 18C66 12 77 18 76 28C74 42 60 46 50 52Z'

export function clover(on: Drawing) {
  on.line('M50 52C52 70 48 84 40 97', '#0c3314', 6.5)
  on.line('M50 52C52 70 48 84 40 97', '#5fae3a', 3.8)
  for (const turn of [0, 90, 180, 270])
    on.group(`transform="rotate(${turn + 8} 50 52) translate(0 3) scale(1)"`, () =>
      on.form(lobe, leaf, {
        depth: 0.8,
        inside: () => {
          on.path(
            'M50 50C42 38 36 34 33 26C42 28 46 32 50 40C54 32 58 28 67 26C64 34 58 38 50 50Z',
            'fill="#eaffb0" fill-opacity=".55"',
          )
          on.line('M50 52V30', '#1f6a2c', 1.4)
        },
      }),
    )
  on.gloss(38, 22, 6, 3, -24, 0.7)
}

export function daisy(on: Drawing) {
  on.form(petal(54, 70, 40, 10, 34), leaf, { depth: 0.5, outline: 1.1 })
  on.form(petal(46, 70, 40, 10, 146), leaf, { depth: 0.5, outline: 1.1 })
  for (let index = 0; index < 13; index++)
    on.form(petal(...polar(50, 47, 9, index * 27.7), 36, 7.4, index * 27.7, 0.68), petalWhite, {
      depth: 0.5,
      outline: 1,
    })
  on.form(circle(50, 47, 14), { ...petalSun, body: 'round' }, { outline: 1.2 })
  for (let index = 0; index < 12; index++)
    on.path(circle(...polar(50, 47, index % 2 ? 9 : 5, index * 30), 1.2), 'fill="#a85a08" fill-opacity=".7"')
  on.gloss(45, 41, 5, 3, -30, 0.8)
}
