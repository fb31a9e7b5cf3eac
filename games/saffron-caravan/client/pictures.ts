// The four pictures: camel, oil lamp, saffron crocus, tent.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, ellipse, petal } from '#games/art/shapes.ts'
import { brass, camel, canvas, cloth, petalMaterial } from './palette.ts'

export function camelHead(on: Drawing) {
  on.form(
    'M8 98C10 78 20 62 30 54C34 50 34 42 32 34C30 22 38 12 50 12C54 10 60 10 64 14C78 18 92 26 96 36C98 44 94 50 88 52C82 56 72 54 66 54C60 58 58 66 58 74C58 84 62 92 66 98Z',
    camel,
    {
      inside: () => {
        on.path('M84 30C96 34 98 46 88 52C80 54 78 44 84 30Z', 'fill="#ffeccb" fill-opacity=".55"')
        on.line('M20 98C22 84 28 72 36 64M34 98C36 86 40 76 46 70', '#9a5a42', 1.8, 'stroke-opacity=".6"')
      },
    },
  )
  on.form(petal(40, 20, 22, 7, -128), camel, { depth: 0.6, outline: 1.2 })
  on.form('M30 8C36 2 48 2 54 8C58 10 58 14 54 16C46 20 36 20 30 16Z', camel, {
    depth: 0.6,
    outline: 1.2,
    inside: () => on.line('M34 12q6 -4 12 0M40 16q6 -3 12 -1', '#8f4c3a', 1.6),
  })
  on.line('M46 16C44 28 46 40 56 50M56 30Q72 34 90 32M57 31C58 40 60 48 62 54', '#3a0f2a', 5)
  on.line('M46 16C44 28 46 40 56 50M56 30Q72 34 90 32M57 31C58 40 60 48 62 54', '#e2345a', 3)
  for (const [x, y] of [
    [56, 30],
    [46, 30],
    [72, 33],
  ] as const)
    on.form(circle(x, y, 3.4), brass, { depth: 0.3, outline: 0.7 })
  on.path('M60 21Q68 18 73 25Q67 29 60 21Z', 'fill="#2a0a1e"')
  on.path(circle(68, 22.5, 1.3), 'fill="#fff"')
  on.line('M58 19Q66 14 75 23', '#5e2a30', 2.2)
  on.line('M94 36q-4 1 -5 4M96 44Q86 46 78 44', '#5e2a30', 2)
  on.form('M2 98C4 84 14 74 24 70L66 78C70 84 72 92 74 98Z', cloth, {
    inside: () => {
      on.line('M8 94L22 74L30 96L40 76L48 98L58 78L68 98', '#ffd257', 2.4)
      for (const [x, y] of [
        [22, 90],
        [41, 92],
        [58, 92],
      ] as const)
        on.path(circle(x, y, 2.6), 'fill="#5ff0d8"')
    },
  })
  for (const [x, y] of [
    [14, 78],
    [32, 74],
    [50, 77],
    [66, 80],
  ] as const)
    on.form(circle(x, y + 2, 3.6), brass, { depth: 0.3, outline: 0.7 })
}

export function oilLamp(on: Drawing) {
  on.line('M84 12C76 2 92 -2 82 8', '#ffe9a0', 3, 'stroke-opacity=".6"')
  on.glow(90, 26, 20, '#ffd257', 0.9)
  on.path('M90 38C82 32 84 24 91 14C96 22 100 32 92 38Z', `fill="${on.down(['#fff9d0', '#ffb52e', '#f0451f'])}"`)
  on.line('M20 46C2 40 -2 68 18 70C26 70 28 64 24 60', '#3a0f2a', 8.4)
  on.line('M20 46C2 40 -2 68 18 70C26 70 28 64 24 60', '#f2b53d', 4.6)
  on.form(
    'M12 52C22 44 36 42 50 42C64 42 70 46 78 42C84 38 88 36 95 38C96 44 90 50 86 56C78 70 64 78 48 78C28 78 14 68 12 52Z',
    brass,
    {
      inside: () => {
        on.line('M16 58Q46 70 84 54', '#8a4519', 1.8)
        for (const x of [28, 40, 52, 64]) on.path(circle(x, 59, 3), 'fill="#d22f55"')
      },
    },
  )
  on.form('M34 76H62L72 92Q48 99 24 92Z', brass, { depth: 0.7 })
  on.form('M30 43C32 32 42 28 48 28S64 32 66 43Q48 48 30 43Z', brass, { depth: 0.7 })
  on.form(circle(48, 24, 5.4), cloth, { depth: 0.5, outline: 1.2 })
  on.gloss(66, 54, 4, 10, 62, 0.8)
}

