// Jade Rapids' pictures by symbol id.
// A gorge in the morning mist: green walls, a pavilion, and a river that falls in steps.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { sequence } from '#games/art/sequence.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { bambooStalks, mapleInAutumn, stones } from './lows.ts'
import { gold, lacquer, light, shadow } from './palette.ts'
import { bell, crane, jadeDisc, koi, lotusFlower, wave } from './pictures.ts'

/** Pillars of rock with rounded heads, lighter the further away they are. */
function pillars(
  on: Drawing,
  width: number,
  base: number,
  tops: readonly (readonly [x: number, y: number, half: number])[],
  colours: readonly string[],
) {
  for (const [x, y, half] of tops)
    on.path(
      `M${(x - half) * width} ${base}C${(x - half * 0.9) * width} ${y + (base - y) * 0.4} ${(x - half * 0.7) * width} ${y + (base - y) * 0.12} ${(x - half * 0.35) * width} ${y}Q${x * width} ${y - (base - y) * 0.07} ${(x + half * 0.3) * width} ${y + (base - y) * 0.02}C${(x + half * 0.75) * width} ${y + (base - y) * 0.16} ${(x + half * 0.85) * width} ${y + (base - y) * 0.5} ${(x + half) * width} ${base}Z`,
      `fill="${on.down(colours)}"`,
    )
}

export function gorge(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#0d5a5c', '#3f9c88', '#bfe6c4', '#7fc4ac']))
  on.glow(width * 0.62, height * 0.2, width * 0.4, '#fffbd6', 0.9)
  on.path(
    `M${width * 0.62 - height * 0.07} ${height * 0.2}a${height * 0.07} ${height * 0.07} 0 1 0 ${height * 0.14} 0a${height * 0.07} ${height * 0.07} 0 1 0 ${-height * 0.14} 0Z`,
    'fill="#fffbe0"',
  )
  const at = (share: number) => height * share
  pillars(
    on,
    width,
    at(0.72),
    [
      [0.3, at(0.26), 0.12],
      [0.52, at(0.36), 0.1],
      [0.78, at(0.3), 0.12],
    ],
    ['#8fc8b4', '#bfe0c8'],
  )
  on.path(
    `M0 ${at(0.58)}Q${width * 0.3} ${at(0.52)} ${width * 0.6} ${at(0.6)}T${width} ${at(0.56)}V${at(0.74)}H0Z`,
    'fill="#eafff0" fill-opacity=".45"',
  )
  pillars(
    on,
    width,
    at(0.84),
    [
      [0.12, at(0.14), 0.17],
      [0.92, at(0.1), 0.18],
    ],
    ['#4f9a80', '#2b6e60', '#8fc4a8'],
  )
  pillars(
    on,
    width,
    at(0.9),
    [
      [-0.02, at(0.3), 0.14],
      [1.03, at(0.34), 0.14],
    ],
    ['#1f6a56', '#0c423c'],
  )
}

/** Steps of falling water, each with its foam. */
export function falls(on: Drawing, x: number, steps: readonly (readonly [y: number, half: number, drop: number])[]) {
  const next = sequence(23)
  for (const [y, half, drop] of steps) {
    on.path(
      `M${x - half} ${y}Q${x} ${y - half * 0.08} ${x + half} ${y}L${x + half * 1.06} ${y + drop}Q${x} ${y + drop * 1.06} ${x - half * 1.06} ${y + drop}Z`,
      `fill="${on.down(['#f2ffff', '#9fe8e4', '#3fa8b4', '#d8fbf6'])}"`,
    )
    let threads = ''
    for (let thread = 0; thread < 22; thread++) {
      const from = x - half + next() * half * 2
      threads += `M${from.toFixed(0)} ${(y + next() * drop * 0.3).toFixed(0)}v${(drop * (0.4 + next() * 0.5)).toFixed(0)}`
    }
    on.line(threads, '#ffffff', half / 60, 'stroke-opacity=".65"')
    on.glow(x, y + drop, half * 1.25, '#ffffff', 0.85, drop * 0.34)
  }
}

export function pavilion(on: Drawing, x: number, y: number, scale: number) {
  on.group(`transform="translate(${x} ${y}) scale(${scale})"`, () => {
    on.path(
      'M-8 94H108Q96 112 84 116Q70 140 52 144Q34 138 22 118Q4 112 -8 94Z',
      `fill="${on.down(['#3f8c74', '#0c423c'])}"`,
    )
    for (const post of [16, 38, 62, 84])
      on.path(`M${post - 2.5} 46h5v46h-5Z`, 'fill="#8c1822" stroke="#26030a" stroke-width="1"')
    on.path('M8 84h84v12H8Z', 'fill="#26484a" stroke="#04201e" stroke-width="1"')
    for (const [top, half] of [
      [34, 52],
      [10, 38],
    ] as const)
      on.form(
        `M${50 - half} ${top + 16}C${50 - half * 0.6} ${top + 14} ${50 - half * 0.4} ${top + 6} ${50 - half * 0.3} ${top}H${50 + half * 0.3}C${50 + half * 0.4} ${top + 6} ${50 + half * 0.6} ${top + 14} ${50 + half} ${top + 16}C${50 + half * 0.6} ${top + 24} ${50 - half * 0.6} ${top + 24} ${50 - half} ${top + 16}Z`,
        lacquer,
        { depth: 0.6, outline: 1 },
      )
    on.form('M47 10L50 -6L53 10Z', gold, { depth: 0.3, outline: 0.8 })
  })
}

export function scene(): string {
  const on = drawing(light)
  gorge(on, 1600, 900)
  pavilion(on, 1250, 470, 1.9)
  falls(on, 800, [
    [330, 90, 150],
    [470, 190, 130],
    [600, 330, 130],
  ])
  on.add(`<rect y="725" width="1600" height="175" fill="${on.down(['#7fd8cc', '#1f8088', '#073c48'])}"/>`)
  on.glow(800, 735, 560, '#ffffff', 0.8, 46)
  for (const [x, y, length] of [
    [140, 790, 260],
    [620, 820, 320],
    [1120, 780, 300],
    [900, 860, 240],
  ] as const)
    on.line(`M${x} ${y}q${length / 4} -8 ${length / 2} 0t${length / 2} 0`, '#eaffff', 3, 'stroke-opacity=".4"')
  for (const [x, y, scale, turn] of [
    [-20, 330, 4.6, -3],
    [170, 470, 3.2, 4],
    [1390, 330, 4.7, 4],
  ] as const)
    place(on, bambooStalks, x, y, scale, turn)
  place(on, stones, 330, 690, 1.5)
  place(on, stones, 1180, 700, 1.4)
  for (const [x, y, scale] of [
    [250, 770, 1.1],
    [1330, 780, 1.2],
    [520, 810, 0.8],
  ] as const)
    place(on, lotusFlower, x, y, scale)
  specks(on, { x: 300, y: 300, width: 1000, height: 460, count: 70, seed: 12, smallest: 1, largest: 3 }, '#ffffff')
  vignette(on, 1600, 900, '#021a1a', 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: koi,
      p2: crane,
      p3: lotusFlower,
      p4: bell,
      l1: mapleInAutumn,
      l2: bambooStalks,
      l3: wave,
      l4: stones,
      wild: jadeDisc,
    },
    { light, shadow, auras: { p1: '#7ff0d8', wild: '#7fffb0' } },
  )
