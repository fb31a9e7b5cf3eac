// The pictures: the queen bee, a jar of honey, the dipper, a hive of straw, and the wild: a drop in its cell.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, ellipse, petal, polar, polygon } from '#games/art/shapes.ts'
import { eye, gold, honey, linen, straw, velvet, wax, wing, wood } from './palette.ts'

const mirrored = 'transform="matrix(-1 0 0 1 100 0)"'

export const hexagon = (x: number, y: number, radius: number, turn = 30) =>
  polygon(Array.from({ length: 6 }, (_, corner) => polar(x, y, radius, turn + corner * 60)))

export function queenBee(on: Drawing) {
  for (const side of ['', mirrored])
    on.group(side, () => {
      on.form('M48 44C34 22 12 14 3 26C-3 38 14 54 46 54Z', wing, {
        depth: 0.6,
        outline: 1.1,
        inside: () => on.line('M46 50C32 40 18 30 6 28M44 50C30 46 18 42 8 38M30 36L24 26', '#7fa8c8', 1),
      })
      on.form('M47 54C32 52 14 58 12 68C14 78 34 74 47 62Z', wing, {
        depth: 0.5,
        outline: 1.1,
        inside: () => on.line('M45 58C34 60 24 64 16 69', '#7fa8c8', 1),
      })
    })
  on.form('M50 40C66 40 71 56 69 70C67 84 58 95 50 98C42 95 33 84 31 70C29 56 34 40 50 40Z', honey, {
    inside: () => {
      for (const [y, bend] of [
        [56, 8],
        [70, 9],
        [84, 7],
      ] as const)
        on.path(`M26 ${y - 4}Q50 ${y + bend} 74 ${y - 4}V${y + 2}Q50 ${y + bend + 7} 26 ${y + 2}Z`, 'fill="#2b1505"')
      on.path('M40 44C36 56 36 74 42 88', 'fill="none" stroke="#fff6c0" stroke-opacity=".55" stroke-width="4"')
    },
  })
  on.form('M50 26C64 26 70 34 68 42C64 50 36 50 32 42C30 34 36 26 50 26Z', velvet, {
    depth: 0.8,
    inside: () => on.line('M34 42l3 -7M40 46l2 -8M50 47v-8M60 46l-2 -8M66 42l-3 -7', '#c98a3c', 1.6),
  })
  on.form(circle(50, 22, 14), velvet, { depth: 0.8 })
  for (const side of ['', mirrored])
    on.group(side, () => {
      on.line('M44 12C40 6 36 4 32 5', '#1a0d05', 2.2)
      on.path(circle(31, 5.5, 2.6), 'fill="#e8a23a" stroke="#1a0d05" stroke-width="1"')
      on.form('M46 14C38 13 34 20 37 28C40 33 45 31 46 26C47 22 47 18 46 14Z', eye, { depth: 0.4, outline: 0.8 })
      on.gloss(40.5, 19, 1.8, 3.4, 14, 0.9)
    })
  on.form('M45 29Q50 26 55 29L52 36H48Z', gold, { depth: 0.3, outline: 0.9 })
  on.form('M36 14L34 1L43 7L50 -3L57 7L66 1L64 14Q50 9 36 14Z', gold, { depth: 0.6, outline: 1.3 })
  for (const [x, y, colour] of [
    [50, 6, '#e0243c'],
    [40, 9.5, '#39a9d8'],
    [60, 9.5, '#39a9d8'],
  ] as const)
    on.path(circle(x, y, 2), `fill="${colour}" stroke="#7a3a04" stroke-width=".7"`)
}

export function jar(on: Drawing) {
  on.form('M22 30H78C88 36 91 46 91 58C91 78 84 94 74 97H26C16 94 9 78 9 58C9 46 12 36 22 30Z', honey, {
    inside: () => {
      on.path('M8 36Q30 46 50 39T92 38V26H8Z', 'fill="#fff8dc" fill-opacity=".8"')
      on.glow(34, 74, 34, '#fff2a0', 0.75)
      for (const [x, y, r] of [
        [70, 60, 3],
        [76, 74, 2.2],
        [30, 52, 2],
        [64, 86, 2.4],
      ] as const)
        on.path(circle(x, y, r), 'fill="#fff6c4" fill-opacity=".75"')
    },
  })
  on.path(
    'M17 48C14 60 16 78 23 88',
    'fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="4.500" stroke-linecap="round"',
  )
  on.form(box(30, 52, 46, 30, 5), linen, { depth: 0.5, outline: 1.2 })
  on.form(hexagon(53, 67, 10.5), honey, { depth: 0.5, outline: 1.1 })
  on.gloss(50, 63, 3.6, 2.2, -30, 0.9)
  on.form('M16 10Q50 2 84 10L86 26Q50 32 14 26Z', linen, {
    depth: 0.7,
    inside: () =>
      on.line('M8 14L92 30M8 22L70 34M30 4L94 18M24 2L12 34M44 2L32 36M64 2L52 36M84 2L72 36', '#d8574a', 3.4),
  })
  on.form('M13 26Q50 33 87 26L89 36Q80 33 72 38Q62 32 52 38Q42 32 32 38Q22 33 11 36Z', linen, {
    depth: 0.5,
    outline: 1.2,
    inside: () => on.line('M10 31H90', '#d8574a', 2.4),
  })
  on.line('M14 26Q50 33 86 26', '#8a5a20', 2.6)
}

