// The pictures: a koi, a crane, a lotus, a bronze bell, and the wild: a disc of jade.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, ellipse, petal, polar } from '#games/art/shapes.ts'
import { bronze, gold, ink, jade, lacquer, lotus, plume, water } from './palette.ts'

export function koi(on: Drawing) {
  on.glow(50, 54, 48, '#8ff0e0', 0.5)
  on.form('M62 66C76 66 90 74 97 66C96 80 88 90 78 90C84 94 80 99 74 98C66 96 60 84 56 74Z', lacquer, {
    depth: 0.8,
    outline: 1.3,
    inside: () => on.line('M62 72C72 76 82 78 92 74M62 76C70 84 76 88 80 94', '#ffd0b0', 1.2, 'stroke-opacity=".8"'),
  })
  on.form('M20 46C12 52 4 52 2 60C10 64 22 60 30 54Z', plume, { depth: 0.5, outline: 1.1 })
  on.form('M44 36C56 30 60 18 72 16C74 26 68 38 58 46Z', lacquer, { depth: 0.6, outline: 1.2 })
  on.form('M12 24C20 8 42 6 54 20C66 34 72 54 66 76C58 84 48 80 46 72C44 62 40 54 30 50C18 46 8 36 12 24Z', plume, {
    inside: () => {
      on.path('M16 14C28 4 44 8 50 18C42 26 28 28 14 32Z', 'fill="#e0402c"')
      on.path('M44 40C56 34 66 40 70 50C66 60 58 60 50 56C46 52 44 46 44 40Z', 'fill="#e0402c"')
      on.path('M54 70C60 66 68 68 68 76L56 82Z', 'fill="#26323c"')
      on.path(ellipse(34, 34, 5, 3.4), 'fill="#26323c"')
      for (const [x, y] of [
        [40, 26],
        [48, 32],
        [44, 40],
        [54, 40],
        [52, 50],
        [60, 48],
        [56, 60],
        [63, 60],
        [60, 70],
      ] as const)
        on.line(`M${x - 4} ${y + 3}Q${x + 1} ${y + 3} ${x + 2} ${y - 3}`, '#8aa4a8', 1.2, 'stroke-opacity=".8"')
    },
  })
  on.form(circle(23, 25, 5.2), gold, { depth: 0.3, outline: 1 })
  on.path(circle(22.6, 25.2, 2.6), 'fill="#0a1116"')
  on.path(circle(21.8, 24, 1), 'fill="#fff"')
  on.line('M11 32Q4 34 4 42M14 37Q10 42 12 48', '#c8dcd8', 1.8)
  on.line('M12 28Q16 33 22 34', '#6f8f94', 1.4)
}

export function crane(on: Drawing) {
  on.path(circle(58, 40, 33), `fill="${on.radial(['#ffe9a8', '#f7b04a', '#d9582c'])}"`)
  on.line('M44 74L40 97M54 76L58 97M36 97h9M53 97h10', '#16302f', 4.6)
  on.line('M44 74L40 97M54 76L58 97M36 97h9M53 97h10', '#c98a5a', 2.4)
  on.form('M76 56C90 56 98 64 98 76C88 72 78 74 68 78Z', ink, { depth: 0.7, outline: 1.2 })
  on.form('M24 60C30 46 50 42 68 46C84 50 92 60 90 68C78 66 70 76 54 78C36 80 22 74 24 60Z', plume, {
    inside: () => {
      on.line('M40 58C52 54 66 54 82 62M42 66C52 62 62 62 74 66M46 72C54 69 60 69 66 71', '#8fb0b4', 1.6)
    },
  })
  on.form(
    'M22 66C22 50 34 44 36 30C37 20 30 14 22 14C16 14 13 18 12 22L20 24C26 26 24 36 20 46C17 54 16 60 22 66Z',
    plume,
    {
      depth: 0.7,
      outline: 1.4,
      inside: () => on.path('M26 22C32 26 30 40 26 50L34 44L38 28Z', 'fill="#1c262e" fill-opacity=".9"'),
    },
  )
  on.form('M14 18L-2 25L15 24Z', gold, { depth: 0.3, outline: 1 })
  on.path('M14 16Q20 8 28 13Q24 18 15 18Z', 'fill="#d9362c" stroke="#46060f" stroke-width="1"')
  on.path(circle(19.6, 19.4, 1.9), 'fill="#0a1116"')
  on.path(circle(19, 18.8, 0.7), 'fill="#fff"')
}

export function lotusFlower(on: Drawing) {
  on.form('M2 80Q26 66 50 78T98 80Q80 96 50 96T2 80Z', jade, {
    depth: 0.7,
    inside: () => on.line('M50 80V98M50 82L18 86M50 82L82 86', '#0f5a4a', 1.4),
  })
  for (const [turn, length] of [
    [-176, 44],
    [-4, 44],
    [-158, 46],
    [-22, 46],
  ] as const)
    on.form(petal(50, 78, length, 11, turn, 0.6), lotus, { depth: 0.6, outline: 1.2 })
  for (const [turn, length] of [
    [-136, 56],
    [-44, 56],
    [-114, 64],
    [-66, 64],
  ] as const)
    on.form(petal(50, 80, length, 13, turn, 0.58), lotus, { depth: 0.7, outline: 1.2 })
  on.form(petal(50, 82, 74, 15, -90, 0.56), lotus, {
    depth: 0.8,
    outline: 1.2,
    inside: () => on.line('M50 14V80M46 24Q42 50 48 80M54 24Q58 50 52 80', '#c85a90', 0.9, 'stroke-opacity=".6"'),
  })
  for (const [turn, length] of [
    [-124, 42],
    [-56, 42],
    [-90, 34],
  ] as const)
    on.form(petal(50, 84, length, 12, turn, 0.6), lotus, { depth: 0.6, outline: 1 })
  on.glow(50, 66, 14, '#fff2a0', 0.8)
}

