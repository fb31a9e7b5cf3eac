// The four pictures: the fox, a snowy owl, a reindeer, a whale's tail.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, ellipse, petal } from '#games/art/shapes.ts'
import { antler, feather, fur, hide, ice, innerFur, whale } from './palette.ts'

export function fox(on: Drawing) {
  for (const side of [1, -1])
    on.group(side < 0 ? 'transform="matrix(-1 0 0 1 100 0)"' : '', () => {
      on.form('M44 40C34 24 22 8 12 4C6 18 6 38 16 54Z', fur)
      on.form('M36 38C30 26 22 16 16 12C13 22 14 36 20 46Z', innerFur, { depth: 0.6, outline: 0 })
    })
  on.form(
    'M50 28C62 28 72 32 80 42C87 47 93 54 96 60C92 60 90 60 88 61C92 65 96 69 99 74C94 73 90 73 87 74C89 77 90 80 90 83C79 83 71 85 64 90C58 95 54 97 50 97S42 95 36 90C29 85 21 83 10 83C10 80 11 77 13 74C10 73 6 73 1 74C4 69 8 65 12 61C10 60 8 60 4 60C7 54 13 47 20 42C28 32 38 28 50 28Z',
    fur,
    {
      inside: () => {
        on.path('M50 26L40 52L44 76L50 80L56 76L60 52Z', 'fill="#fff" fill-opacity=".75"')
        on.path(
          'M12 60C24 50 34 58 40 72C32 84 18 78 4 80ZM88 60C76 50 66 58 60 72C68 84 82 78 96 80Z',
          'fill="#fff" fill-opacity=".6"',
        )
        on.line('M50 30V46M44 32L46 44M56 32L54 44', '#7f9bd6', 1.5, 'stroke-opacity=".7"')
      },
    },
  )
  for (const side of [1, -1])
    on.group(side < 0 ? 'transform="matrix(-1 0 0 1 100 0)"' : '', () => {
      on.path('M23 57C28 49 40 51 43 62C36 66 27 65 23 57Z', 'fill="#0a1a40"')
      on.path(circle(34.5, 58.5, 5), `fill="${on.radial(['#e9fff4', '#3fe0c0', '#0a7c98'])}"`)
      on.path(ellipse(34.5, 58.5, 2, 4.4), 'fill="#04122e"')
      on.path(circle(32.8, 56.6, 1.5), 'fill="#fff"')
    })
  on.path('M42 79Q50 75 58 79Q56 87 50 88Q44 87 42 79Z', 'fill="#0b1738"')
  on.gloss(48, 80, 4, 1.8, -8, 0.8)
  on.line('M50 88V91Q46 95 42 92M50 91Q54 95 58 92', '#2b3c7c', 1.5)
}

export function owl(on: Drawing) {
  for (const side of [1, -1])
    on.group(side < 0 ? 'transform="matrix(-1 0 0 1 100 0)"' : '', () =>
      on.form('M22 40C6 50 4 76 16 96C28 92 32 72 30 52Z', feather, {
        inside: () => on.line('M10 60L24 58M9 70L25 68M12 80L25 78M15 89L24 86', '#6a5566', 2),
      }),
    )
  on.form('M50 8C76 8 84 26 82 44C84 58 82 84 66 95H34C18 84 16 58 18 44C16 26 24 8 50 8Z', feather, {
    inside: () => {
      for (const [x, y] of [
        [36, 62],
        [50, 66],
        [64, 62],
        [30, 73],
        [43, 77],
        [57, 77],
        [70, 73],
        [37, 87],
        [50, 89],
        [63, 87],
      ] as const)
        on.line(`M${x - 4} ${y}Q${x} ${y + 4.5} ${x + 4} ${y}`, '#7a6474', 2.2)
      for (const [x, y] of [
        [40, 14],
        [50, 18],
        [60, 14],
        [50, 11],
      ] as const)
        on.line(`M${x} ${y}v3`, '#7a6474', 2.2)
    },
  })
  for (const x of [35, 65]) {
    on.path(circle(x, 38, 16), `fill="${on.radial(['#ffffff', '#f4ecec', '#d3c4cc'])}"`)
    on.path(
      circle(x, 38, 10),
      `fill="${on.radial(['#fff6a8', '#ffc21f', '#d07a08'])}" stroke="#2b1a2c" stroke-width="2"`,
    )
    on.path(circle(x, 38, 5), 'fill="#160a1c"')
    on.path(circle(x - 2.4, 35.4, 2.2), 'fill="#fff"')
  }
  on.path('M45 42Q50 38 55 42L50 57Z', 'fill="#332338" stroke="#160a1c"')
  on.line('M20 26Q34 18 48 32M80 26Q66 18 52 32', '#a8949c', 2.6)
}

export function reindeer(on: Drawing) {
  for (const side of [1, -1])
    on.group(side < 0 ? 'transform="matrix(-1 0 0 1 100 0)"' : '', () => {
      on.form(
        'M44 44C30 42 18 34 14 20C12 12 14 6 17 3C20 6 19 14 21 20C24 16 25 8 29 5C33 10 29 20 26 27C29 31 33 34 38 36C38 30 36 22 40 17C44 23 44 32 48 40Z',
        antler,
        { depth: 0.6, outline: 1.3 },
      )
      on.form(petal(35, 55, 29, 9, 188), hide, { depth: 0.6, outline: 1.2 })
    })
  on.form(
    'M50 38C62 38 69 46 68 56C67 66 66 74 65 84C64 93 58 97 50 97S36 93 35 84C34 74 33 66 32 56C31 46 38 38 50 38Z',
    hide,
    {
      inside: () => {
        on.path('M50 40L44 62L46 80H54L56 62Z', 'fill="#f7e6d0" fill-opacity=".6"')
        on.path(ellipse(50, 94, 20, 13), 'fill="#f1dcc6" fill-opacity=".85"')
      },
    },
  )
  on.path('M41 83Q50 78 59 83Q58 92 50 92Q42 92 41 83Z', 'fill="#2a1020"')
  on.gloss(48, 84, 4, 1.6, -6, 0.7)
  for (const x of [38.5, 61.5]) {
    on.path(ellipse(x, 61, 3.4, 4.4), 'fill="#170a1c"')
    on.path(circle(x - 1, 59.4, 1.3), 'fill="#fff"')
  }
}

export function whaleTail(on: Drawing) {
  on.glow(50, 88, 44, '#9ff0ff', 0.7, 12)
  on.form(
    'M44 90C46 72 46 56 40 44C30 42 12 40 3 20C2 14 6 10 10 12C24 16 42 16 50 30C58 16 76 16 90 12C94 10 98 14 97 20C88 40 70 42 60 44C54 56 54 72 58 90Z',
    whale,
    {
      inside: () => {
        on.line('M50 34C40 30 24 26 12 20M50 34C60 30 76 26 88 20M50 34V88', '#0b2b66', 1.6, 'stroke-opacity=".6"')
      },
    },
  )
  on.form('M2 88C12 80 18 86 26 82C32 74 38 82 46 80C54 74 62 82 70 80C78 78 86 84 98 88C92 98 8 98 2 88Z', ice, {
    depth: 0.7,
    outline: 1.2,
  })
  for (const [x, y, r] of [
    [22, 62, 2.6],
    [78, 58, 3.2],
    [30, 72, 1.8],
    [70, 70, 2],
    [16, 72, 1.6],
    [84, 70, 1.6],
  ] as const)
    on.path(circle(x, y, r), 'fill="#e4fbff"')
}
