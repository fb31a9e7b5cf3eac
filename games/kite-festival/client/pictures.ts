// The kites: a dragon, a bird, a diamond and a box; the wild is the sun that they fly under.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, ellipse, petal, polar, polygon } from '#games/art/shapes.ts'
import { coral, leafy, paper, stick, sunny, turquoise, violet } from './palette.ts'

export function dragon(on: Drawing) {
  const discs = [
    [92, 88, 6.5],
    [88, 74, 8],
    [78, 64, 9.5],
    [66, 62, 11],
    [56, 68, 12],
    [46, 77, 13],
    [33, 77, 14],
    [22, 66, 15],
  ] as const
  on.line('M92 88Q97 94 92 99M90 92Q82 96 80 99', '#d83a4e', 3)
  for (const [index, [x, y, r]] of discs.entries()) {
    on.line(`M${x} ${y}l${index % 2 ? 14 : -12} ${index % 2 ? 8 : 10}`, '#5c2c04', 2)
    on.form(circle(x, y, r), index % 2 ? turquoise : sunny, { depth: 0.6, outline: 1.2 })
    on.path(circle(x, y, r * 0.5), `fill="${index % 2 ? '#ffd84a' : '#ff7a5a'}"`)
  }
  on.form(petal(24, 22, 28, 7, -128), sunny, { depth: 0.4, outline: 1 })
  on.form(petal(48, 18, 28, 7, -48), sunny, { depth: 0.4, outline: 1 })
  on.form(petal(14, 44, 22, 6, 170), leafy, { depth: 0.4, outline: 1 })
  on.form(petal(58, 42, 24, 6, 6), leafy, { depth: 0.4, outline: 1 })
  on.form(
    'M36 12C52 10 62 22 62 36C62 46 56 52 54 60C50 70 42 74 36 74S22 70 18 60C16 52 10 46 10 36C10 22 20 10 36 12Z',
    coral,
    {
      inside: () => {
        on.path('M36 12L28 36L36 56L44 36Z', 'fill="#ffd84a" fill-opacity=".75"')
        on.path('M10 46C20 54 26 56 28 68L14 72ZM62 46C52 54 46 56 44 68L58 72Z', 'fill="#a01e48" fill-opacity=".7"')
      },
    },
  )
  for (const x of [24, 48]) {
    on.form(ellipse(x, 36, 8, 9), sunny, { depth: 0.4, outline: 1.3 })
    on.path(ellipse(x, 36.5, 2.2, 7), 'fill="#0c1a2e"')
    on.path(circle(x - 1, 33.6, 1.7), 'fill="#fff"')
    on.path(`M${x - 10} 27Q${x} 19 ${x + 10} 27L${x + 9} 31Q${x} 25 ${x - 9} 31Z`, 'fill="#5c2c04"')
  }
  on.form(
    'M24 60Q36 54 48 60Q46 70 36 71Q26 70 24 60Z',
    { ...coral, fill: ['#8a1838', '#5c0c26'] },
    { depth: 0.3, outline: 1.2 },
  )
  on.path('M27 61l4 5 4 -6 4 6 4 -6 3 4 -1 -4Q36 55 26 61Z', 'fill="#ffffff"')
  for (const x of [31, 41]) on.path(ellipse(x, 51, 2.4, 1.7), 'fill="#5c0c26"')
}

export function bird(on: Drawing) {
  for (const side of ['', 'transform="matrix(-1 0 0 1 100 0)"'])
    on.group(side, () => {
      on.form('M50 34C38 22 20 14 1 20C4 32 14 34 12 42C22 42 24 50 24 56C34 50 42 52 50 58Z', turquoise, {
        inside: () => {
          on.path('M1 20C16 18 34 26 50 40V34C38 22 20 14 1 20Z', 'fill="#ffffff" fill-opacity=".45"')
          for (const [x, y, r] of [
            [14, 26, 3],
            [24, 32, 3.6],
            [35, 40, 4],
          ] as const)
            on.path(circle(x, y, r), 'fill="#ffd84a" stroke="#064a68" stroke-width="1"')
        },
      })
      on.form(petal(48, 68, 34, 8, 112), coral, { depth: 0.5, outline: 1.1 })
      on.form(petal(46, 66, 30, 6, 138), sunny, { depth: 0.5, outline: 1.1 })
    })
  on.form('M50 6C58 6 62 14 60 24C64 38 62 58 50 76C38 58 36 38 40 24C38 14 42 6 50 6Z', violet, {
    inside: () => {
      on.path('M50 26C56 38 56 54 50 70C44 54 44 38 50 26Z', 'fill="#fff6e8"')
      on.line('M46 40Q50 44 54 40M45.500 48Q50 52 54.500 48M46 56Q50 60 54 56', '#b77af0', 1.8)
    },
  })
  on.form('M46 15L50 28L54 15Q50 12 46 15Z', sunny, { depth: 0.3, outline: 1 })
  for (const x of [45, 55]) {
    on.path(circle(x, 13, 2.6), 'fill="#ffffff" stroke="#260c50" stroke-width=".9"')
    on.path(circle(x, 13.2, 1.2), 'fill="#0a1420"')
  }
}

