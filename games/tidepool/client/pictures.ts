// The four pictures: octopus, crab, angelfish, starfish.

import type { Drawing } from '#games/art/drawing.ts'
import { blob, circle, ellipse, polar, type Point } from '#games/art/shapes.ts'
import { crab, fin, fish, octopus, starfish } from './palette.ts'

const mirrored = (on: Drawing, paint: () => void) => {
  paint()
  on.group('transform="matrix(-1 0 0 1 100 0)"', paint)
}

export function octopusFace(on: Drawing) {
  mirrored(on, () => {
    on.form('M44 56C38 66 28 66 20 60C12 54 4 58 4 66C4 72 10 74 14 71C20 78 34 76 44 68Z', octopus, {
      depth: 0.7,
      outline: 1.3,
    })
    on.form('M46 60C42 76 30 80 22 78C14 76 8 82 11 89C14 95 22 93 23 88C34 92 48 84 52 68Z', octopus, {
      depth: 0.7,
      outline: 1.3,
    })
    on.form('M50 62C50 78 46 86 38 88C32 90 31 97 37 98C46 100 56 90 56 74Z', octopus, { depth: 0.7, outline: 1.3 })
    for (const [x, y, r] of [
      [12, 66, 1.7],
      [20, 69, 2],
      [29, 71, 2.1],
      [20, 85, 1.8],
      [29, 86, 2],
      [38, 82, 2],
      [40, 93, 1.7],
      [46, 88, 1.9],
    ] as const)
      on.path(circle(x, y, r), 'fill="#ffdcc4"')
  })
  on.form('M50 3C74 3 84 20 82 38C81 50 72 56 68 64C62 72 38 72 32 64C28 56 19 50 18 38C16 20 26 3 50 3Z', octopus, {
    inside: () => {
      for (const [x, y, r] of [
        [36, 14, 3.4],
        [50, 10, 2.4],
        [62, 16, 4],
        [28, 24, 2.2],
        [73, 28, 2.6],
      ] as const)
        on.path(circle(x, y, r), 'fill="#ffe0c8" fill-opacity=".7"')
    },
  })
  mirrored(on, () => {
    on.form('M23 43C24 33 37 31 44 37C46 46 41 53 33 53C27 52 23 48 23 43Z', octopus, { depth: 0.4, outline: 0.6 })
    on.path(
      ellipse(34, 43, 8, 6.6),
      `fill="${on.radial(['#fff3b0', '#ffc23a', '#b8641a'])}" stroke="#3a0a2a" stroke-width="1.4"`,
    )
    on.path('M28 43Q34 38.500 40 43Q34 46.500 28 43Z', 'fill="#1c0820"')
    on.path(circle(32, 41, 1.4), 'fill="#fff"')
  })
  on.gloss(36, 18, 6, 10, 36, 0.55)
}

export function crabFace(on: Drawing) {
  mirrored(on, () => {
    for (const d of ['M28 70C16 70 8 76 4 86', 'M32 78C22 80 16 86 13 94', 'M26 62C14 60 6 64 1 72']) {
      on.line(d, '#380a0a', 8)
      on.line(d, '#e8571f', 4.8)
    }
    on.line('M28 58C16 54 12 46 14 38', '#380a0a', 11)
    on.line('M28 58C16 54 12 46 14 38', '#f06a24', 7)
    on.form('M4 40C-2 24 6 8 20 4C18 12 20 18 24 20C28 16 32 10 32 4C42 14 40 34 28 42C20 46 10 46 4 40Z', crab, {
      depth: 0.8,
    })
    on.line('M40 46V32', '#380a0a', 6)
    on.line('M40 46V32', '#f06a24', 3)
  })
  on.form('M50 42C74 42 88 54 88 66C88 82 70 92 50 92S12 82 12 66C12 54 26 42 50 42Z', crab, {
    inside: () => {
      on.path(
        blob([
          [50, 48],
          [70, 54],
          [64, 62],
          [50, 58],
          [36, 62],
          [30, 54],
        ]),
        'fill="#ffd08a" fill-opacity=".55"',
      )
      for (const [x, y] of [
        [30, 70],
        [70, 70],
        [24, 62],
        [76, 62],
      ] as const)
        on.path(circle(x, y, 2.4), 'fill="#ffe2b0" fill-opacity=".8"')
    },
  })
  mirrored(on, () => {
    on.form(ellipse(40, 31, 5.4, 6.4), crab, { depth: 0.4, outline: 1.4 })
    on.path(ellipse(40, 30, 3.8, 4.8), 'fill="#1c0610"')
    on.path(circle(38.8, 28, 1.4), 'fill="#fff"')
  })
}

export function angelfish(on: Drawing) {
  on.form('M56 26C60 12 72 4 86 3C82 14 80 24 80 34ZM56 74C60 88 72 96 86 97C82 86 80 76 80 66Z', fin, {
    depth: 0.8,
    inside: () => on.line('M64 24L82 6M70 28L84 8M64 76L82 94M70 72L84 92', '#c8f4ff', 1.2),
  })
  on.form('M78 50C86 40 92 34 99 32C96 44 96 56 99 68C92 66 86 60 78 50Z', fin, {
    depth: 0.7,
    inside: () => on.line('M82 50L98 38M82 50L98 62M82 50H97', '#c8f4ff', 1.2),
  })
  on.form('M4 52C14 30 38 18 58 22C74 26 84 40 86 50C84 60 74 74 58 78C38 82 14 74 4 52Z', fish, {
    inside: () => {
      on.path(
        'M30 18C24 38 24 62 30 84H42C34 62 34 38 42 18ZM58 16C53 38 53 62 58 84H69C62 62 62 38 69 16Z',
        'fill="#1f6ad0"',
      )
      on.path(
        'M26 22C20 40 20 60 26 80H30C24 60 24 40 30 20ZM54 18C49 38 49 62 54 82H58C53 62 53 38 58 18Z',
        'fill="#fff8e0"',
      )
    },
  })
  on.form('M46 50C54 42 66 44 70 50C66 58 54 60 46 50Z', fin, {
    depth: 0.5,
    outline: 1,
    inside: () => on.line('M50 50H68M52 47L66 46M52 53L66 55', '#c8f4ff', 1),
  })
  on.path(circle(18, 46, 5.6), 'fill="#fff" stroke="#3d1806" stroke-width="1.4"')
  on.path(circle(17.4, 46, 3), 'fill="#1c0a06"')
  on.path(circle(16.2, 44.6, 1.2), 'fill="#fff"')
}

export function seaStar(on: Drawing) {
  const points = Array.from({ length: 10 }, (_, index): Point => polar(50, 54, index % 2 ? 22 : 49, -90 + index * 36))
  const soft = points.flatMap(([x, y], index): Point[] =>
    index % 2
      ? [[x, y]]
      : [
          polar(x, y, 5.5, -90 + index * 36 - 100),
          polar(x, y, 1, -90 + index * 36),
          polar(x, y, 5.5, -90 + index * 36 + 100),
        ],
  )
  on.form(blob(soft), starfish, {
    inside: () => {
      for (let arm = 0; arm < 5; arm++) {
        const angle = -90 + arm * 72
        for (const [reach, r] of [
          [14, 3],
          [22, 2.6],
          [30, 2.2],
          [37, 1.7],
        ] as const)
          on.path(circle(...polar(50, 54, reach, angle), r), 'fill="#ffe6ee" fill-opacity=".85"')
      }
      on.path(circle(50, 54, 4), 'fill="#ffe6ee"')
    },
  })
}
