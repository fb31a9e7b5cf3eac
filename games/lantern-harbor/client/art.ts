// Lantern Harbour's pictures by symbol id.
// The harbour at night: a full moon, roofs with lit windows, lanterns on lines, their light on the water.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { box, ridge } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { firework, fullMoon } from './heavens.ts'
import { anchor, bell, lotusFlower, teaCup } from './lows.ts'
import { light, shadow } from './palette.ts'
import { junk, koi, lantern } from './pictures.ts'

function pagoda(on: Drawing, x: number, base: number, width: number, floors: number, tone: string) {
  for (let floor = 0; floor < floors; floor++) {
    const half = (width / 2) * (1 - floor * 0.16)
    const y = base - floor * width * 0.42
    on.path(box(x - half * 0.7, y - width * 0.3, half * 1.4, width * 0.32), `fill="${tone}"`)
    on.path(
      `M${x - half * 1.3} ${y - width * 0.24}Q${x - half * 0.6} ${y - width * 0.32} ${x - half * 0.3} ${y - width * 0.46}H${x + half * 0.3}Q${x + half * 0.6} ${y - width * 0.32} ${x + half * 1.3} ${y - width * 0.24}Z`,
      `fill="${tone}"`,
    )
    for (const side of [-0.4, 0, 0.4])
      on.path(box(x + half * side - 3, y - width * 0.18, 6, width * 0.12), 'fill="#ffc46b" fill-opacity=".85"')
  }
}

export function sky(on: Drawing, width: number, height: number, horizon: number) {
  wash(on, width, height, on.down(['#070a2c', '#1a1658', '#4a2478', '#b2486e', '#f09a5e']))
  specks(on, { x: 0, y: 0, width, height: horizon * 0.7, count: Math.round(width / 9), seed: 5 }, '#fff')
}

export function water(on: Drawing, width: number, height: number, horizon: number, moonX: number) {
  on.add(
    `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${on.down(['#8a3c72', '#2c2468', '#0c0f3a', '#060724'])}"/>`,
  )
  for (let row = 0; row < 14; row++) {
    const y = horizon + 4 + row * row * 0.9 + row * 3
    if (y > height) break
    const half = 12 + row * 7
    on.line(
      `M${moonX - half} ${y}H${moonX + half * 0.4}M${moonX + half * 0.7} ${y + 2}h${half * 0.4}`,
      '#ffdf9a',
      1.2 + row * 0.22,
      `stroke-opacity="${(0.75 - row * 0.04).toFixed(2)}"`,
    )
  }
}

export function roofs(on: Drawing, width: number, horizon: number) {
  on.path(ridge(width, horizon, horizon - 70, 26, 6, 9), 'fill="#4a2270" fill-opacity=".75"')
  on.path(ridge(width, horizon, horizon - 34, 18, 9, 4), 'fill="#2a1656"')
}

export function scene(): string {
  const on = drawing(light)
  sky(on, 1600, 900, 520)
  on.glow(1130, 230, 300, '#ffdf9a', 0.55)
  place(on, fullMoon, 1010, 116, 2.4)
  place(on, firework, 330, 170, 1.9)
  place(on, firework, 180, 260, 1.1)
  place(on, firework, 1440, 250, 1.3)
  roofs(on, 1600, 520)
  for (const [x, width, floors] of [
    [120, 150, 4],
    [320, 110, 2],
    [520, 90, 2],
    [1330, 120, 3],
    [1500, 160, 4],
  ] as const)
    pagoda(on, x, 524, width, floors, '#190d40')
  water(on, 1600, 900, 520, 1130)
  for (const [from, to, dip, y] of [
    [-20, 620, 90, 40],
    [560, 1180, 70, 20],
    [1100, 1640, 100, 50],
  ] as const) {
    on.line(`M${from} ${y}Q${(from + to) / 2} ${y + dip * 2} ${to} ${y}`, '#0a0630', 3)
    for (let at = 0.1; at < 1; at += 0.2) {
      const x = from + (to - from) * at
      const drop = y + 4 * dip * at * (1 - at)
      on.glow(x, drop + 34, 80, '#ff9a4a', 0.5)
      place(on, lantern, x - 28, drop - 2, 0.56)
    }
  }
  for (const [x, y] of [
    [260, 640],
    [520, 740],
    [820, 690],
    [1280, 760],
    [1460, 640],
  ] as const) {
    on.glow(x, y, 70, '#ff9a4a', 0.6, 22)
    on.path(box(x - 10, y - 22, 20, 22, 3), `fill="${on.down(['#ffe9a8', '#ff8a3c'])}"`)
  }
  vignette(on, 1600, 900, '#03031a', 0.8)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    { p1: lantern, p2: junk, p3: koi, l1: lotusFlower, l2: anchor, l3: teaCup, l4: bell },
    { light, shadow, auras: { p1: '#ff8a3c' } },
  )
