// A roulette wheel of walnut and brass above coloured felt.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, polar } from '#games/art/shapes.ts'
import { wash } from '#games/art/sky.ts'

export const light = { x: -0.5, y: -0.85 }
export type Cloth = { deep: string; mid: string; bright: string; edge: string }
export const green: Cloth = { deep: '#032a1e', mid: '#0a5a3c', bright: '#1c8a5c', edge: '#01120d' }
export const blue: Cloth = { deep: '#071a3f', mid: '#123c7c', bright: '#2c66b8', edge: '#030a1c' }

export function cloth(on: Drawing, width: number, height: number, { deep, mid, bright }: Cloth) {
  wash(on, width, height, on.down([deep, mid, deep]))
  on.glow(width / 2, height * 0.42, width * 0.66, bright, 0.75, height * 0.44)
}

export function wheel(on: Drawing, x: number, y: number, radius: number, turn: number) {
  on.glow(x, y + radius * 0.2, radius * 1.35, '#000000', 0.6)
  on.path(circle(x, y, radius), `fill="${on.linear(['#c98a4b', '#7a4320', '#341708'])}"`)
  on.path(circle(x, y, radius * 0.93), `fill="${on.linear(['#f0cf8a', '#a86f2c'])}"`)
  on.path(circle(x, y, radius * 0.905), 'fill="#1a0d06"')
  const step = 360 / 37
  const sector = (outer: number, inner: number, at: number) => {
    const [from, to] = [turn + (at - 0.5) * step, turn + (at + 0.5) * step]
    const [a, b] = [polar(x, y, outer, from), polar(x, y, outer, to)]
    const [c, d] = [polar(x, y, inner, to), polar(x, y, inner, from)]
    return `M${a.join(' ')}A${outer} ${outer} 0 0 1 ${b.join(' ')}L${c.join(' ')}A${inner} ${inner} 0 0 0 ${d.join(' ')}Z`
  }
  for (let at = 0; at < 37; at++) {
    const colour = at === 0 ? ['#27c883', '#0a6b42'] : at % 2 ? ['#f0405c', '#8f0f2b'] : ['#3a3f4d', '#0e1016']
    on.path(
      sector(radius * 0.89, radius * 0.6, at),
      `fill="${on.linear(colour)}" stroke="#e9c47c" stroke-width="${radius / 130}"`,
    )
  }
  on.path(
    circle(x, y, radius * 0.6),
    `fill="${on.radial(['#b8763c', '#7a4320', '#3a1a0a'], 'cx=".4" cy=".35" r=".75"')}" stroke="#e9c47c" stroke-width="${radius / 60}"`,
  )
  for (let arm = 0; arm < 4; arm++) {
    const [tipX, tipY] = polar(x, y, radius * 0.44, turn + arm * 90 + 20)
    on.line(`M${x} ${y}L${tipX} ${tipY}`, '#f5d9a0', radius / 16)
    on.path(
      circle(tipX, tipY, radius * 0.055),
      `fill="${on.radial(['#fff3d0', '#d9a45a', '#7a4a18'], 'cx=".35" cy=".3" r=".8"')}"`,
    )
  }
  on.path(
    circle(x, y, radius * 0.14),
    `fill="${on.radial(['#fff6dc', '#e3b76c', '#8a5a20'], 'cx=".38" cy=".3" r=".8"')}"`,
  )
  const [ballX, ballY] = polar(x, y, radius * 0.68, turn + 74)
  on.path(
    circle(ballX, ballY, radius * 0.05),
    `fill="${on.radial(['#ffffff', '#e8e2d4', '#a39a88'], 'cx=".36" cy=".3" r=".8"')}"`,
  )
  on.gloss(x - radius * 0.34, y - radius * 0.7, radius * 0.44, radius * 0.12, -26, 0.2)
}

export function chips(
  on: Drawing,
  x: number,
  y: number,
  count: number,
  [bright, deep]: readonly [string, string],
  size = 26,
) {
  on.glow(x, y + size * 0.4, size * 1.3, '#000000', 0.5, size * 0.5)
  for (let chip = 0; chip < count; chip++) {
    const top = y - chip * size * 0.26
    for (const [lift, fill] of [
      [size * 0.2, deep],
      [0, bright],
    ] as const)
      on.add(
        `<ellipse cx="${x}" cy="${top + lift}" rx="${size}" ry="${size * 0.52}" fill="${fill}" stroke="#1a0d06" stroke-opacity=".5" stroke-width="1"/>`,
      )
    on.add(
      `<ellipse cx="${x}" cy="${top}" rx="${size * 0.84}" ry="${size * 0.43}" fill="none" stroke="#fff" stroke-width="${size * 0.2}" stroke-dasharray="${size * 0.34} ${size * 0.42}" stroke-opacity=".9"/>`,
    )
    on.add(`<ellipse cx="${x}" cy="${top}" rx="${size * 0.6}" ry="${size * 0.31}" fill="${bright}"/>`)
  }
}
