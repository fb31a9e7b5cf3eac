// The high symbols: owl, globe, hourglass and books; the wild is a lamp, the scatter a ladder.

import type { Drawing, Material } from '#games/art/drawing.ts'
import { box, circle, ellipse, petal, polar, star } from '#games/art/shapes.ts'
import { amber, brass, crimson, down, emerald, glass, paper, tawny, ultramarine, walnut } from './palette.ts'

const mirrored = ['', 'transform="matrix(-1 0 0 1 100 0)"']

export function owl(on: Drawing) {
  on.form('M14 86Q50 80 86 86L90 97Q50 91 10 97Z', crimson, { depth: 0.6, outline: 1.3 })
  on.path('M14 90Q50 84 86 90L87 93Q50 87 13 93Z', 'fill="#fff2cc"')
  on.form('M50 12C74 10 86 28 85 52C84 76 70 90 50 90S16 76 15 52C14 28 26 10 50 12Z', tawny, {
    inside: () => {
      on.path(ellipse(50, 72, 22, 26), 'fill="#f8e2bc"')
      let feathers = ''
      for (const [row, y] of [56, 64, 72, 80].entries())
        for (let x = 34 + (row % 2) * 5; x <= 66; x += 10) feathers += `M${x - 4} ${y}q4 6 8 0`
      on.line(feathers, '#a8662a', 2)
    },
  })
  for (const side of mirrored)
    on.group(side, () => {
      on.form('M22 12L28 4Q40 10 46 20L28 30Q20 22 22 12Z', tawny, { depth: 0.5, outline: 1.2 })
      on.form('M18 46C8 58 10 78 24 88C32 78 34 60 28 48Z', tawny, {
        depth: 0.7,
        outline: 1.3,
        inside: () => on.line('M16 60Q22 64 28 60M15 69Q22 73 28 69M18 78Q23 81 28 78', '#5c2e0c', 2.4),
      })
      on.form(circle(34, 37, 18.5), down, { depth: 0.5, outline: 1.3 })
      on.form(circle(35, 37, 12.5), amber, { depth: 0.4, outline: 1.6 })
      on.path(circle(36.5, 37.5, 6.6), 'fill="#120a04"')
      on.path(circle(33.5, 34, 2.8), 'fill="#fff"')
      for (const x of [38, 43, 48]) on.form(petal(x, 83, 9, 3.2, 92), amber, { depth: 0.2, outline: 0.9 })
    })
  on.form('M50 38C55 42 56 50 50 57C44 50 45 42 50 38Z', amber, { depth: 0.4, outline: 1.3 })
  on.line('M27 21Q40 20 50 32Q60 20 73 21', '#5c2e0c', 3)
}

export function globe(on: Drawing) {
  on.form('M28 97Q50 88 72 97L66 86H34Z', walnut, { depth: 0.6, outline: 1.3 })
  on.form(box(46, 78, 8, 12, 2), brass, { depth: 0.5, outline: 1.2 })
  on.form('M82 8A48 48 0 0 1 24 79L29 72A40 40 0 0 0 76 15Z', brass, { depth: 0.5, outline: 1.3 })
  on.form(
    circle(48, 41, 36),
    { ...ultramarine, body: 'round', fill: ['#d4ecff', '#4f9ae8', '#1c4aa8', '#0c2468'] },
    {
      depth: 1.1,
      inside: () => {
        on.path(
          'M20 26Q30 12 46 12L50 20L42 26L46 34L36 40L32 50L24 46L18 38ZM40 52L52 54L56 62L48 76L42 66ZM58 16Q72 18 80 32L76 40L80 50L70 54L64 44L54 42L58 32L54 26Z',
          'fill="#f0c860" stroke="#8a5a14" stroke-width="1.200"',
        )
        on.line('M12 41H84M48 5Q24 41 48 77M48 5Q72 41 48 77', '#ffffff', 1.1, 'stroke-opacity=".4"')
      },
    },
  )
  on.gloss(34, 22, 13, 7, -36, 0.85)
  for (const [x, y] of [
    [75, 14],
    [23, 75],
  ] as const)
    on.form(circle(x, y, 4.4), brass, { depth: 0.3, outline: 1.1 })
}

export function hourglass(on: Drawing) {
  for (const x of [19, 75]) on.form(box(x, 10, 6, 80, 3), walnut, { depth: 0.5, outline: 1.2 })
  on.form('M27 14H73C75 34 58 42 56 50C58 58 75 66 73 86H27C25 66 42 58 44 50C42 42 25 34 27 14Z', glass, {
    depth: 0.8,
    inside: () => {
      on.path('M32 28Q50 34 68 28C66 38 55 43 52 50H48C45 43 34 38 32 28Z', `fill="${on.down(['#ffe07a', '#e8981c'])}"`)
      on.path('M48.500 48H51.500V80H48.500Z', 'fill="#f8b832"')
      on.path('M26 88V80Q40 78 50 64Q60 78 74 80V88Z', `fill="${on.down(['#ffe88a', '#f0a424', '#c06c0c'])}"`)
    },
  })
  on.gloss(38, 24, 4, 9, 12, 0.85)
  on.gloss(37, 74, 3, 8, -10, 0.6)
  for (const y of [3, 85]) {
    on.form(box(12, y, 76, 12, 5), brass, { depth: 0.8 })
    on.line(`M18 ${y + 6}H82`, '#8a5a14', 1.4, 'stroke-opacity=".7"')
  }
}

