// The pictures: the engine, a suitcase, the porter's cap, a cup from the dining car, and what is special.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, ellipse, petal, polar, star } from '#games/art/shapes.ts'
import { brass, burgundy, card, china, coal, gold, leather, navy, red, steel } from './palette.ts'

export function engine(on: Drawing) {
  on.form('M38 6Q50 1 62 6L59 26H41Z', coal, { depth: 0.7 })
  on.form(box(35, 2, 30, 8, 3), brass, { depth: 0.5, outline: 1.2 })
  on.form(box(10, 62, 80, 16, 4), burgundy, { depth: 0.8 })
  on.form(circle(50, 48, 33), steel, { depth: 1 })
  on.form(circle(50, 48, 26), coal, {
    depth: 0.8,
    outline: 1.2,
    inside: () => on.line('M50 48L50 24M50 48L71 60M50 48L29 60', '#7484b0', 2.4, 'stroke-opacity=".7"'),
  })
  for (let bolt = 0; bolt < 12; bolt++)
    on.path(circle(...polar(50, 48, 29.6, bolt * 30 + 15), 1.7), 'fill="#e6eeff" stroke="#0c1030" stroke-width=".7"')
  on.form(circle(50, 50, 9), brass, { depth: 0.5, outline: 1.2 })
  on.path(star(50, 50, 5, 6, 2.6), 'fill="#7a1a2c"')
  on.glow(50, 26, 26, '#fff3b0', 0.95)
  on.form(circle(50, 26, 11), brass, { depth: 0.5, outline: 1.3 })
  on.path(circle(50, 26, 7.6), `fill="${on.radial(['#ffffff', '#fff4b8', '#ffc23a'])}"`)
  on.form('M6 78H94L86 96H14Z', coal, {
    depth: 0.8,
    inside: () => on.line('M22 78L28 98M36 78L40 98M50 78V98M64 78L60 98M78 78L72 98', '#c9a45a', 3.2),
  })
  for (const x of [16, 84]) {
    on.form(box(x - 9, 65, 18, 10, 3), steel, { depth: 0.5, outline: 1.2 })
    on.form(circle(x, 70, 6.5), red, { depth: 0.5, outline: 1.2 })
    on.gloss(x - 2, 67, 2.4, 1.6, -30, 0.9)
  }
}

export function suitcase(on: Drawing) {
  on.form('M34 26C34 10 66 10 66 26H59C59 18 41 18 41 26Z', leather, { depth: 0.5, outline: 1.4 })
  on.form(box(5, 24, 90, 68, 9), leather, {
    inside: () => {
      on.path('M5 52H95V92H5Z', 'fill="#301406" fill-opacity=".2"')
      on.line('M5 53H95', '#3c1a08', 2)
    },
  })
  for (const x of [18, 70]) {
    on.form(
      box(x, 22, 12, 72, 2),
      { ...leather, fill: ['#8a4a20', '#5a2c12', '#30140a'] },
      { depth: 0.5, outline: 1.1 },
    )
    on.form(box(x - 2, 46, 16, 13, 3), brass, { depth: 0.5, outline: 1.1 })
    on.path(box(x + 3, 50, 6, 5, 1), 'fill="#4d2e0a"')
  }
  for (const [x, y] of [
    [5, 24],
    [95, 24],
    [5, 92],
    [95, 92],
  ] as const)
    on.path(circle(x === 5 ? 11 : 89, y === 24 ? 30 : 86, 4.4), 'fill="#e8bf62" stroke="#241304" stroke-width="1.2"')
  on.group('transform="rotate(-9 50 70)"', () => {
    on.form(box(34, 62, 34, 22, 3), card, { depth: 0.4, outline: 1 })
    on.path('M38 78Q44 66 50 76T64 70V80H38Z', 'fill="#3f7cc0"')
    on.path(circle(59, 67.5, 3), 'fill="#f0503c"')
  })
  on.form(circle(50, 38, 9), burgundy, { depth: 0.4, outline: 1 })
  on.path(star(50, 38, 6, 6, 3), 'fill="#ffe48a"')
}

export function cap(on: Drawing) {
  on.form('M8 42C6 20 30 8 50 8S94 20 92 42C92 52 84 58 82 62H18C16 58 8 52 8 42Z', navy, {
    inside: () => {
      on.path('M8 42Q50 24 92 42V30H8Z', 'fill="#c0ccff" fill-opacity=".22"')
      on.line('M50 8V30M24 14L32 34M76 14L68 34', '#141c4e', 1.6, 'stroke-opacity=".7"')
    },
  })
  on.form('M16 56Q50 46 84 56L86 74Q50 64 14 74Z', burgundy, {
    depth: 0.7,
    inside: () => on.line('M12 61Q50 51 88 61M12 70Q50 60 88 70', '#ffd65a', 2.2),
  })
  on.form('M14 73Q50 62 86 73Q98 84 92 92Q72 78 50 78T8 92Q2 84 14 73Z', coal, { depth: 0.8 })
  on.gloss(34, 79, 16, 4, -10, 0.65)
  on.form(circle(50, 52, 13), gold, { depth: 0.7 })
  on.path(winged(50, 52, 0.62), 'fill="#7a1a2c"')
  for (const x of [20, 80]) on.form(circle(x, 66, 4), gold, { depth: 0.4, outline: 1 })
}

