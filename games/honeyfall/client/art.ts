// Honeyfall's pictures by symbol id.
// A meadow in the evening sun, seen from beneath a comb that drips with honey.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { sequence } from '#games/art/sequence.ts'
import { ridge } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { clover, daisy, lavender, sunflower } from './lows.ts'
import { honey, light, shadow, wax } from './palette.ts'
import { dipper, hexagon, hive, honeyDrop, jar, queenBee } from './pictures.ts'

export function meadow(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#f09a1e', '#ffc74a', '#ffe9a6', '#ffe08a']))
  on.glow(width * 0.5, height * 0.55, width * 0.62, '#fffbe0', 0.95, height * 0.5)
  on.path(ridge(width, height, height * 0.64, height * 0.05, 4, 6), `fill="${on.down(['#c9b85a', '#8c9a3c'])}"`)
  on.path(ridge(width, height, height * 0.74, height * 0.04, 3, 12), `fill="${on.down(['#a8bf4a', '#5f8a2c'])}"`)
  on.path(ridge(width, height, height * 0.86, height * 0.03, 5, 3), `fill="${on.down(['#7fa83a', '#2f5f1c'])}"`)
}

/** Cells that hang from the top, some sealed and some full. */
export function comb(on: Drawing, width: number, radius: number, depth: (x: number) => number) {
  const next = sequence(41)
  const [dx, dy] = [radius * Math.sqrt(3), radius * 1.5]
  for (let row = 0; row * dy < radius * 14; row++)
    for (let column = -1; column * dx < width + dx; column++) {
      const [x, y] = [column * dx + (row % 2 ? dx / 2 : 0), row * dy - radius * 0.3]
      if (y > depth(x / width)) continue
      const isFull = next() > 0.42
      on.form(hexagon(x, y, radius * 0.97), wax, { depth: radius / 34, outline: radius / 40 })
      on.path(
        hexagon(x, y, radius * 0.74),
        `fill="${isFull ? on.linear(honey.fill) : on.down(['#5a3008', '#a3641a', '#e0a63c'])}"`,
      )
      if (isFull) on.gloss(x - radius * 0.26, y - radius * 0.3, radius * 0.24, radius * 0.13, -30, 0.85)
    }
}

export function drips(on: Drawing, spots: readonly (readonly [x: number, y: number, length: number, width: number])[]) {
  for (const [x, y, length, width] of spots)
    on.form(
      `M${x - width * 1.6} ${y}Q${x - width * 0.6} ${y + width} ${x - width * 0.5} ${y + length * 0.5}L${x - width} ${y + length - width}A${width} ${width} 0 0 0 ${x + width} ${y + length - width}L${x + width * 0.5} ${y + length * 0.5}Q${x + width * 0.6} ${y + width} ${x + width * 1.6} ${y}Z`,
      honey,
      { depth: width / 14, outline: width / 14 },
    )
}

export function scene(): string {
  const on = drawing(light)
  meadow(on, 1600, 900)
  place(on, hive, 1290, 560, 2.3)
  place(on, hive, 150, 600, 1.9)
  for (const [x, y, scale, turn] of [
    [20, 690, 2, -4],
    [330, 730, 1.6, 6],
    [1120, 740, 1.6, -5],
    [1450, 700, 2.1, 5],
  ] as const)
    place(on, lavender, x, y, scale, turn)
  for (const [x, y, scale] of [
    [230, 780, 1.1],
    [520, 810, 0.9],
    [960, 800, 1],
    [1350, 800, 1.1],
  ] as const)
    place(on, daisy, x, y, scale)
  drips(on, [
    [50, 300, 170, 15],
    [230, 130, 120, 12],
    [1390, 130, 140, 13],
    [1550, 300, 190, 16],
  ])
  comb(on, 1600, 58, (x) => 30 + 330 * (2 * x - 1) ** 4 + 40 * Math.sin(x * 9))
  specks(on, { x: 0, y: 200, width: 1600, height: 600, count: 70, seed: 5, smallest: 1, largest: 3 }, '#fff6c8')
  vignette(on, 1600, 900, '#4a2604', 0.6)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: queenBee,
      p2: jar,
      p3: dipper,
      p4: hive,
      l1: sunflower,
      l2: lavender,
      l3: clover,
      l4: daisy,
      wild: honeyDrop,
    },
    { light, shadow, auras: { p1: '#ffd24a', wild: '#ffb81f' } },
  )