export function diamond(on: Drawing) {
  on.line('M48 72C60 80 40 86 52 98', '#4a0c26', 1.8)
  for (const [x, y, turn] of [
    [52, 78, 20],
    [46, 87, -24],
    [51, 96, 16],
  ] as const)
    on.group(`transform="rotate(${turn} ${x} ${y})"`, () => {
      on.form(`M${x} ${y}l-9 -4v8ZM${x} ${y}l9 -4v8Z`, turquoise, { depth: 0.3, outline: 0.9 })
    })
  on.group('transform="rotate(10 50 40)"', () => {
    const quarter = (corners: string, material: Parameters<Drawing['form']>[1]) =>
      on.form(corners, material, { depth: 0.7, outline: 1.2 })
    quarter('M50 1L50 32L14 32Z', coral)
    quarter('M50 1L50 32L86 32Z', sunny)
    quarter('M50 76L50 32L14 32Z', sunny)
    quarter('M50 76L50 32L86 32Z', coral)
    on.line('M50 1V76M14 32H86', '#40200a', 2.4)
    on.line('M50 1V76M14 32H86', '#f4d0a0', 1)
    on.form(circle(50, 32, 9), paper, { depth: 0.4, outline: 1.1 })
    on.path(circle(50, 32, 4.6), 'fill="#149aa8"')
  })
}

export function boxKite(on: Drawing) {
  on.line('M50 90Q56 96 52 99', '#281204', 1.8)
  on.group('transform="rotate(-16 50 50)"', () => {
    for (const [y, front, side] of [
      [6, violet, turquoise],
      [62, turquoise, violet],
    ] as const) {
      on.form(
        `M18 ${y + 8}L50 ${y}L82 ${y + 8}L50 ${y + 17}Z`,
        { ...front, fill: [front.shade, front.fill[1]!] },
        { depth: 0.3, outline: 1 },
      )
      on.form(`M18 ${y + 8}L50 ${y + 17}V${y + 41}L18 ${y + 30}Z`, front, {
        depth: 0.7,
        outline: 1.2,
        inside: () => on.path(circle(34, y + 24, 6), 'fill="#ffffff" fill-opacity=".8"'),
      })
      on.form(`M82 ${y + 8}L50 ${y + 17}V${y + 41}L82 ${y + 30}Z`, side, {
        depth: 0.7,
        outline: 1.2,
        inside: () =>
          on.path(
            polygon([
              [66, y + 16],
              [72, y + 24],
              [66, y + 32],
              [60, y + 24],
            ]),
            'fill="#ffd84a"',
          ),
      })
    }
    for (const x of [18, 50, 82])
      on.form(box(x - 1.6, x === 50 ? 16 : 8, 3.2, x === 50 ? 90 : 88, 1.4), stick, { depth: 0.3, outline: 0.9 })
  })
}

/** The wild. */
export function sun(on: Drawing) {
  on.glow(50, 50, 54, '#fff2a0', 0.95)
  for (let ray = 0; ray < 16; ray++)
    on.form(petal(...polar(50, 50, 24, ray * 22.5), ray % 2 ? 18 : 25, 5, ray * 22.5, 0.3), ray % 2 ? coral : sunny, {
      depth: 0.4,
      outline: 1.1,
    })
  on.form(circle(50, 50, 29), sunny, { depth: 1 })
  on.form(circle(50, 50, 22), { ...sunny, fill: ['#fff6b8', '#ffc83a', '#f5942a'] }, { depth: 0.5, outline: 1 })
  on.line('M50 50C44 50 42 42 50 40S62 46 60 54S46 66 38 60S34 42 42 36', '#d8641e', 3.4)
  on.gloss(40, 34, 9, 4.6, -34, 0.9)
}
