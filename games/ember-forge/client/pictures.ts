// The four pictures: crown, sword, shield, war hammer.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, ellipse, star } from '#games/art/shapes.ts'
import { blade, crimson, gold, iron, leather, ruby } from './palette.ts'

export function crown(on: Drawing) {
  on.form('M14 80L4 30L28 50L50 10L72 50L96 30L86 80Z', gold, {
    inside: () => {
      on.line('M26 76L20 52M50 76V34M74 76L80 52', '#7a3a0c', 1.6, 'stroke-opacity=".6"')
      on.path('M50 38l7 12-7 12-7-12Z', 'fill="#7a3a0c" fill-opacity=".7"')
    },
  })
  on.form('M50 40l6 10-6 10-6-10Z', ruby, { depth: 0.4, outline: 0.8 })
  for (const [x, y] of [
    [4, 27],
    [50, 8],
    [96, 27],
  ] as const)
    on.form(circle(x === 4 ? 7 : x === 96 ? 93 : x, y, 6), ruby, { depth: 0.5, outline: 1.2 })
  on.form('M10 76Q50 68 90 76L88 94Q50 86 12 94Z', gold, { depth: 0.8 })
  for (const [x, y, r] of [
    [24, 83, 4],
    [50, 81, 5.4],
    [76, 83, 4],
  ] as const) {
    on.form(ellipse(x, y, r, r * 0.9), x === 50 ? ruby : crimson, { depth: 0.4, outline: 1 })
    on.gloss(x - 1, y - 2, r * 0.4, r * 0.25, 0, 0.9)
  }
}

export function sword(on: Drawing) {
  on.group('transform="rotate(42 50 50)"', () => {
    on.form('M43 64V4L50 -16L57 4V64Z', blade, {
      inside: () => on.path('M50 -16V64H60V0Z', 'fill="#1c1a2a" fill-opacity=".42"'),
    })
    on.path('M48.600 60V2L50 -4L51.400 2V60Z', 'fill="#ff9a3c" fill-opacity=".9"')
    on.glow(50, 30, 10, '#ff8a2a', 0.6, 40)
    on.form(box(45, 70, 10, 28, 3), leather, {
      depth: 0.5,
      inside: () => on.line('M42 78L58 73M42 85L58 80M42 92L58 87M42 99L58 94', '#ffb45a', 1.6),
    })
    on.form('M22 58C30 64 40 62 50 62S70 64 78 58L82 66C74 74 64 72 50 72S26 74 18 66Z', gold, { depth: 0.7 })
    on.form(circle(50, 66, 5), ruby, { depth: 0.4, outline: 1 })
    on.form(circle(50, 104, 8), gold, { depth: 0.5 })
    on.form(circle(50, 104, 4), ruby, { depth: 0.3, outline: 0.8 })
  })
}

export function shield(on: Drawing) {
  on.form('M50 3C64 12 80 14 93 14C94 50 84 80 50 98C16 80 6 50 7 14C20 14 36 12 50 3Z', iron)
  on.form('M50 14C62 21 73 23 84 23.500C84 50 76 74 50 88C24 74 16 50 16 23.500C27 23 38 21 50 14Z', crimson, {
    depth: 0.8,
    outline: 1,
    inside: () => on.path('M50 0V100H100V0Z', 'fill="#3a0612" fill-opacity=".42"'),
  })
  on.form(
    'M50 24C58 38 72 40 66 58C74 54 74 48 73 45C80 60 66 78 50 80C34 78 22 62 30 44C32 52 36 54 40 54C36 42 48 36 50 24Z',
    gold,
    { depth: 0.6, outline: 1.2 },
  )
  on.path('M50 52C54 60 60 62 57 70C55 75 45 75 43 70C40 63 48 60 50 52Z', 'fill="#7a1418"')
  for (const [x, y] of [
    [13, 20],
    [50, 9],
    [87, 20],
    [17, 54],
    [83, 54],
    [50, 92.5],
  ] as const)
    on.path(circle(x, y, 2.2), 'fill="#ffd08a" stroke="#120a12" stroke-width=".8"')
}

export function warHammer(on: Drawing) {
  on.group('transform="translate(9 10) scale(.86) rotate(-32 50 50)"', () => {
    on.form(box(45, 40, 10, 66, 4), leather, {
      depth: 0.6,
      inside: () => on.line('M40 74L60 68M40 82L60 76M40 90L60 84M40 98L60 92', '#ffb45a', 1.8),
    })
    on.form(box(43, 100, 14, 7, 3), gold, { depth: 0.4, outline: 1.2 })
    on.form('M12 4L30 8H72L90 2V46L72 40H30L12 44Z', iron, {
      inside: () => {
        on.path('M30 0H34V50H30ZM68 0H72V50H68Z', 'fill="#ffb45a" fill-opacity=".8"')
        on.path(star(51, 24, 8, 11, 5), 'fill="#ff8a2a"')
        on.path(circle(51, 24, 3.6), 'fill="#fff0b0"')
      },
    })
    on.form(box(5, 4, 11, 40, 3), iron, { depth: 0.5, outline: 1.2 })
    on.form(box(86, 1, 11, 46, 3), iron, { depth: 0.5, outline: 1.2 })
    on.glow(51, 24, 20, '#ff9a3c', 0.8)
  })
}
