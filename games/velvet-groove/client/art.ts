// Velvet Groove's pictures by symbol id.
// The stage of a cellar club: velvet curtains, a spotlight, small tables in the dark, a neon line along the arch.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { sequence } from '#games/art/sequence.ts'
import { box, circle, ellipse } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { drum, note, pianoKeys } from './lows.ts'
import { light, shadow } from './palette.ts'
import { goldenRecord, gramophone, microphone, neonStar, trumpet, turntable } from './pictures.ts'

/** A curtain that hangs in folds from `x` over `width`, and is drawn aside at its foot. */
function curtain(on: Drawing, x: number, width: number, height: number, pull: number) {
  const folds = 7
  for (let fold = 0; fold < folds; fold++) {
    const [left, right] = [x + (fold / folds) * width, x + ((fold + 1) / folds) * width]
    const gather = (value: number) => value + pull * (1 - Math.abs(value - x) / width) * 0.9
    on.path(
      `M${left} 0H${right + 2}C${right + 2} ${height * 0.5} ${gather(right)} ${height * 0.66} ${gather(right) - pull * 0.2} ${height}H${gather(left) - pull * 0.2}C${gather(left)} ${height * 0.66} ${left} ${height * 0.5} ${left} 0Z`,
      `fill="${on.across(['#3c0846', '#a82a88', '#6a1668', '#2c0434'])}"`,
    )
  }
}

export function club(on: Drawing, width: number, height: number, floor: number) {
  wash(on, width, height, on.down(['#1c0526', '#4a1256', '#2c0838']))
  let bricks = ''
  const course = height / 22
  for (let row = 0; row * course < floor; row++) {
    bricks += `M0 ${row * course}H${width}`
    for (let x = (row % 2) * course * 1.2; x < width; x += course * 2.4)
      bricks += `M${x.toFixed(0)} ${(row * course).toFixed(0)}v${course.toFixed(0)}`
  }
  on.line(bricks, '#14021c', course / 14, 'stroke-opacity=".6"')
  on.glow(width / 2, floor * 0.56, width * 0.46, '#d060c0', 0.65, floor * 0.6)
  const arch = `M${width * 0.2} ${floor}V${floor * 0.42}C${width * 0.2} ${floor * 0.02} ${width * 0.8} ${floor * 0.02} ${width * 0.8} ${floor * 0.42}V${floor}`
  for (const [colour, size, opacity] of [
    ['#3fe0d0', 26, 0.16],
    ['#3fe0d0', 12, 0.4],
    ['#b8fff4', 4, 1],
  ] as const)
    on.line(arch, colour, (size * height) / 900, `stroke-opacity="${opacity}"`)
  on.path(
    `M${width * 0.44} 0H${width * 0.56}L${width * 0.74} ${floor + height * 0.06}H${width * 0.26}Z`,
    `fill="${on.down(['#fff0d8/.6', '#ffd0f0/.06'])}"`,
  )
  on.add(
    `<rect y="${floor}" width="${width}" height="${height - floor}" fill="${on.down(['#7a2c5c', '#34103c', '#12041a'])}"/>`,
  )
  on.path(ellipse(width / 2, floor + height * 0.07, width * 0.27, height * 0.05), 'fill="#ffe0f4" fill-opacity=".4"')
  on.line(`M0 ${floor}H${width}`, '#f5c258', height / 220)
}

export function curtains(on: Drawing, width: number, height: number) {
  curtain(on, 0, width * 0.2, height, -width * 0.05)
  on.group(`transform="matrix(-1 0 0 1 ${width} 0)"`, () => curtain(on, 0, width * 0.2, height, -width * 0.05))
  let fringe = ''
  const swag = width / 6
  for (let x = -swag / 2; x < width; x += swag) fringe += `M${x} 0Q${x + swag / 2} ${height * 0.19} ${x + swag} 0Z`
  on.path(
    fringe,
    `fill="${on.down(['#5c1060', '#b83498', '#6a1668'])}" stroke="#f5c258" stroke-width="${height / 180}"`,
  )
}

export function scene(): string {
  const on = drawing(light)
  club(on, 1600, 900, 660)
  curtains(on, 1600, 900)
  place(on, drum, 360, 520, 1.9)
  place(on, gramophone, 1060, 480, 2.2)
  const next = sequence(3)
  for (const [x, y, scale] of [
    [150, 810, 1.3],
    [520, 850, 1],
    [1080, 850, 1],
    [1450, 810, 1.3],
  ] as const) {
    on.path(
      ellipse(x, y, 100 * scale, 24 * scale),
      `fill="${on.down(['#5c1a58', '#1c0626'])}" stroke="#e07ab8" stroke-opacity=".4" stroke-width="3"`,
    )
    on.path(box(x - 8 * scale, y, 16 * scale, 120, 2), 'fill="#14041e"')
    on.glow(x, y - 26 * scale, 70 * scale, '#ffb060', 0.7 + next() * 0.2)
    on.path(box(x - 9 * scale, y - 36 * scale, 18 * scale, 28 * scale, 4), 'fill="#ffb060"')
    on.path(circle(x, y - 28 * scale, 5 * scale), 'fill="#fff6d8"')
  }
  specks(on, { x: 500, y: 80, width: 600, height: 560, count: 60, seed: 14, smallest: 0.8, largest: 2.6 }, '#ffe8fa')
  vignette(on, 1600, 900, '#0a0110', 0.85)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: gramophone,
      p2: trumpet,
      p3: microphone,
      l1: pianoKeys,
      l2: drum,
      l3: note,
      wild: neonStar,
      coin: goldenRecord,
      blank: turntable,
    },
    { light, shadow, auras: { p1: '#ffb0e0', wild: '#3fe0d0', coin: '#ffc04a' } },
  )
