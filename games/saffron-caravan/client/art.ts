// Saffron Caravan's pictures by symbol id.
// Dunes at dusk with the caravan crossing the ridge before a low sun.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { circle } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { amphora, datePalm, rolledCarpet, spiceBowl } from './lows.ts'
import { light, shadow } from './palette.ts'
import { camelHead, crocus, oilLamp, tent } from './pictures.ts'
import { lowSun } from './specials.ts'

const walkingCamel =
  'M4 58C0 50 2 40 6 34C4 28 8 24 14 26L20 30C18 34 14 33 12 34C12 42 16 46 22 44C26 34 34 24 42 28C46 20 56 20 60 28C68 26 78 34 80 46C82 54 82 60 84 66L82 70C80 66 79 60 78 58L76 72L78 96H73L68 72L62 60C54 64 46 64 38 62L37 78L40 96H35L30 78L26 62L24 78L26 96H21L19 76L18 60C12 60 8 62 4 58Z'

export function duskSky(on: Drawing, width: number, height: number, sunX: number, sunY: number, radius: number) {
  wash(on, width, height, on.down(['#2c1458', '#7a1f6a', '#e0504f', '#ffa64a', '#ffe09a']))
  specks(on, { x: 0, y: 0, width, height: height * 0.26, count: Math.round(width / 16), seed: 33 }, '#ffe9d0')
  on.glow(sunX, sunY, radius * 4.2, '#ffe9a0', 0.9)
  on.path(circle(sunX, sunY, radius), `fill="${on.down(['#fffef0', '#ffe27a', '#ff9a3c'])}"`)
  for (const [dx, dy, length] of [
    [-2.6, -0.5, 2.2],
    [0.6, -0.2, 2.6],
    [-1.4, 0.3, 3.4],
  ] as const)
    on.path(
      `M${sunX + dx * radius} ${sunY + dy * radius}q${radius * length * 0.5} ${-radius * 0.13} ${radius * length} 0q${-radius * length * 0.5} ${radius * 0.1} ${-radius * length} 0Z`,
      'fill="#d8486a" fill-opacity=".6"',
    )
}

/** A dune with a lit flank and a shadowed one, parted by its crest. */
export function dune(
  on: Drawing,
  width: number,
  height: number,
  left: number,
  crestX: number,
  crestY: number,
  right: number,
  lit: readonly string[],
  shaded: readonly string[],
) {
  const foot = crestX - (crestX - left) * 0.1
  on.path(
    `M${-width * 0.1} ${height}V${left}C${width * 0.1} ${left} ${crestX - width * 0.2} ${crestY + 10} ${crestX} ${crestY}C${crestX + width * 0.16} ${crestY + 8} ${width * 0.9} ${right} ${width * 1.1} ${right}V${height}Z`,
    `fill="${on.down(lit)}"`,
  )
  on.path(
    `M${-width * 0.1} ${height}V${left}C${width * 0.1} ${left} ${crestX - width * 0.2} ${crestY + 10} ${crestX} ${crestY}C${crestX - width * 0.02} ${crestY + height * 0.12} ${foot + width * 0.14} ${crestY + height * 0.24} ${crestX - width * 0.05} ${height}Z`,
    `fill="${on.down(shaded)}"`,
  )
}

export function caravan(on: Drawing, from: number, y: number, size: number, count: number, slope: number) {
  for (let index = 0; index < count; index++)
    on.path(
      walkingCamel,
      `fill="#451034" transform="translate(${from + index * size * 1.25} ${y - size * 0.95 + slope * index}) scale(${-size / 100} ${size / 100})"`,
    )
}

export function scene(): string {
  const on = drawing(light)
  duskSky(on, 1600, 900, 1120, 400, 110)
  dune(on, 1600, 900, 560, 420, 470, 600, ['#f0906a', '#b8486a'], ['#b8486a', '#7a2a62'])
  dune(on, 1600, 900, 720, 1240, 520, 640, ['#ffb45e', '#d05a55', '#7a2450'], ['#b03f5c', '#571a4c'])
  caravan(on, 820, 562, 84, 3, -14)
  dune(on, 1600, 900, 650, 330, 640, 880, ['#ffa04a', '#c0443f', '#5a143c'], ['#8f2a4c', '#3a0d38'])
  dune(on, 1600, 900, 960, 1350, 760, 800, ['#f28a3c', '#8f2a3c', '#3d0d30'], ['#6a1a40', '#2a082a'])
  specks(on, { x: 0, y: 300, width: 1600, height: 500, count: 40, seed: 4, largest: 2 }, '#ffe9b0')
  vignette(on, 1600, 900, '#22061e', 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: camelHead,
      p2: oilLamp,
      p3: crocus,
      p4: tent,
      l1: amphora,
      l2: spiceBowl,
      l3: rolledCarpet,
      l4: datePalm,
      wild: lowSun,
    },
    { light, shadow, auras: { wild: '#ffc04a' } },
  )
