// The pictures: a gramophone, a trumpet, a microphone, and what is special: a neon star, a golden record, its empty place.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, ellipse, polar, star } from '#games/art/shapes.ts'
import { brass, chrome, ebony, neon, velvet, walnut } from './palette.ts'

export function gramophone(on: Drawing) {
  on.form('M58 56C70 58 76 66 74 76H64C66 70 62 66 54 65Z', brass, { depth: 0.5, outline: 1.3 })
  on.form('M64 60C52 56 44 46 40 34L20 6C52 -8 92 8 98 44C88 50 76 54 64 60Z', brass, {
    inside: () => {
      on.path('M20 6Q56 12 98 44L64 60Q46 46 20 6Z', 'fill="#7a3c0c" fill-opacity=".4"')
      for (const [x, y] of [
        [40, 4],
        [62, 8],
        [80, 20],
        [92, 34],
      ] as const)
        on.line(`M${x} ${y}L62 58`, '#5c2c0a', 1.6, 'stroke-opacity=".75"')
    },
  })
  on.form('M20 6C30 -6 60 -4 78 10C94 22 100 36 98 44C90 50 66 36 48 26C30 18 16 14 20 6Z', velvet, {
    depth: 0.8,
    inside: () => {
      on.path('M30 5C50 2 78 14 90 38C72 38 46 28 30 5Z', `fill="${on.down(['#1c0216', '#6a1250'])}"`)
      on.line('M24 6Q62 12 96 44', '#ffc8ec', 1.2, 'stroke-opacity=".6"')
    },
  })
  on.form(ellipse(44, 74, 36, 8), ebony, {
    depth: 0.5,
    inside: () => {
      on.add(
        '<ellipse cx="44" cy="74" rx="28" ry="6" fill="none" stroke="#8a78b0" stroke-width="1"/><ellipse cx="44" cy="74" rx="20" ry="4.200" fill="none" stroke="#8a78b0" stroke-width="1"/>',
      )
      on.path(ellipse(44, 74, 9, 2.4), 'fill="#ee3a5a"')
    },
  })
  on.form('M6 77Q44 88 82 77L86 97H2Z', walnut, {
    inside: () => on.line('M8 90H80', '#ffd08a', 1.8, 'stroke-opacity=".75"'),
  })
  on.form(circle(44, 88, 4), brass, { depth: 0.4, outline: 1 })
  on.line('M84 86H94V78', '#2c0f06', 4.6)
  on.line('M84 86H94V78', '#f5c258', 2.6)
}

export function trumpet(on: Drawing) {
  on.group('transform="rotate(-18 50 50)"', () => {
    on.line('M26 46H72M26 68H64Q74 68 74 57T64 46M34 46Q24 46 24 57T34 68', '#2c0f06', 8.4)
    on.line(
      'M26 46H72M26 68H64Q74 68 74 57T64 46M34 46Q24 46 24 57T34 68',
      on.down(['#fff6c8', '#f5c258', '#b06a1c']),
      5.4,
    )
    on.form('M70 42C84 42 90 34 96 20Q104 46 96 72C90 58 84 50 70 50Z', brass, { depth: 0.8 })
    on.form(ellipse(97, 46, 5, 26), brass, {
      depth: 0.5,
      outline: 1.3,
      inside: () => on.path(ellipse(98, 46, 3, 21), 'fill="#4a1c08" fill-opacity=".7"'),
    })
    on.form('M26 43H8L4 39V53L8 49H26Z', brass, { depth: 0.5, outline: 1.2 })
    for (const [index, x] of [38, 50, 62].entries()) {
      on.form(box(x - 4.6, 32, 9.2, 46, 3), brass, { depth: 0.5, outline: 1.2 })
      on.line(`M${x} 32V${24 - (index === 1 ? -3 : 0)}`, '#8a94b0', 3)
      on.form(ellipse(x, 23 - (index === 1 ? -3 : 0), 6, 3), chrome, { depth: 0.3, outline: 1 })
    }
    on.gloss(52, 42, 26, 1.6, 0, 0.8)
  })
  for (const [x, y, s] of [
    [16, 20, 4],
    [80, 88, 3.4],
    [26, 88, 2.6],
  ] as const)
    on.path(star(x, y, 4, s * 1.6, s * 0.5), 'fill="#fff6c8"')
}

