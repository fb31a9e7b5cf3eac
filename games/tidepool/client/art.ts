// Tidepool's pictures by symbol id.
// Under the surface of a pool: sun rays, coral and fans at both sides, sand below.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { sequence } from '#games/art/sequence.ts'
import { blob, circle, ellipse, type Point, polar, ridge } from '#games/art/shapes.ts'
import { vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { moonJelly, pearlOyster } from './drifters.ts'
import { kelpFronds, scallopShell, seaUrchin, whelk } from './lows.ts'
import { light, shadow } from './palette.ts'
import { angelfish, crabFace, octopusFace, seaStar } from './pictures.ts'

export function pool(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#c4fff0', '#48d6dc', '#1295bd', '#0b558f', '#08305e']))
  for (const [at, spread, opacity] of [
    [0.12, 0.1, 0.5],
    [0.3, 0.16, 0.34],
    [0.52, 0.12, 0.5],
    [0.72, 0.18, 0.3],
    [0.9, 0.1, 0.4],
  ] as const)
    on.path(
      `M${width * at} -10L${width * (at + spread * 0.5)} -10L${width * (at + spread * 1.1 - 0.1)} ${height * 0.86}L${width * (at - spread - 0.1)} ${height * 0.86}Z`,
      `fill="${on.down([`#fff/${opacity}`, '#fff/0'])}"`,
    )
  on.line(
    `M${-width * 0.1} ${height * 0.05}q${width * 0.1} ${-height * 0.03} ${width * 0.2} 0t${width * 0.2} 0t${width * 0.2} 0t${width * 0.2} 0t${width * 0.2} 0t${width * 0.2} 0`,
    '#fff',
    height / 190,
    'stroke-opacity=".6"',
  )
}

/** A branching coral in one colour with a lit edge. */
export function coral(on: Drawing, x: number, base: number, size: number, tone: string, edge: string) {
  const branches = [
    [-90, 1],
    [-118, 0.8],
    [-62, 0.82],
    [-140, 0.55],
    [-40, 0.56],
  ] as const
  const d = branches.map(([angle, reach]) => {
    const tip = polar(x, base, size * reach, angle)
    const knee = polar(x, base, size * reach * 0.6, angle + (angle < -90 ? 14 : -14))
    const twig = polar(knee[0], knee[1], size * 0.26, angle + 34)
    return `M${x} ${base}Q${knee.join(' ')} ${tip.join(' ')}M${knee.join(' ')}L${twig.join(' ')}`
  })
  on.line(d.join(''), tone, size * 0.13)
  on.line(d.join(''), edge, size * 0.04, `transform="translate(${-size * 0.02} ${-size * 0.03})"`)
}

export function rock(on: Drawing, x: number, y: number, width: number, height: number, seed: number) {
  const next = sequence(seed)
  const points = Array.from({ length: 9 }, (_, index): Point => polar(0, 0, 0.8 + next() * 0.3, index * 40)).map(
    ([px, py]): Point => [x + px * width, y + py * height],
  )
  on.path(blob(points), `fill="${on.down(['#7fa8c0', '#3a5c88', '#14305c'])}"`)
}

export function bubbles(on: Drawing, spots: readonly (readonly [number, number, number])[]) {
  for (const [x, y, r] of spots) {
    on.path(circle(x, y, r), 'fill="#fff" fill-opacity=".14" stroke="#fff" stroke-opacity=".75" stroke-width="1.2"')
    on.path(ellipse(x - r * 0.35, y - r * 0.4, r * 0.28, r * 0.18), 'fill="#fff" fill-opacity=".9"')
  }
}

export function scene(): string {
  const on = drawing(light)
  pool(on, 1600, 900)
  on.path(ridge(1600, 900, 640, 90, 6, 31), 'fill="#0d5c94" fill-opacity=".7"')
  on.path(ridge(1600, 900, 770, 26, 5, 8), `fill="${on.down(['#ffeab8', '#d9a878', '#6a6480'])}"`)
  for (const [x, y, s] of [
    [-30, 330, 4.6],
    [1290, 340, 4.4],
    [180, 520, 2.6],
  ] as const)
    place(on, kelpFronds, x, y, s)
  rock(on, 120, 830, 190, 130, 2)
  rock(on, 1500, 840, 210, 150, 5)
  coral(on, 300, 830, 250, '#e0457a', '#ff9ab8')
  coral(on, 1290, 840, 280, '#f0762e', '#ffc07a')
  coral(on, 60, 740, 160, '#8a5cf0', '#d4b8ff')
  coral(on, 1540, 730, 180, '#f2b53a', '#fff0a8')
  place(on, seaStar, 1400, 770, 0.9, 16)
  place(on, pearlOyster, 120, 690, 1.2, -6)
  place(on, moonJelly, 60, 210, 1.5, 8)
  place(on, moonJelly, 1470, 330, 1, -8)
  place(on, angelfish, 250, 330, 1)
  place(on, angelfish, 1380, 150, 0.8)
  bubbles(on, [
    [330, 120, 14],
    [360, 70, 9],
    [350, 170, 7],
    [1250, 240, 16],
    [1280, 190, 9],
    [1500, 300, 11],
    [90, 260, 12],
  ])
  vignette(on, 1600, 900, '#013a66', 0.6)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    { p1: octopusFace, p2: crabFace, p3: angelfish, l1: scallopShell, l2: seaUrchin, l3: whelk },
    { light, shadow },
  )
