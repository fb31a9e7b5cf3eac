// Night Express' pictures by symbol id.
// A viaduct under the moon: the express crosses it with lit windows, hills and a sleeping town below.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { sequence } from '#games/art/sequence.ts'
import { box, circle, ridge } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { key, signal, ticket, wheel } from './lows.ts'
import { light, shadow } from './palette.ts'
import { cap, cup, emblem, engine, goldCoin, socket, suitcase } from './pictures.ts'

export function nightSky(on: Drawing, width: number, height: number, moon: readonly [x: number, y: number, r: number]) {
  wash(on, width, height, on.down(['#0a0f30', '#1c2a66', '#4a3f80', '#a8607c']))
  specks(on, { x: 0, y: 0, width, height: height * 0.55, count: Math.round(width / 7), seed: 33 }, '#fff')
  const [x, y, r] = moon
  on.glow(x, y, r * 4.5, '#fff0d0', 0.6)
  on.path(circle(x, y, r), `fill="${on.radial(['#ffffff', '#fff6dc', '#f0d8b0'])}"`)
  on.path(
    `${circle(x - r * 0.3, y - r * 0.2, r * 0.16)}${circle(x + r * 0.35, y + r * 0.25, r * 0.22)}${circle(x + r * 0.1, y - r * 0.5, r * 0.1)}`,
    'fill="#d8bc94" fill-opacity=".5"',
  )
  on.path(ridge(width, height, height * 0.6, height * 0.07, 5, 8), `fill="${on.down(['#5a4a8c', '#2c2c66'])}"`)
  on.path(ridge(width, height, height * 0.7, height * 0.05, 4, 15), `fill="${on.down(['#34346e', '#171a44'])}"`)
}

/** Arches that carry a track at `y`. */
export function viaduct(on: Drawing, width: number, y: number, height: number, span: number) {
  let arches = ''
  for (let x = -span / 2; x < width + span; x += span) {
    const half = span * 0.36
    arches += `M${x - half} ${y + height}V${y + height * 0.42}A${half} ${half} 0 0 1 ${x + half} ${y + height * 0.42}V${y + height}Z`
  }
  on.path(
    `M0 ${y}H${width}V${y + height}H0Z${arches}`,
    `fill="${on.down(['#5a4a70', '#2c2450', '#120e2c'])}" fill-rule="evenodd"`,
  )
  on.path(`M0 ${y - height * 0.05}H${width}V${y + height * 0.03}H0Z`, 'fill="#7a6488"')
  on.path(`M0 ${y - height * 0.05}H${width}V${y - height * 0.035}H0Z`, 'fill="#d8b8a0" fill-opacity=".6"')
}

export function train(on: Drawing, x: number, y: number, scale: number, cars: number) {
  on.group(`transform="translate(${x} ${y}) scale(${scale})"`, () => {
    for (let car = 0; car < cars; car++) {
      const left = -car * 128 - 128
      on.path(box(left, -46, 122, 40, 5), `fill="${on.down(['#8a2438', '#4a0c20'])}" stroke="#1c020c" stroke-width="2"`)
      on.path(`M${left} -46q61 -16 122 0Z`, 'fill="#2a1c38"')
      on.line(`M${left + 3} -14H${left + 119}`, '#e8bf62', 2)
      for (let window = 0; window < 6; window++) {
        on.glow(left + 14 + window * 19, -30, 16, '#ffd880', 0.6)
        on.path(box(left + 8 + window * 19, -38, 12, 16, 2), 'fill="#ffe6a0"')
      }
      for (const offset of [20, 40, 82, 102])
        on.path(circle(left + offset, -4, 6), 'fill="#171430" stroke="#8a7aa0" stroke-width="1.600"')
    }
    on.path(
      'M0 -6V-40H34V-54H70V-40H116Q128 -38 128 -24V-6Z',
      `fill="${on.down(['#4a5688', '#1c2248', '#0c0f28'])}" stroke="#02030e" stroke-width="2"`,
    )
    on.path(box(100, -58, 14, 20, 2), 'fill="#242a4e" stroke="#02030e" stroke-width="2"')
    on.path(box(42, -50, 20, 14, 2), 'fill="#ffe6a0"')
    on.line('M70 -32H118', '#e8bf62', 2.4)
    for (const [offset, radius] of [
      [18, 9],
      [46, 13],
      [76, 13],
      [106, 9],
    ] as const)
      on.path(circle(offset, -radius + 3, radius), 'fill="#7a1a2c" stroke="#e8bf62" stroke-width="2"')
    on.glow(136, -26, 60, '#fff3b0', 0.9, 26)
    on.path(circle(128, -27, 5), 'fill="#ffffff"')
    const next = sequence(9)
    for (let puff = 0; puff < 9; puff++)
      on.glow(104 - puff * 26 - next() * 8, -70 - puff * 7 - next() * 12, 20 + puff * 7, '#e4daf2', 0.6 - puff * 0.045)
  })
}

/** Roofs with a few lit windows. */
export function town(on: Drawing, width: number, y: number, scale: number, seed: number) {
  const next = sequence(seed)
  for (let x = 0; x < width; x += scale * (0.7 + next() * 0.5)) {
    const [w, h] = [scale * (0.55 + next() * 0.3), scale * (0.5 + next() * 0.6)]
    on.path(
      `M${x.toFixed(0)} ${y}V${(y - h).toFixed(0)}l${(w / 2).toFixed(0)} ${(-scale * 0.3).toFixed(0)}l${(w / 2).toFixed(0)} ${(scale * 0.3).toFixed(0)}V${y}Z`,
      'fill="#0d0f2c"',
    )
    if (next() > 0.4)
      on.path(
        box(Math.round(x + w * 0.3), Math.round(y - h * 0.7), Math.round(w * 0.16), Math.round(w * 0.2), 1),
        'fill="#ffcf7a"',
      )
    if (next() > 0.5)
      on.path(
        box(Math.round(x + w * 0.6), Math.round(y - h * 0.55), Math.round(w * 0.16), Math.round(w * 0.2), 1),
        'fill="#ffcf7a"',
      )
  }
}

export function scene(): string {
  const on = drawing(light)
  nightSky(on, 1600, 900, [1260, 190, 70])
  town(on, 1600, 720, 62, 5)
  viaduct(on, 1600, 560, 340, 240)
  train(on, 1180, 548, 1.9, 5)
  on.path(ridge(1600, 900, 850, 26, 4, 22), `fill="${on.down(['#1a1c44', '#080a20'])}"`)
  for (const [x, y, scale] of [
    [40, 590, 2.7],
    [1400, 600, 2.6],
  ] as const)
    place(on, signal, x, y, scale)
  vignette(on, 1600, 900, '#04061c', 0.8)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: engine,
      p2: suitcase,
      p3: cap,
      p4: cup,
      l1: ticket,
      l2: key,
      l3: signal,
      l4: wheel,
      wild: emblem,
      coin: goldCoin,
      blank: socket,
    },
    { light, shadow, auras: { p1: '#ffd65a', wild: '#ffc83a', coin: '#ffb52a' } },
  )
