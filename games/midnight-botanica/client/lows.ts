// The low symbols: fern crozier, night berries, veined leaf, seed pod.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, petal, polar, spiral } from '#games/art/shapes.ts'
import { berry, fern, leaf, pod } from './palette.ts'

export function crozier(on: Drawing) {
  const coil = spiral(52, 36, 1.9, 30, 5, 168)
  const whole = `M40 98C34 80 20 62 ${coil.slice(1)}`
  for (let index = 0; index < 11; index++) {
    const at = polar(52, 36, 30, 176 + index * 21)
    on.form(petal(at[0], at[1], 13, 5, 176 + index * 21), fern, { depth: 0.3, outline: 0.9 })
  }
  for (const [x, y] of [
    [24, 58],
    [29, 68],
    [34, 79],
  ] as const)
    on.form(petal(x, y, 15, 5, 168), fern, { depth: 0.3, outline: 0.9 })
  on.line(whole, '#032422', 11)
  on.line(
    whole,
    on.linear(['#d6ff9a', '#3fb058', '#0f6a5a'], 'gradientUnits="userSpaceOnUse" x1="80" y1="0" x2="20" y2="100"'),
    7.6,
  )
  on.line(whole, '#fbffe0', 1.6, 'stroke-opacity=".75" transform="translate(.9 -1.2)"')
  on.glow(52, 36, 12, '#eaff9a', 0.9)
}

export function nightBerries(on: Drawing) {
  on.line('M50 4C46 16 50 24 50 34', '#021a26', 6)
  on.line('M50 4C46 16 50 24 50 34', '#2fbf7c', 3.4)
  for (const [angle, length] of [
    [190, 42],
    [-10, 42],
    [225, 30],
    [-45, 30],
  ] as const)
    on.form(petal(50, 24, length, 10, angle), leaf, { depth: 0.6, outline: 1.2 })
  for (const [x, y] of [
    [30, 44],
    [52, 40],
    [72, 46],
    [40, 60],
    [62, 62],
    [51, 80],
  ] as const) {
    on.form(circle(x, y, 13), berry, { depth: 0.7, outline: 1.4 })
    on.gloss(x + 4, y - 5, 3.6, 2.4, 30, 0.95)
  }
}

export function veinedLeaf(on: Drawing) {
  on.line('M22 92C28 82 34 74 42 66', '#021a26', 7)
  on.line('M22 92C28 82 34 74 42 66', '#2fbf7c', 4)
  on.form('M32 76C12 58 12 30 34 18C54 8 76 12 92 4C94 28 94 54 76 68C62 80 44 84 32 76Z', leaf, {
    inside: () => {
      on.line(
        'M32 76C48 56 66 34 90 8M44 62C40 50 38 40 42 28M56 48C54 38 54 30 58 22M48 58C58 60 68 60 76 56M60 44C70 46 78 44 84 38M70 31C72 24 72 20 74 16',
        '#eaffb0',
        3.2,
        'stroke-opacity=".35"',
      )
      on.line(
        'M32 76C48 56 66 34 90 8M44 62C40 50 38 40 42 28M56 48C54 38 54 30 58 22M48 58C58 60 68 60 76 56M60 44C70 46 78 44 84 38M70 31C72 24 72 20 74 16',
        '#eaffb0',
        1.5,
      )
    },
  })
}

export function seedPod(on: Drawing) {
  on.line('M50 4C48 10 50 14 50 20', '#32100c', 6)
  on.line('M50 4C48 10 50 14 50 20', '#b8743a', 3.4)
  on.form('M50 14C62 26 84 34 84 60C84 82 66 96 50 97C34 96 16 82 16 60C16 34 38 26 50 14Z', pod, {
    inside: () =>
      on.line(
        'M50 14C34 40 32 76 46 98M50 14C66 40 68 76 54 98M50 14C24 40 18 60 24 84M50 14C76 40 82 60 76 84',
        '#8f2f14',
        1.8,
        'stroke-opacity=".6"',
      ),
  })
  on.path(
    'M50 30C58 44 60 68 50 90C40 68 42 44 50 30Z',
    `fill="${on.down(['#fffbe0', '#ffe27a', '#ff8a2a'])}" stroke="#6b1c10" stroke-width="1.4"`,
  )
  for (const y of [46, 58, 70]) on.path(circle(50, y, 3.6), 'fill="#8f2f14"')
  on.glow(50, 58, 22, '#fff3a0', 0.7, 30)
}
