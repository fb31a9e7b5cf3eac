// The low symbols: horseshoe, ingots, chain, coal.

import type { Drawing } from '#games/art/drawing.ts'
import { blob, ellipse, polygon } from '#games/art/shapes.ts'
import { blade, coal, hot, iron } from './palette.ts'

export function horseshoe(on: Drawing) {
  on.form(
    'M8 94C2 70 2 40 14 22C26 4 74 4 86 22C98 40 98 70 92 94H70C76 74 78 54 70 40C62 28 38 28 30 40C22 54 24 74 30 94Z',
    blade,
  )
  for (const [x, y] of [
    [15, 74],
    [16, 54],
    [23, 35],
    [38, 22],
    [62, 22],
    [77, 35],
    [84, 54],
    [85, 74],
  ] as const)
    on.path(ellipse(x, y, 3, 3.6), 'fill="#150a10"')
  on.form('M6 86H32V96H6ZM68 86H94V96H68Z', iron, { depth: 0.4, outline: 1 })
}

function ingot(on: Drawing, x: number, y: number) {
  on.form(
    polygon([
      [x, y + 26],
      [x + 8, y + 8],
      [x + 38, y + 8],
      [x + 46, y + 26],
    ]),
    hot,
    { depth: 0.8 },
  )
  on.form(
    polygon([
      [x + 8, y + 8],
      [x + 13, y],
      [x + 33, y],
      [x + 38, y + 8],
    ]),
    hot,
    { depth: 0.4, outline: 1.1 },
  )
  on.line(`M${x + 16} ${y + 15}h14v6h-14Z`, '#a8340f', 1.4)
}

export function ingots(on: Drawing) {
  on.glow(50, 70, 50, '#ff7a22', 0.7, 30)
  ingot(on, 2, 64)
  ingot(on, 52, 64)
  ingot(on, 27, 34)
}

export function chain(on: Drawing) {
  const link = (x: number, y: number, turn: number) =>
    on.group(`transform="rotate(${turn} ${x} ${y})"`, () => {
      const d = `M${x - 20} ${y}a13 13 0 0 1 13-13h14a13 13 0 0 1 0 26h-14a13 13 0 0 1-13-13Z`
      on.line(d, '#0d0406', 12.5)
      on.line(d, on.down(['#b8a8ac', '#5a4a58', '#c8743c']), 8.6)
      on.line(`M${x - 17} ${y + 5}a13 13 0 0 0 10 8h14a13 13 0 0 0 11-7`, '#ffcf8f', 1.8)
      on.line(`M${x - 8} ${y - 13}h14`, '#f0f0f6', 1.6, 'stroke-opacity=".8"')
    })
  link(27, 26, 45)
  link(73, 74, 45)
  link(50, 50, 45)
}

export function coalLump(on: Drawing) {
  on.glow(50, 78, 50, '#ff5a1a', 0.8, 26)
  on.form(
    polygon([
      [8, 62],
      [18, 32],
      [44, 14],
      [70, 18],
      [90, 40],
      [94, 68],
      [76, 90],
      [40, 94],
      [16, 86],
    ]),
    coal,
    {
      inside: () => {
        on.path('M18 32L44 44L44 14ZM44 44L70 18L90 40L68 52Z', 'fill="#7a5a5c" fill-opacity=".55"')
        on.path('M8 62L18 32L44 44L34 66ZM44 44L68 52L62 74L34 66Z', 'fill="#2c2028" fill-opacity=".7"')
        on.line('M34 66L24 90M34 66L44 44L68 52L62 74L74 92M62 74L34 66M68 52L94 60M16 66L34 66', '#ff5a14', 4.2)
        on.line('M34 66L24 90M34 66L44 44L68 52L62 74L74 92M62 74L34 66M68 52L94 60', '#ffe08a', 1.5)
      },
    },
  )
  on.path(
    blob([
      [30, 10],
      [33, 6],
      [35, 10],
      [33, 13],
    ]) +
      blob([
        [78, 8],
        [81, 3],
        [84, 8],
        [81, 12],
      ]),
    'fill="#ffb03a"',
  )
}
