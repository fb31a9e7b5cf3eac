// Kite Festival's pictures by symbol id.
// A wide beach on a bright morning: kites of all kinds over the sea, tents and flags along the sand.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { ridge } from '#games/art/shapes.ts'
import { vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { cloud, pinwheel, ribbon, spool } from './lows.ts'
import { light, shadow } from './palette.ts'
import { bird, boxKite, diamond, dragon, sun } from './pictures.ts'

export function skyAndSea(on: Drawing, width: number, height: number, horizon: number) {
  wash(on, width, height, on.down(['#1f7cc8', '#5ab8ea', '#a8e4f6', '#eafaf4']))
  on.glow(width * 0.22, height * 0.16, width * 0.42, '#fffbe0', 0.9)
  on.add(
    `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${on.down(['#3fc8d8', '#1f9ac0', '#1478a8'])}"/>`,
  )
  let crests = ''
  for (let row = 0; row < 6; row++)
    for (let x = (row % 2) * 60; x < width; x += 130 + row * 20)
      crests += `M${x} ${(horizon + (row + 0.6) * (height - horizon) * 0.07).toFixed(0)}q${width / 60} ${-height / 150} ${width / 30} 0`
  on.line(crests, '#e8ffff', height / 320, 'stroke-opacity=".6"')
  const beach = horizon + (height - horizon) * 0.46
  on.path(ridge(width, height, beach, height * 0.012, 4, 9), 'fill="#e8ffff" fill-opacity=".85"')
  on.path(
    ridge(width, height, beach + height * 0.014, height * 0.012, 4, 9),
    `fill="${on.down(['#ffeab8', '#f4c888', '#d89a5c'])}"`,
  )
}

function tent(on: Drawing, x: number, y: number, scale: number, stripes: readonly [string, string]) {
  on.group(`transform="translate(${x} ${y}) scale(${scale})"`, () => {
    on.path('M4 44H96V96H4Z', `fill="${stripes[1]}"`)
    for (let stripe = 0; stripe < 4; stripe++) on.path(`M${4 + stripe * 26} 44h13v52h-13Z`, `fill="${stripes[0]}"`)
    on.path(
      'M50 6L104 46H-4Z',
      `fill="${on.linear([stripes[1], stripes[0]])}" stroke="#0c3a5e" stroke-opacity=".4" stroke-width="1.500"`,
    )
    on.path(
      'M-4 46q9 14 18 0q9 14 18 0q9 14 18 0q9 14 18 0q9 14 18 0q9 14 18 0',
      `fill="${stripes[1]}" stroke="#0c3a5e" stroke-opacity=".35" stroke-width="1.200"`,
    )
    on.line('M50 6V-16', '#40200a', 2.4)
    on.path('M50 -16L74 -10L50 -3Z', 'fill="#ffd84a"')
    on.path('M40 96V66Q50 56 60 66V96Z', 'fill="#0c3a5e" fill-opacity=".45"')
  })
}

export function scene(): string {
  const on = drawing(light)
  skyAndSea(on, 1600, 900, 560)
  for (const [x, y, scale] of [
    [40, 250, 2],
    [420, 60, 1.4],
    [1040, 110, 1.7],
    [1350, 330, 2.2],
  ] as const)
    place(on, cloud, x, y, scale)
  on.line(
    'M260 330Q360 620 380 800M1330 210Q1240 560 1210 800M1180 420Q1120 660 1110 800M560 250Q480 560 470 800',
    '#ffffff',
    2,
    'stroke-opacity=".55"',
  )
  place(on, dragon, 130, 120, 2.6, -8)
  place(on, bird, 1240, 60, 2.2, 8)
  place(on, diamond, 500, 130, 1.2, 10)
  place(on, boxKite, 1120, 330, 1.3, 6)
  tent(on, 60, 640, 1.7, ['#ff7a5a', '#fff6e8'])
  tent(on, 1380, 640, 1.8, ['#4fe0d0', '#fff6e8'])
  tent(on, 260, 680, 1.1, ['#b77af0', '#fff6e8'])
  vignette(on, 1600, 900, '#062c50', 0.45)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: dragon,
      p2: bird,
      p3: diamond,
      p4: boxKite,
      l1: pinwheel,
      l2: spool,
      l3: ribbon,
      l4: cloud,
      wild: sun,
    },
    { light, shadow, auras: { p1: '#ffb08a', wild: '#ffe27a' } },
  )