function volume(on: Drawing, x: number, y: number, width: number, height: number, cover: Material) {
  on.form(box(x + 6, y + 2, width - 8, height - 4, 2), paper, {
    depth: 0.4,
    outline: 1,
    inside: () => {
      for (let leaf = y + 5; leaf < y + height - 3; leaf += 3.5) on.line(`M${x} ${leaf}H${x + width}`, '#b08c50', 0.8)
    },
  })
  on.form(
    `M${x + width} ${y}H${x + 12}Q${x} ${y} ${x} ${y + height / 2}T${x + 12} ${y + height}H${x + width}V${y + height - 4.5}H${x + 15}Q${x + 9} ${y + height - 5} ${x + 9} ${y + height / 2}T${x + 15} ${y + 4.5}H${x + width}Z`,
    cover,
    { depth: 0.6, outline: 1.3 },
  )
  on.line(`M${x + 22} ${y + 2.2}H${x + width - 6}M${x + 22} ${y + height - 2.2}H${x + width - 6}`, '#ffdf7e', 1.3)
}

export function books(on: Drawing) {
  volume(on, 8, 72, 86, 24, ultramarine)
  volume(on, 14, 49, 74, 23, crimson)
  volume(on, 6, 27, 80, 22, emerald)
  on.form('M66 49L66 68L70.500 63L75 68V49Z', amber, { depth: 0.3, outline: 1 })
  on.form('M18 27C18 16 32 10 48 18C64 8 80 14 84 22L80 27Q62 20 48 28Q32 20 18 27Z', paper, {
    depth: 0.6,
    outline: 1.2,
    inside: () => on.line('M26 21Q38 16 46 22M54 22Q66 14 76 20', '#a88450', 1.5),
  })
  on.line('M48 18V27', '#7a5a28', 1.6)
}

/** The wild. */
export function lamp(on: Drawing) {
  on.glow(50, 56, 52, '#fff0a0', 0.95, 40)
  on.path('M22 46H78L96 90H4Z', `fill="${on.down(['#fff6b4/.8', '#ffe070/0'])}"`)
  on.form(box(46.5, 40, 7, 46, 3), brass, { depth: 0.5, outline: 1.3 })
  on.form(circle(50, 64, 6), brass, { depth: 0.4, outline: 1.2 })
  on.form('M24 97Q24 84 50 84T76 97Z', brass, { depth: 0.7, outline: 1.5 })
  on.form(ellipse(50, 48, 12, 6), amber, { depth: 0.2, outline: 0.8 })
  on.form('M12 48C12 20 26 10 50 10S88 20 88 48Q50 40 12 48Z', emerald, {
    depth: 1.1,
    inside: () => {
      on.path('M12 48C12 20 26 10 50 10S88 20 88 48Q50 40 12 48Z', `fill="${on.down(['#ffffff/0', '#eaff9a/.75'])}"`)
      on.line('M34 14Q24 28 25 45M66 14Q76 28 75 45', '#033828', 1.4, 'stroke-opacity=".55"')
    },
  })
  on.gloss(32, 24, 13, 5.5, -28, 0.9)
  on.form(box(42, 4, 16, 9, 4), brass, { depth: 0.5, outline: 1.2 })
  on.line('M70 50V66', '#a06c20', 1.6)
  on.form(circle(70, 69, 3.6), brass, { depth: 0.3, outline: 1 })
}

/** The scatter: a ladder before a round window and the moon. */
export function ladder(on: Drawing) {
  on.form(circle(50, 48, 46), brass, { depth: 1 })
  on.form(
    circle(50, 48, 38),
    { ...ultramarine, fill: ['#0e1c5c', '#2a4cb0', '#8a7ad0'] },
    {
      depth: 0.4,
      outline: 1.2,
      inside: () => {
        on.glow(70, 30, 26, '#fff4c8', 0.7)
        on.path(circle(70, 30, 11), `fill="${on.radial(['#ffffff', '#fff2c4', '#f0d48c'])}"`)
        for (const [x, y, size] of [
          [28, 24, 5],
          [84, 54, 4],
          [22, 52, 3.6],
          [48, 16, 3],
        ] as const)
          on.path(star(x, y, 4, size, size * 0.3), 'fill="#fff6d8"')
      },
    },
  )
  const rails = 'M34 99L44 6M68 99L58 6'
  let rungs = ''
  for (const y of [22, 38, 54, 70, 86]) {
    const half = 7.5 + (y - 6) * 0.108
    rungs += `M${51 - half} ${y}H${51 + half}`
  }
  on.line(rails + rungs, '#281604', 9.4)
  on.line(rungs, on.down(['#ffe9a0', '#c8842c']), 5.6)
  on.line(rails, on.across(['#fff2b8', '#dc9c3a', '#fff2b8']), 5.8)
  on.line('M33.200 97L43 7M67.200 97L57.400 7', '#fffbe6', 1.4, 'stroke-opacity=".85"')
  for (const turn of [200, 340]) {
    const [x, y] = polar(51, 92, 17, turn === 200 ? 160 : 20)
    on.form(circle(x, y, 5), crimson, { depth: 0.4, outline: 1.3 })
  }
}
