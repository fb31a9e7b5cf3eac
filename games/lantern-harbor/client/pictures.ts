// The pictures: a paper lantern, a junk under sail, a koi.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, petal } from '#games/art/shapes.ts'
import { gold, paper, pearl, sail, scale, wood } from './palette.ts'

export function lantern(on: Drawing) {
  on.line('M50 4V16M50 86V97', '#ffd27a', 1.6)
  on.line('M45 88V97M50 88V99M55 88V97', '#ff8a4a', 2)
  on.form('M50 16C80 16 93 34 93 51S80 86 50 86 7 68 7 51 20 16 50 16Z', paper, {
    inside: () => {
      on.glow(48, 54, 40, '#fff1a8', 0.95, 34)
      for (const half of [12, 25, 36])
        on.line(
          `M50 14C${50 - half * 1.4} 22 ${50 - half * 1.4} 80 50 88M50 14C${50 + half * 1.4} 22 ${50 + half * 1.4} 80 50 88`,
          '#a31d3c',
          1.3,
          'stroke-opacity=".55"',
        )
      for (const y of [32, 51, 70]) on.line(`M4 ${y}Q50 ${y + 9} 96 ${y}`, '#fff2c0', 0.8, 'stroke-opacity=".5"')
      for (let turn = 0; turn < 360; turn += 72)
        on.path(petal(50, 53, 16, 7, turn - 90, 0.6), 'fill="#c41f3f" fill-opacity=".85"')
      on.path(circle(50, 53, 4), 'fill="#ffe08a"')
    },
  })
  on.form(box(31, 12, 38, 9, 3), gold, { depth: 0.7 })
  on.form(box(34, 81, 32, 8, 3), gold, { depth: 0.7 })
  on.gloss(30, 36, 9, 15, 28, 0.5)
}

function batten(on: Drawing, d: string, lines: string) {
  on.form(d, sail, { inside: () => on.line(lines, '#8c1f3c', 1.4, 'stroke-opacity=".7"') })
}

export function junk(on: Drawing) {
  on.line('M34 72V10M60 72V6M82 70V26', '#4a1d33', 2.6)
  batten(on, 'M60 7C82 14 84 40 76 62L46 60C52 44 54 24 60 7Z', 'M55 22L77 26M52 35L81 39M49 48L80 51')
  batten(on, 'M33 14C48 22 48 44 42 62L14 58C22 46 28 32 33 14Z', 'M28 28L45 32M24 40L47 44M19 51L45 54')
  batten(on, 'M82 28C94 36 95 50 91 62L74 61C79 50 80 40 82 28Z', 'M81 40L93 42M79 51L93 52')
  on.form('M5 62C16 67 28 68 50 68S82 67 96 56C97 74 86 88 70 89H32C17 88 8 78 5 62Z', wood, {
    inside: () => {
      on.line('M4 72Q48 82 96 68', '#ffb45a', 2)
      on.line('M6 79Q48 89 94 76', '#2c0d2b', 1.2)
    },
  })
  for (const x of [30, 44, 58, 72]) {
    on.glow(x, 75, 7, '#ffd98a', 0.9)
    on.path(circle(x, 75, 2.4), 'fill="#fff3c4"')
  }
  on.line('M4 92Q16 86 28 92T52 92T76 92T98 91', '#6fd3e8', 2.6, 'stroke-opacity=".9"')
}

export function koi(on: Drawing) {
  on.form('M68 70C84 66 92 76 97 92C86 88 80 90 72 97C70 88 66 80 60 76Z', pearl, {
    inside: () => on.line('M70 76L90 89M68 79L75 92', '#e0564a', 1.4),
  })
  on.form('M44 26C54 10 70 14 76 24C68 26 62 32 58 42Z', scale, {
    depth: 0.7,
    inside: () => on.line('M52 26L66 19M55 32L70 24', '#ffe0a0', 1),
  })
  on.form('M24 56C12 60 8 72 12 82C22 80 30 74 36 66Z', pearl, {
    depth: 0.7,
    inside: () => on.line('M27 62L15 76M31 66L20 77', '#e0564a', 1),
  })
  on.form('M10 30C18 12 40 14 54 28C70 44 76 58 72 78C60 84 44 78 34 66C24 56 8 48 10 30Z', scale, {
    inside: () => {
      on.path('M12 26C20 14 30 18 34 28C30 40 20 44 10 40Z', 'fill="#fff4ea"')
      on.path('M40 34C50 32 58 44 56 54C46 58 36 50 40 34Z', 'fill="#fff4ea"')
      on.path('M60 62C68 60 74 68 74 80L58 76Z', 'fill="#fff4ea"')
      for (const [x, y] of [
        [40, 28],
        [48, 34],
        [54, 42],
        [34, 38],
        [42, 46],
        [50, 54],
        [60, 52],
        [58, 64],
        [44, 60],
        [64, 70],
      ] as const)
        on.line(`M${x - 4} ${y + 4}q0 -6 6 -7q3 4 2 8`, '#a3162e', 1, 'stroke-opacity=".45"')
    },
  })
  on.path(circle(21, 30, 4.4), 'fill="#1c0a34"')
  on.path(circle(19.8, 28.6, 1.5), 'fill="#fff"')
  on.line('M11 38Q4 42 5 50M14 42Q10 48 12 55', '#ffd27a', 1.8)
}
