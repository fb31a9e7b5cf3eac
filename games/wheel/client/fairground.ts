// The wheel of a fairground by night: coloured segments, a rim of lamps, a brass hub and its pointer.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, polar } from '#games/art/shapes.ts'
import { specks, wash } from '#games/art/sky.ts'

export const light = { x: -0.5, y: -0.85 }
const colours = [
  ['#ffd98a', '#f29a2e'],
  ['#7fb8ff', '#2f62d8'],
  ['#ff9fb8', '#d8325f'],
  ['#8ff0d0', '#189a7c'],
  ['#cfa6ff', '#7235d0'],
] as const

export function bigWheel(on: Drawing, x: number, y: number, radius: number, segments: number, turn = 0) {
  on.glow(x, y, radius * 1.6, '#ff9fd0', 0.4)
  on.path(circle(x, y, radius * 1.12), `fill="${on.linear(['#ffe7ab', '#c8842f', '#5a2b12'])}"`)
  on.path(circle(x, y, radius * 1.03), 'fill="#22103f"')
  const step = 360 / segments
  for (let at = 0; at < segments; at++) {
    const [bright, deep] = at % 2 ? colours[((at - 1) / 2) % colours.length]! : ['#352a6b', '#1c1546']
    const [from, to] = [polar(x, y, radius, turn + at * step), polar(x, y, radius, turn + (at + 1) * step)]
    on.path(
      `M${x} ${y}L${from.join(' ')}A${radius} ${radius} 0 0 1 ${to.join(' ')}Z`,
      `fill="${on.radial([deep, bright], `cx="${x}" cy="${y}" r="${radius}" gradientUnits="userSpaceOnUse"`)}" stroke="#150b30" stroke-width="${radius / 60}"`,
    )
  }
  for (let lamp = 0; lamp < segments; lamp++) {
    const [lampX, lampY] = polar(x, y, radius * 1.075, turn + lamp * step)
    on.glow(lampX, lampY, radius * 0.07, '#fff0b0', 0.9)
    on.path(circle(lampX, lampY, radius * 0.022), 'fill="#fffbe6"')
  }
  on.path(circle(x, y, radius * 0.34), `fill="${on.linear(['#ffeec0', '#d8953a', '#6b3414'])}"`)
  on.path(circle(x, y, radius * 0.27), `fill="${on.radial(['#4a3a8f', '#1a1240'], 'cx=".4" cy=".35" r=".7"')}"`)
  on.gloss(x - radius * 0.1, y - radius * 0.13, radius * 0.11, radius * 0.06, -25, 0.5)
  on.gloss(x - radius * 0.35, y - radius * 0.62, radius * 0.42, radius * 0.13, -28, 0.16)
}

export function pin(on: Drawing) {
  on.path(
    'M50 96L24 42Q18 6 50 6Q82 6 76 42Z',
    `fill="${on.linear(['#fff3c8', '#f2b445', '#8a4a14'])}" stroke="#3a1c08" stroke-width="4" stroke-linejoin="round"`,
  )
  on.path(circle(50, 34, 12), `fill="${on.radial(['#ffb3cf', '#d8325f'], 'cx=".4" cy=".3" r=".8"')}"`)
}

export function night(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#0d0a2a', '#251a5c', '#5a2a7c', '#a8437c']))
  specks(on, { x: 0, y: 0, width, height: height * 0.8, count: width / 8, seed: 21, largest: 1.6 }, '#fff4e0')
  for (let garland = 0; garland < 3; garland++) {
    const top = height * (0.04 + garland * 0.05)
    on.line(
      `M${-width * 0.05} ${top}Q${width * (0.25 + garland * 0.12)} ${top + height * 0.2} ${width * 1.05} ${top + height * 0.03}`,
      '#f5c768',
      width / 500,
      `stroke-opacity=".55" stroke-dasharray="${width / 400} ${width / 50}"`,
    )
  }
}
