// Clockwork Orchard's pictures by symbol id.
// A glasshouse at dusk: iron ribs and panes, brass trees hung with fruit, great wheels turning behind.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { circle, gear, polar } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { bigGear, hexNut, spring, windingKey } from './lows.ts'
import { light, shadow } from './palette.ts'
import { apple, pear, plums, slicedOrange } from './pictures.ts'
import { brassBee, pocketWatch } from './specials.ts'

export function glasshouse(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#0b3d3a', '#17705c', '#b9c86a', '#3c6b34', '#0d2a1c']))
  on.glow(width * 0.5, height * 0.5, width * 0.55, '#fff1a8', 0.8, height * 0.4)
  const ribs = Array.from({ length: 9 }, (_, index) => index / 8)
  const vault = height * 0.2
  for (const at of ribs)
    on.line(
      `M${width * 0.5} ${-vault}Q${width * (at * 1.5 - 0.25)} ${-vault * 0.2} ${width * (at * 1.3 - 0.15)} ${height * 0.72}`,
      '#0a2f2b',
      width / 190,
      'stroke-opacity=".8"',
    )
  for (const at of [0.12, 0.3, 0.5])
    on.line(
      `M${-width * 0.1} ${height * at + vault * 0.6}Q${width / 2} ${height * at - vault * 0.5} ${width * 1.1} ${height * at + vault * 0.6}`,
      '#0a2f2b',
      width / 220,
      'stroke-opacity=".8"',
    )
}

export function wheel(on: Drawing, x: number, y: number, teeth: number, r: number, tone: string, turn = 0) {
  const spokes = Array.from(
    { length: 6 },
    (_, spoke) => `M${x} ${y}L${polar(x, y, r * 0.72, turn + spoke * 60).join(' ')}`,
  ).join('')
  on.path(gear(x, y, teeth, r, r * 0.86, turn) + circle(x, y, r * 0.68), `fill="${tone}" fill-rule="evenodd"`)
  on.line(spokes, tone, r * 0.09)
  on.path(circle(x, y, r * 0.2), `fill="${tone}"`)
}

/** A round head of leaves with a scalloped edge. */
function crown(cx: number, cy: number, r: number): string {
  const lobes = Array.from(
    { length: 11 },
    (_, lobe) =>
      `Q${polar(cx, cy, r * 1.2, lobe * (360 / 11) + 16.4).join(' ')} ${polar(cx, cy, r * 0.95, (lobe + 1) * (360 / 11)).join(' ')}`,
  )
  return `M${polar(cx, cy, r * 0.95, 0).join(' ')}${lobes.join('')}Z`
}

export function tree(on: Drawing, x: number, base: number, size: number) {
  on.line(
    `M${x} ${base}C${x - size * 0.04} ${base - size * 0.4} ${x + size * 0.05} ${base - size * 0.6} ${x} ${base - size * 0.9}M${x} ${base - size * 0.45}Q${x - size * 0.3} ${base - size * 0.6} ${x - size * 0.34} ${base - size * 0.8}M${x} ${base - size * 0.5}Q${x + size * 0.3} ${base - size * 0.62} ${x + size * 0.36} ${base - size * 0.78}`,
    '#3b2410',
    size * 0.07,
  )
  for (const [dx, dy, r] of [
    [0, -1, 0.3],
    [-0.36, -0.84, 0.25],
    [0.36, -0.82, 0.26],
    [-0.18, -0.72, 0.2],
    [0.2, -0.68, 0.2],
  ] as const)
    on.path(
      crown(x + dx * size, base + dy * size, r * size),
      `fill="${on.radial(['#8ed05a', '#2f7d3c', '#0c3f2c'], 'cx=".35" cy=".25" r=".85"')}"`,
    )
}

export function scene(): string {
  const on = drawing(light)
  glasshouse(on, 1600, 900)
  wheel(on, 180, 420, 18, 230, '#14493d', 4)
  wheel(on, 1450, 360, 16, 260, '#14493d', 9)
  wheel(on, 1180, 620, 14, 130, '#1d5a45')
  on.add(`<rect y="690" width="1600" height="210" fill="${on.down(['#3f6a2c', '#12301c', '#081710'])}"/>`)
  for (const [x, size] of [
    [110, 430],
    [1500, 460],
    [400, 260],
    [1230, 270],
  ] as const)
    tree(on, x, 730, size)
  const fruit = [apple, pear, plums, slicedOrange]
  for (const [index, [x, y, s]] of (
    [
      [20, 300, 0.9],
      [140, 380, 0.8],
      [190, 260, 0.7],
      [1380, 280, 0.9],
      [1490, 370, 0.8],
      [1540, 230, 0.7],
      [360, 470, 0.5],
      [1240, 480, 0.5],
    ] as const
  ).entries())
    place(on, fruit[index % 4]!, x, y, s)
  place(on, brassBee, 480, 140, 1.3, 18)
  place(on, brassBee, 1090, 220, 0.9, -20)
  specks(on, { x: 0, y: 200, width: 1600, height: 600, count: 60, seed: 3, largest: 2.6 }, '#fff3b0')
  vignette(on, 1600, 900, '#03130f', 0.85)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: apple,
      p2: pear,
      p3: plums,
      p4: slicedOrange,
      l1: bigGear,
      l2: windingKey,
      l3: spring,
      l4: hexNut,
      wild: pocketWatch,
    },
    { light, shadow, auras: { wild: '#ffd98a' } },
  )