export function cup(on: Drawing) {
  for (const [x, sway] of [
    [40, 5],
    [52, -5],
    [63, 5],
  ] as const)
    on.line(`M${x} 34C${x + sway} 26 ${x - sway} 20 ${x} 8`, '#fff6e4', 4, 'stroke-opacity=".5"')
  on.form(ellipse(50, 86, 46, 11), china, {
    depth: 0.7,
    inside: () => on.path(ellipse(50, 84, 30, 6), 'fill="#857868" fill-opacity=".4"'),
  })
  on.line('M7 88Q50 101 93 88', '#c9a45a', 2)
  on.form('M76 46C96 42 98 70 72 70V63C86 63 86 52 76 54Z', china, { depth: 0.5, outline: 1.3 })
  on.form('M14 38H80C80 66 70 84 47 84S14 66 14 38Z', china, {
    inside: () => {
      on.path('M10 47H84V57H10Z', 'fill="#2e3f8c"')
      on.line('M10 45H84M10 59H84', '#d9a43c', 2)
      on.path(winged(47, 68, 0.55), 'fill="#d9a43c"')
    },
  })
  on.form(ellipse(47, 38, 33, 8), china, { depth: 0.4, outline: 1.2 })
  on.path(ellipse(47, 39, 27, 5.4), `fill="${on.linear(['#8a4a20', '#4a2008', '#2a0e02'])}"`)
}

/** A wheel with wings, the mark of the line. */
export function winged(x: number, y: number, scale: number): string {
  const at = (dx: number, dy: number) => `${(x + dx * scale).toFixed(1)} ${(y + dy * scale).toFixed(1)}`
  const side = (turn: number) =>
    `M${at(turn * 6, -6)}Q${at(turn * 16, -12)} ${at(turn * 30, -10)}L${at(turn * 26, -5)}L${at(turn * 29, -3)}L${at(turn * 23, 1)}L${at(turn * 25, 3)}Q${at(turn * 14, 9)} ${at(turn * 6, 6)}Z`
  return `${side(1)}${side(-1)}${circle(x, y, 6.6 * scale)}`
}

export function emblem(on: Drawing) {
  on.glow(50, 50, 52, '#ffd65a', 0.85)
  for (let ray = 0; ray < 16; ray++)
    on.form(petal(...polar(50, 50, 20, ray * 22.5), ray % 2 ? 24 : 29, 4, ray * 22.5, 0.4), gold, {
      depth: 0.4,
      outline: 1,
    })
  on.form(circle(50, 50, 32), brass, { depth: 0.9 })
  on.form(circle(50, 50, 26), navy, { depth: 0.8, outline: 1.2 })
  on.path(star(50, 50, 4, 23, 6), 'fill="#fff3c0"')
  on.path(star(50, 50, 4, 15, 5, -45), 'fill="#d9a43c"')
  on.path(
    'M50 27L50 50L45.8 45.8ZM73 50H50L54.200 45.800ZM50 73V50L54.200 54.200ZM27 50H50L45.800 54.200Z',
    'fill="#9a6a24" fill-opacity=".75"',
  )
  on.form(circle(50, 50, 4.4), gold, { depth: 0.3, outline: 0.9 })
}

export function goldCoin(on: Drawing) {
  on.form(circle(50, 50, 44), gold, { depth: 1.2 })
  for (let notch = 0; notch < 36; notch++)
    on.path(circle(...polar(50, 50, 40.5, notch * 10), 1.3), 'fill="#8a5208" fill-opacity=".75"')
  on.form(circle(50, 50, 35), { ...gold, fill: ['#ffe99a', '#ffd65a', '#f0b43a'] }, { depth: 0.6, outline: 1.2 })
  on.path(winged(50, 23.5, 0.62), 'fill="#b87a14"')
  on.path(`${star(34, 76, 5, 4, 1.8)}${star(50, 79, 5, 4.4, 2)}${star(66, 76, 5, 4, 1.8)}`, 'fill="#b87a14"')
  on.gloss(32, 22, 14, 5, -32, 0.85)
}

export function socket(on: Drawing) {
  on.path(
    circle(50, 50, 43),
    `fill="${on.down(['#060818', '#1c2350'])}" stroke="#c9a45a" stroke-opacity=".45" stroke-width="2"`,
  )
  on.path(
    circle(50, 50, 36),
    'fill="none" stroke="#c9a45a" stroke-opacity=".22" stroke-width="1.600" stroke-dasharray="3 5"',
  )
  on.path(winged(50, 50, 0.8), 'fill="#c9a45a" fill-opacity=".2"')
}
