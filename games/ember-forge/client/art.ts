// Ember Forge's pictures by symbol id.
// The smithy by night: brick hearth in full blaze, chains and tools in silhouette, sparks rising.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { sequence } from '#games/art/sequence.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { chain, coalLump, horseshoe, ingots } from './lows.ts'
import { light, shadow } from './palette.ts'
import { crown, shield, sword, warHammer } from './pictures.ts'
import { anvil, flame } from './specials.ts'

/** Courses of brick: dark joints and a few stones that catch the fire. */
export function bricks(on: Drawing, width: number, height: number, course: number) {
  const next = sequence(17)
  let joints = ''
  let lit = ''
  for (let row = 0; row * course < height; row++) {
    const y = row * course
    joints += `M0 ${y}H${width}`
    for (let x = (row % 2) * course; x < width; x += course * 2) {
      joints += `M${x} ${y}v${course}`
      if (next() > 0.72) lit += `M${x + 2} ${y + 2}h${course * 2 - 4}v${course - 4}h${4 - course * 2}Z`
    }
  }
  on.path(lit, 'fill="#ff9a5a" fill-opacity=".1"')
  on.line(joints, '#12060a', course / 14)
}

export function hearth(on: Drawing, x: number, base: number, size: number) {
  const arch = (grow: number) =>
    `M${x - size * grow} ${base}V${base - size * 0.7}C${x - size * grow} ${base - size * (0.9 + grow * 0.5)} ${x + size * grow} ${base - size * (0.9 + grow * 0.5)} ${x + size * grow} ${base - size * 0.7}V${base}Z`
  on.glow(x, base - size * 0.6, size * 2.3, '#ff6a1a', 0.85)
  on.path(arch(0.86), `fill="${on.down(['#7a3c34', '#3c1a1e'])}" stroke="#12060a" stroke-width="${size / 40}"`)
  on.path(arch(0.7), `fill="${on.radial(['#fff3b0', '#ff9a2a', '#c02a10', '#3a0a0c'], 'cx=".5" cy=".85" r=".95"')}"`)
  for (const [dx, scale] of [
    [-0.42, 0.0085],
    [0.38, 0.009],
    [0, 0.0125],
  ] as const)
    place(on, flame, x + size * dx - size * scale * 50, base - size * scale * 96, size * scale)
  on.path(
    `M${x - size * 0.75} ${base}q${size * 0.1} ${-size * 0.14} ${size * 0.25} ${-size * 0.06}t${size * 0.25} ${-size * 0.02}t${size * 0.25} ${-size * 0.02}t${size * 0.25} 0t${size * 0.25} ${-size * 0.02}t${size * 0.25} ${size * 0.12}Z`,
    'fill="#1c0c10"',
  )
}

export function scene(): string {
  const on = drawing(light)
  wash(on, 1600, 900, on.down(['#1c0c14', '#4a1f22', '#6a2c22', '#1a0a0e']))
  bricks(on, 1600, 760, 46)
  hearth(on, 800, 760, 330)
  on.add(`<rect y="745" width="1600" height="155" fill="${on.down(['#8a3a1c', '#3a161a', '#12060a'])}"/>`)
  for (const x of [230, 1340]) {
    on.line(`M${x} 0V210`, '#0d0406', 10)
    place(on, chain, x - 62, 150, 1.25, 45)
  }
  for (const [x, h, w] of [
    [90, 420, 26],
    [170, 360, 20],
    [1450, 400, 24],
    [1530, 340, 20],
  ] as const)
    on.path(
      `M${x - w} ${740 - h}h${w * 2}v${w * 1.6}h${-w * 0.7}V745h${-w * 0.6}V${740 - h + w * 1.6}h${-w * 0.7}Z`,
      'fill="#16080c"',
    )
  on.path(
    'M0 745h300v34h-26v121H26V779H0ZM1300 745h300v34h-26v121h-248V779h-26Z',
    `fill="${on.down(['#4a1f1a', '#12060a'])}"`,
  )
  specks(on, { x: 200, y: 100, width: 1200, height: 640, count: 90, seed: 7, smallest: 1, largest: 3.2 }, '#ffb45a')
  vignette(on, 1600, 900, '#060103', 0.85)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: crown,
      p2: sword,
      p3: shield,
      p4: warHammer,
      l1: ingots,
      l2: horseshoe,
      l3: chain,
      l4: coalLump,
      wild: flame,
      scatter: anvil,
    },
    { light, shadow, auras: { p1: '#ff9a2a', wild: '#ff6a1a' } },
  )