export function microphone(on: Drawing) {
  on.glow(46, 38, 44, '#5ff0e0', 0.45)
  on.form('M40 66L54 60L82 90Q86 98 78 98L70 96Z', ebony, { depth: 0.7 })
  on.group('transform="rotate(-36 44 40)"', () => {
    on.form('M26 30C26 6 62 6 62 30V52Q62 62 54 62H34Q26 62 26 52Z', chrome, {
      inside: () => {
        for (let x = 30; x < 62; x += 5.4) on.line(`M${x} 6V38`, '#28344e', 2)
        on.path('M20 36H70V46H20Z', 'fill="#667a9c"')
        for (let x = 30; x < 62; x += 5.4) on.line(`M${x} 48V62`, '#28344e', 2)
      },
    })
    on.form(box(22, 35, 44, 11, 4), brass, { depth: 0.5, outline: 1.2 })
    on.path(star(44, 40.5, 5, 4.4, 2), 'fill="#5c2c0a"')
    on.form(box(34, 60, 20, 10, 3), chrome, { depth: 0.5, outline: 1.2 })
    on.gloss(34, 20, 4, 11, 12, 0.85)
  })
}

/** A star of bent tubes. */
export function neonStar(on: Drawing) {
  on.glow(50, 52, 54, '#3fe0d0', 0.95)
  on.form(star(50, 54, 5, 48, 21), { ...velvet, fill: ['#5c1470', '#2c0a3c', '#14041e'] }, { depth: 0.8 })
  const tube = (outer: number, inner: number, colour: string, width: number) => {
    const d = star(50, 54, 5, outer, inner)
    on.line(d, colour, width + 5, 'stroke-opacity=".35"')
    on.line(d, colour, width)
    on.line(d, '#ffffff', width * 0.4)
  }
  tube(40, 17, '#3fe0d0', 4)
  tube(26, 11, '#ff6ac0', 3.4)
  on.form(circle(50, 54, 6), neon, { depth: 0.4, outline: 1 })
}

export function goldenRecord(on: Drawing) {
  on.form(circle(50, 50, 45), brass, { depth: 1.1 })
  for (const radius of [41, 38, 35, 32])
    on.path(circle(50, 50, radius), 'fill="none" stroke="#8a4a10" stroke-opacity=".6" stroke-width="1.1"')
  for (const wedge of ['M50 50L86 25A44 44 0 0 1 93 42Z', 'M50 50L14 75A44 44 0 0 1 7 58Z'])
    on.path(wedge, 'fill="#ffffff" fill-opacity=".42"')
  on.form(circle(50, 50, 28), { ...brass, fill: ['#fffbe0', '#ffdc7a', '#eeb040'] }, { depth: 0.6, outline: 1.2 })
  for (let dot = 0; dot < 24; dot++) on.path(circle(...polar(50, 50, 25.4, dot * 15), 0.9), 'fill="#b06a1c"')
}

export function turntable(on: Drawing) {
  on.path(
    circle(50, 50, 44),
    `fill="${on.down(['#0e0316', '#3c1450'])}" stroke="#e07ab8" stroke-opacity=".4" stroke-width="2"`,
  )
  for (const radius of [38, 32, 26, 20])
    on.path(circle(50, 50, radius), 'fill="none" stroke="#e07ab8" stroke-opacity=".16" stroke-width="1.200"')
  on.path(
    circle(50, 50, 11),
    'fill="#5c1470" fill-opacity=".7" stroke="#e07ab8" stroke-opacity=".35" stroke-width="1.400"',
  )
  on.path(circle(50, 50, 2.6), 'fill="#e07ab8" fill-opacity=".55"')
}