export function crocus(on: Drawing) {
  on.line('M50 60C48 76 50 88 50 98M48 92C36 84 24 66 20 54M52 92C64 84 76 70 82 58', '#0a2430', 5.6)
  on.line('M50 60C48 76 50 88 50 98M48 92C36 84 24 66 20 54M52 92C64 84 76 70 82 58', '#7fbf4a', 3)
  for (const [angle, length, width] of [
    [-152, 48, 16],
    [-28, 48, 16],
    [-124, 56, 17],
    [-56, 56, 17],
  ] as const)
    on.form(petal(50, 66, length, width, angle), petalMaterial, {
      depth: 0.8,
      outline: 1.3,
      inside: () =>
        on.line(
          `M50 66l${Math.cos((angle * Math.PI) / 180) * length * 0.8} ${Math.sin((angle * Math.PI) / 180) * length * 0.8}`,
          '#ffe0ff',
          1,
          'stroke-opacity=".55"',
        ),
    })
  on.line('M50 62C44 42 40 30 34 18M50 62C50 42 50 28 50 12M50 62C56 42 60 30 66 18', '#5a0f14', 6)
  on.line(
    'M50 62C44 42 40 30 34 18M50 62C50 42 50 28 50 12M50 62C56 42 60 30 66 18',
    on.linear(['#ffd23f', '#ff4d1f', '#c4161f'], 'gradientUnits="userSpaceOnUse" x1="50" y1="8" x2="50" y2="62"'),
    3.8,
  )
  for (const [angle, length, width] of [
    [-104, 42, 14],
    [-76, 42, 14],
  ] as const)
    on.form(petal(50, 72, length, width, angle), petalMaterial, { depth: 0.8, outline: 1.3 })
}

export function tent(on: Drawing) {
  on.line('M50 22V4', '#3a0f2a', 3)
  on.form('M50 4C60 2 64 10 74 6L70 14C62 18 58 12 50 15Z', cloth, { depth: 0.5, outline: 1.2 })
  on.form('M50 18C58 34 76 46 94 52L88 92H12L6 52C24 46 42 34 50 18Z', canvas, {
    inside: () => {
      on.path(
        'M50 18C46 34 34 46 22 48L26 96H38C40 70 46 44 50 18ZM50 18C54 34 66 46 78 48L74 96H62C60 70 54 44 50 18Z',
        'fill="#d22f55"',
      )
      on.path(
        'M50 18C44 34 24 46 6 52L8 70L30 66ZM50 18C56 34 76 46 94 52L92 70L70 66Z',
        'fill="#6f1250" fill-opacity=".22"',
      )
    },
  })
  on.path(
    'M50 46C46 60 40 78 36 93H64C60 78 54 60 50 46Z',
    `fill="${on.down(['#7a1d3a', '#ffb03a', '#fff0b0'])}" stroke="#3a0f2a" stroke-width="1.6"`,
  )
  on.form(
    'M4 52C22 46 42 36 50 22C58 36 78 46 96 52C94 58 88 60 84 55C80 60 74 59 70 54C66 58 60 57 57 50C54 54 46 54 43 50C40 57 34 58 30 54C26 59 20 60 16 55C12 60 6 58 4 52Z',
    canvas,
    { depth: 0.7, outline: 1.2 },
  )
  on.path(ellipse(50, 94, 46, 4), 'fill="#5e1a30" fill-opacity=".6"')
}