export function dipper(on: Drawing) {
  on.group('transform="rotate(38 50 50)"', () => {
    on.form(box(45, -14, 10, 66, 5), wood, { depth: 0.6 })
    on.form('M38 46Q50 40 62 46L68 58Q50 66 32 58Z', wood, { depth: 0.5, outline: 1.3 })
    for (const [y, half] of [
      [60, 21],
      [70, 22],
      [80, 20],
      [90, 15],
    ] as const)
      on.form(
        `M${50 - half} ${y}Q50 ${y - 5} ${50 + half} ${y}Q${52 + half} ${y + 5} ${48 + half} ${y + 8}Q50 ${y + 12} ${52 - half} ${y + 8}Q${48 - half} ${y + 5} ${50 - half} ${y}Z`,
        wood,
        { depth: 0.5, outline: 1.3 },
      )
  })
  on.form(
    'M10 46C20 40 34 50 46 60C56 66 58 76 48 80C44 82 44 90 40 92C35 93 34 84 30 80C26 84 27 97 20 97C14 97 17 80 12 74C4 66 2 52 10 46Z',
    honey,
    { outline: 1.4 },
  )
  on.gloss(16, 58, 5, 9, 16, 0.85)
  on.gloss(36, 66, 7, 3, 36, 0.6)
  on.form('M52 88c4 -7 6 -9 6 -12c3 4 7 7 7 12a6.500 6.500 0 0 1 -13 0Z', honey, { depth: 0.4, outline: 1.1 })
}

export function hive(on: Drawing) {
  on.form(box(8, 88, 84, 9, 3), wood, { depth: 0.6 })
  for (const [y, half] of [
    [76, 39],
    [62, 39],
    [48, 36],
    [34, 30],
    [20, 21],
  ] as const)
    on.form(
      `M${50 - half} ${y}Q50 ${y - 8} ${50 + half} ${y}Q${55 + half} ${y + 7} ${50 + half} ${y + 13}Q50 ${y + 18} ${50 - half} ${y + 13}Q${45 - half} ${y + 7} ${50 - half} ${y}Z`,
      straw,
      {
        depth: 0.8,
        outline: 1.4,
        inside: () =>
          on.line(
            Array.from({ length: 9 }, (_, index) => {
              const x = 50 - half + (index + 0.3) * (half / 4.4)
              return `M${x} ${y - 4}l5 20`
            }).join(''),
            '#7a4a12',
            1.5,
            'stroke-opacity=".7"',
          ),
      },
    )
  on.form('M38 10Q50 2 62 10Q66 18 60 22Q50 26 40 22Q34 18 38 10Z', straw, { depth: 0.7, outline: 1.3 })
  on.path(
    'M38 88V76C38 66 44 61 50 61S62 66 62 76V88Z',
    `fill="${on.down(['#5a2d08', '#1c0c03'])}" stroke="#e8b860" stroke-width="2.4"`,
  )
  on.glow(50, 82, 10, '#ffb52a', 0.85)
  for (const [x, y, turn] of [
    [14, 34, -20],
    [84, 28, 24],
    [76, 58, 8],
  ] as const)
    on.group(`transform="translate(${x} ${y}) rotate(${turn})"`, () => {
      on.path(ellipse(-2, -4, 2.6, 4.6), 'fill="#e8f6ff" stroke="#5d7f98" stroke-width=".7"')
      on.path(ellipse(2.5, -4, 2.6, 4.6), 'fill="#e8f6ff" stroke="#5d7f98" stroke-width=".7"')
      on.path(ellipse(0, 1, 6, 4), 'fill="#ffbf26" stroke="#2b1505" stroke-width="1.2"')
      on.line('M-1.500 -2.400v7M2 -2v6', '#2b1505', 1.8)
    })
}

/** The wild: a drop of honey that shines in its cell. */
export function honeyDrop(on: Drawing) {
  on.glow(50, 50, 52, '#ffd23f', 0.9)
  on.form(hexagon(50, 50, 47), gold, { depth: 1.1 })
  on.form(hexagon(50, 50, 36), { ...velvet, rim: '#ffbe3a' }, { depth: 0.8, outline: 1 })
  for (let ray = 0; ray < 12; ray++)
    on.path(
      petal(...polar(50, 52, 17, ray * 30), ray % 2 ? 14 : 19, 2, ray * 30, 0.4),
      'fill="#ffd75a" fill-opacity=".7"',
    )
  on.form('M50 18C54 34 70 44 70 60C70 72 61 80 50 80S30 72 30 60C30 44 46 34 50 18Z', honey, { outline: 1.4 })
  on.gloss(42, 56, 5, 11, 18, 0.95)
  on.path(
    'M40 71Q50 77 60 70',
    'fill="none" stroke="#fff3b0" stroke-opacity=".8" stroke-width="2.400" stroke-linecap="round"',
  )
  for (let corner = 0; corner < 6; corner++)
    on.form(circle(...polar(50, 50, 41.5, 30 + corner * 60), 3), wax, { depth: 0.3, outline: 0.8 })
}
