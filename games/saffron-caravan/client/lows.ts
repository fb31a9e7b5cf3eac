// The low symbols: amphora, bowl of spice, rolled carpet, date palm.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, ellipse, polar } from '#games/art/shapes.ts'
import { brass, carpet, clay, palm, spice, turquoise } from './palette.ts'

export function amphora(on: Drawing) {
  on.line('M36 22C14 22 14 46 28 50M64 22C86 22 86 46 72 50', '#06243a', 8.6)
  on.line('M36 22C14 22 14 46 28 50M64 22C86 22 86 46 72 50', '#2aa5a5', 5)
  on.form('M38 8H62L60 26C74 34 82 46 80 60C78 76 64 84 60 94H40C36 84 22 76 20 60C18 46 26 34 40 26Z', turquoise, {
    inside: () => {
      on.line('M14 46Q50 56 86 46M14 68Q50 78 86 68', '#0b4f70', 2)
      on.line('M18 58l8 7 8-7 8 8 8-8 8 8 8-8 8 7 8-7', '#ffd257', 2.6)
    },
  })
  on.form('M34 4H66V12H34Z', brass, { depth: 0.5, outline: 1.2 })
  on.form('M36 92H64V98H36Z', brass, { depth: 0.5, outline: 1.2 })
  on.gloss(68, 46, 4, 12, -14, 0.75)
}

export function spiceBowl(on: Drawing) {
  on.form('M12 56C20 46 34 18 50 12C66 18 80 46 88 56Z', spice, {
    inside: () =>
      on.path(
        [
          [40, 36],
          [54, 28],
          [62, 44],
          [34, 48],
          [48, 46],
          [72, 52],
          [50, 20],
        ]
          .map(([x, y]) => circle(x!, y!, 1.6))
          .join(''),
        'fill="#8f2408" fill-opacity=".55"',
      ),
  })
  on.form('M4 54H96C96 76 80 92 66 93H34C20 92 4 76 4 54Z', clay, {
    inside: () => {
      on.line('M0 66Q50 78 100 66', '#ffe0a8', 2)
      for (const x of [18, 34, 50, 66, 82])
        on.path(`M${x - 5} ${76 - Math.abs(50 - x) / 12}l5 -6 5 6 -5 6Z`, 'fill="#35c4b5"')
    },
  })
  on.form(ellipse(50, 55, 47, 6), clay, { depth: 0.4, outline: 1.1 })
  on.path('M14 54C26 50 74 50 86 54C74 58 26 58 14 54Z', 'fill="#ff9a1f"')
  on.form('M34 91H66L70 98H30Z', clay, { depth: 0.4, outline: 1.1 })
}

export function rolledCarpet(on: Drawing) {
  on.group('transform="rotate(-28 50 50)"', () => {
    on.form('M10 30H90Q96 30 96 50T90 70H10Z', carpet, {
      inside: () => {
        on.path('M24 26H34V76H24ZM74 26H84V76H74Z', 'fill="#ffd257"')
        on.path('M36 26H39V76H36ZM69 26H72V76H69Z', 'fill="#35c4b5"')
        for (const x of [46, 54, 62]) on.path(`M${x - 5} 50l5 -11 5 11 -5 11Z`, 'fill="#ffe7b8"')
      },
    })
    on.form(ellipse(11, 50, 11, 20), carpet, { depth: 0.5 })
    on.line('M11 34C20 36 20 64 11 65C4 64 4 42 11 41C16 42 16 58 11 58C8 58 8 48 11 48', '#ffd9a0', 2.2)
    for (const y of [34, 40, 46, 52, 58, 64]) on.line(`M95 ${y}h6`, '#ffe7b8', 2)
  })
}

export function datePalm(on: Drawing) {
  on.form('M44 98C46 80 44 62 48 42H56C56 62 58 80 62 98Z', clay, {
    depth: 0.7,
    inside: () => on.line('M40 56l8 4 12-4M40 66l8 4 14-4M40 76l8 4 14-4M40 86l8 4 16-4', '#360f28', 1.8),
  })
  for (const [angle, length] of [
    [165, 44],
    [15, 44],
    [200, 46],
    [-20, 46],
    [-125, 40],
    [-55, 40],
    [-90, 36],
  ] as const) {
    const tip = polar(52, 40, length, angle)
    const lift = polar(52, 40, length * 0.62, angle + (Math.cos((angle * Math.PI) / 180) > 0 ? -34 : 34))
    const low = polar(52, 40, length * 0.5, angle)
    on.form(`M52 40Q${lift.join(' ')} ${tip[0]} ${tip[1] + 12}Q${low[0]} ${low[1] - 2} 52 40Z`, palm, {
      depth: 0.6,
      outline: 1.2,
    })
  }
  for (const [x, y] of [
    [44, 46],
    [52, 50],
    [60, 46],
    [48, 54],
    [57, 55],
  ] as const)
    on.form(circle(x, y, 4.4), spice, { depth: 0.4, outline: 0.9 })
}