export function bell(on: Drawing) {
  on.form('M40 14C40 2 60 2 60 14V20H54V14C54 9 46 9 46 14V20H40Z', lacquer, { depth: 0.5, outline: 1.3 })
  on.form('M50 16C68 16 76 26 77 42C78 58 82 72 90 82H10C18 72 22 58 23 42C24 26 32 16 50 16Z', bronze, {
    inside: () => {
      on.line('M22 44H78M20 60H80', '#2c2412', 2)
      on.line('M22 46.500H78M20 62.500H80', '#fff2b8', 1, 'stroke-opacity=".7"')
      for (const x of [32, 42, 58, 68])
        for (const y of [28, 36]) on.path(circle(x, y, 2.4), 'fill="#f4e6a8" stroke="#2c2412" stroke-width=".9"')
      on.path(circle(50, 53, 5.5), 'fill="#8fe8a8" stroke="#2c2412" stroke-width="1.4"')
      on.line('M14 73Q50 66 86 73', '#2c2412', 1.6)
      on.path('M24 40Q26 22 42 18V80H16Q24 66 24 40Z', 'fill="#171206" fill-opacity=".32"')
    },
  })
  on.form('M6 82Q50 74 94 82Q96 90 92 91Q50 84 8 91Q4 90 6 82Z', bronze, { depth: 0.6, outline: 1.3 })
  on.form(circle(50, 91, 6), gold, { depth: 0.5, outline: 1.2 })
}

/** The wild: a disc of jade, tied with a red cord. */
export function jadeDisc(on: Drawing) {
  on.glow(50, 46, 50, '#8fffc0', 0.9)
  on.line('M50 74V84M50 84l-8 14M50 84v14M50 84l8 14', '#46060f', 5)
  on.line('M50 74V84M50 84l-8 14M50 84v14M50 84l8 14', '#e8483a', 2.8)
  on.form(box(44, 78, 12, 9, 3), gold, { depth: 0.4, outline: 1 })
  on.form(circle(50, 42, 39), jade, { depth: 1.2 })
  for (let index = 0; index < 16; index++) {
    const [x, y] = polar(50, 42, 30, index * 22.5)
    on.path(circle(x, y, 3.2), 'fill="#eaffdf" fill-opacity=".5" stroke="#0f5a4a" stroke-width="1"')
  }
  for (let index = 0; index < 10; index++) {
    const [x, y] = polar(50, 42, 21.5, index * 36)
    on.path(circle(x, y, 2.4), 'fill="#eaffdf" fill-opacity=".5" stroke="#0f5a4a" stroke-width=".9"')
  }
  on.form(circle(50, 42, 14), gold, { depth: 0.6, outline: 1.2 })
  on.form(circle(50, 42, 9.5), { ...ink, fill: ['#0b3b3a', '#04201e', '#010c0b'] }, { depth: 0.4, outline: 1 })
  on.path(circle(50, 42, 4), `fill="${on.radial(['#ffffff', '#b8ffd8', '#2f9c6c'])}"`)
  on.gloss(64, 20, 12, 5, 34, 0.8)
}

export function wave(on: Drawing) {
  on.form(circle(50, 50, 46), lacquer, { depth: 1 })
  on.form(circle(50, 50, 38), water, {
    depth: 0.7,
    outline: 1.1,
    inside: () => {
      for (const [row, y] of [62, 76, 90, 104].entries())
        for (let column = -1; column < 5; column++) {
          const x = 14 + column * 24 + (row % 2) * 12
          for (const [radius, colour] of [
            [13, '#0c4a72'],
            [12, '#eaffff'],
            [9.5, '#1f8fa8'],
            [7, '#eaffff'],
            [4.5, '#0c4a72'],
          ] as const)
            on.path(circle(x, y, radius), `fill="${colour}"`)
        }
    },
  })
  on.path(circle(62, 30, 7), 'fill="#fff6d0"')
  on.gloss(40, 22, 12, 5, -20, 0.75)
}

export function mapleLeaf(on: Drawing, maple: Parameters<Drawing['form']>[1]) {
  on.line('M50 60C50 76 48 86 42 97', '#34060c', 5.4)
  on.line('M50 60C50 76 48 86 42 97', '#c8502c', 3)
  on.form(
    'M50 2C54 12 58 20 60 26C66 22 72 18 80 16C80 24 78 32 75 38C82 38 90 40 98 46C92 52 86 56 80 58C84 62 86 68 86 76C76 76 66 74 58 68L50 74L42 68C34 74 24 76 14 76C14 68 16 62 20 58C14 56 8 52 2 46C10 40 18 38 25 38C22 32 20 24 20 16C28 18 34 22 40 26C42 20 46 12 50 2Z',
    maple,
    {
      inside: () =>
        on.line(
          'M50 8V72M50 66L78 20M50 66L22 20M50 68L94 46M50 68L6 46M50 70L82 74M50 70L18 74',
          '#7c1018',
          1.5,
          'stroke-opacity=".7"',
        ),
    },
  )
}
