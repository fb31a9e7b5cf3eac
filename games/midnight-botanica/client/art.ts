// Midnight Botanica's pictures by symbol id.
// A night garden: arching leaves at the sides, mushrooms and blossoms that light the path, fireflies.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { petal, polar, ridge } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { crozier, nightBerries, seedPod, veinedLeaf } from './lows.ts'
import { light, shadow } from './palette.ts'
import { lunaMoth, moonFlower, mushrooms, pitcherPlant } from './pictures.ts'
import { bloomingMoon, fireflyJar } from './specials.ts'

export function nightAir(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#0b0a34', '#2a1a72', '#5a2a9c', '#1f5a8c', '#06283c']))
  on.glow(width * 0.55, height * 0.42, width * 0.6, '#b48cff', 0.55, height * 0.42)
  specks(on, { x: 0, y: 0, width, height: height * 0.4, count: Math.round(width / 10), seed: 14 }, '#fff')
}

/** A frond: a stem that arches over and leaflets on both sides. */
export function frond(on: Drawing, x: number, base: number, length: number, lean: number, tone: string, edge: string) {
  const at = (t: number) => [x + lean * length * t * t, base - length * (t - 0.28 * t * t)] as const
  const stem = Array.from({ length: 9 }, (_, index) => at(index / 8)).map(
    ([px, py]) => `${px.toFixed(0)} ${py.toFixed(0)}`,
  )
  let leaves = ''
  for (let index = 1; index <= 9; index++) {
    const t = index / 9
    const [px, py] = at(t)
    const heading = -90 + lean * 62 * t
    const reach = length * 0.3 * (1.1 - t * 0.72)
    for (const side of [-1, 1]) leaves += petal(Math.round(px), Math.round(py), reach, reach * 0.2, heading + side * 58)
  }
  on.path(leaves, `fill="${tone}"`)
  on.line(`M${stem.join('L')}`, edge, length / 70)
  const tip = at(1)
  on.path(
    petal(Math.round(tip[0]), Math.round(tip[1]), length * 0.12, length * 0.02, -90 + lean * 62),
    `fill="${tone}"`,
  )
}

/** A bell blossom hanging from its stalk with light inside. */
export function bellflower(on: Drawing, x: number, y: number, size: number, tone: string) {
  const [tipX, tipY] = polar(x, y, size * 0.2, 90)
  on.line(`M${x} ${y - size * 1.6}Q${x + size * 0.4} ${y - size} ${x} ${y - size * 0.4}`, '#1c7a6c', size * 0.08)
  on.glow(x, y + size * 0.3, size * 1.2, tone, 0.7)
  on.path(
    `M${x} ${y - size * 0.45}C${x + size * 0.5} ${y - size * 0.4} ${x + size * 0.3} ${y + size * 0.2} ${x + size * 0.55} ${y + size * 0.45}Q${x + size * 0.3} ${y + size * 0.3} ${tipX + size * 0.18} ${tipY + size * 0.35}Q${tipX} ${tipY + size * 0.1} ${tipX - size * 0.18} ${tipY + size * 0.35}Q${x - size * 0.3} ${y + size * 0.3} ${x - size * 0.55} ${y + size * 0.45}C${x - size * 0.3} ${y + size * 0.2} ${x - size * 0.5} ${y - size * 0.4} ${x} ${y - size * 0.45}Z`,
    `fill="${on.down(['#fff', tone, '#3a1f8a'])}"`,
  )
}

export function scene(): string {
  const on = drawing(light)
  nightAir(on, 1600, 900)
  on.path(ridge(1600, 900, 560, 60, 7, 3), 'fill="#1a2a78" fill-opacity=".8"')
  on.path(ridge(1600, 900, 680, 40, 8, 11), 'fill="#0c3460"')
  for (const [x, length, lean] of [
    [60, 620, 0.5],
    [220, 470, 0.35],
    [-40, 500, 0.9],
    [1540, 640, -0.5],
    [1390, 480, -0.35],
    [1640, 520, -0.9],
  ] as const)
    frond(on, x, 860, length, lean, '#0f5a64', '#3fc09a')
  on.path(ridge(1600, 900, 800, 26, 6, 6), `fill="${on.down(['#145a5c', '#07263a', '#050f26'])}"`)
  for (const [x, length, lean] of [
    [-10, 420, 0.6],
    [320, 260, 0.4],
    [1610, 430, -0.6],
    [1270, 270, -0.4],
  ] as const)
    frond(on, x, 900, length, lean, '#1a8a70', '#8ff0b0')
  for (const d of ['M-20 40C160 60 300 20 470 90S600 60 660 -20', 'M1620 40C1440 60 1300 20 1130 90S1000 60 940 -20'])
    on.line(d, '#1c7a6c', 6)
  for (const [x, y, size, tone] of [
    [150, 124, 48, '#ff8ae0'],
    [300, 116, 38, '#8ad8ff'],
    [430, 140, 32, '#ff8ae0'],
    [1450, 124, 48, '#8ad8ff'],
    [1300, 116, 38, '#ff8ae0'],
    [1170, 140, 32, '#8ad8ff'],
  ] as const)
    bellflower(on, x, y, size, tone)
  for (const [x, y, s] of [
    [120, 640, 2],
    [1330, 630, 2.1],
    [400, 740, 1],
  ] as const)
    place(on, mushrooms, x, y, s)
  place(on, moonFlower, 20, 540, 1.8)
  place(on, moonFlower, 1480, 560, 1.5)
  place(on, lunaMoth, 1400, 300, 1.1, 24)
  specks(on, { x: 0, y: 200, width: 1600, height: 640, count: 60, seed: 41, smallest: 1.4, largest: 3.6 }, '#fff3a0')
  vignette(on, 1600, 900, '#03020f', 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: lunaMoth,
      p2: moonFlower,
      p3: mushrooms,
      p4: pitcherPlant,
      l1: seedPod,
      l2: nightBerries,
      l3: veinedLeaf,
      l4: crozier,
      wild: fireflyJar,
      scatter: bloomingMoon,
    },
    { light, shadow, auras: { p1: '#7df0d0', wild: '#ffd257', scatter: '#b0a4ff' } },
  )
