// Crash's pictures: the flare that rises on the game screen.
// A northern night over a still sea: curtains of light, far islands, and the sky in which a flare can rise.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { ridge } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { flare, light } from './flare.ts'

const curtains = [
  ['#3ff0b0', 0.1, 0.26, 0.5],
  ['#54c8ff', 0.38, 0.2, 0.42],
  ['#8d7bff', 0.66, 0.28, 0.36],
] as const

export function night(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#040b1a', '#0a2038', '#12425a', '#1d6a70']))
  specks(on, { x: 0, y: 0, width, height: height * 0.62, count: width / 9, seed: 31, largest: 1.4 }, '#e6f4ff')
  for (const [colour, x, reach, opacity] of curtains) {
    const [from, to] = [width * x, width * (x + reach)]
    const [top, foot] = [height * 0.08, height * 0.58]
    on.path(
      `M${from} ${foot}C${from + width * 0.05} ${top} ${to - width * 0.1} ${height * 0.3} ${to} ${top}L${to + width * 0.05} ${foot * 0.82}C${to - width * 0.06} ${height * 0.46} ${from + width * 0.1} ${foot * 0.7} ${from + width * 0.03} ${foot}Z`,
      `fill="${on.down([`${colour}/0`, `${colour}/${opacity}`, `${colour}/0`])}" filter="${on.blur(height / 34)}"`,
    )
  }
  on.path(ridge(width, height, height * 0.68, height * 0.035, 5, 17), `fill="${on.down(['#0b2a3d', '#071b2a'])}"`)
  on.path(ridge(width, height, height * 0.72, height * 0.02, 7, 5), `fill="${on.down(['#071d2c', '#04121d'])}"`)
  on.path(
    `M0 ${height * 0.74}H${width}V${height}H0Z`,
    `fill="${on.down(['#14505c', '#0a2a3c', '#050f1a'])}" fill-opacity=".96"`,
  )
  for (let row = 0; row < 7; row++) {
    const y = height * (0.76 + row * 0.034)
    const shift = width * ((row * 37) % 11) * 0.012
    on.line(
      `M${width * 0.06 + shift} ${y}H${width * 0.3 + shift}M${width * 0.48 - shift} ${y + 3}H${width * 0.86 - shift}`,
      '#9fe8e0',
      height / 420,
      `stroke-opacity="${(0.34 - row * 0.035).toFixed(2)}"`,
    )
  }
}

export function scene(): string {
  const on = drawing(light)
  night(on, 1600, 900)
  vignette(on, 1600, 900, '#020812', 0.6)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export function symbols(): Record<string, string> {
  const on = drawing(light)
  flare(on)
  return { flare: on.finish(100, 100) }
}
