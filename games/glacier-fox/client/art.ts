// Glacier Fox's pictures by symbol id.
// Peaks and a frozen lake beneath curtains of aurora.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { sequence } from '#games/art/sequence.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { drawSymbols } from '#games/art/symbols.ts'
import { berries, crystals, mitten, pineTree } from './lows.ts'
import { light, shadow } from './palette.ts'
import { fox, owl, reindeer, whaleTail } from './pictures.ts'
import { igloo, snowStar } from './specials.ts'

/** A hanging curtain of light: rays that rise from a swaying hem, brightest at the foot. */
function curtain(
  on: Drawing,
  width: number,
  hem: number,
  sway: number,
  rise: number,
  colours: readonly string[],
  seed: number,
) {
  const next = sequence(seed)
  const step = width / 46
  const level = (x: number) =>
    hem + Math.sin((x / width) * 7 + seed) * sway + Math.sin((x / width) * 15 + seed * 2) * sway * 0.3
  const rays = Array.from({ length: 50 }, (_, index) => {
    const x = (index - 2) * step
    const height = rise * (0.5 + next() * 0.6)
    return `M${x.toFixed(0)} ${level(x).toFixed(0)}L${(x + step * 1.3).toFixed(0)} ${level(x + step * 1.3).toFixed(0)}L${(x + step * 1.9).toFixed(0)} ${(level(x) - height).toFixed(0)}h${(-step * 1.1).toFixed(0)}Z`
  })
  on.group(`filter="${on.blur(width / 150)}"`, () => {
    for (const half of [0, 1])
      on.path(
        rays.filter((_, index) => index % 2 === half).join(''),
        `fill="${on.down([`${colours[0]}/0`, `${colours[1]}/.35`, `${colours[2]}/.9`])}" fill-opacity="${half ? 0.9 : 0.65}"`,
      )
  })
}

export function arcticSky(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#020824', '#081d4e', '#12406f', '#3c8fa8']))
  specks(on, { x: 0, y: 0, width, height: height * 0.5, count: Math.round(width / 6), seed: 21 }, '#fff')
  curtain(on, width, height * 0.36, height * 0.06, height * 0.42, ['#a04cff', '#7c5cff', '#3ad8ff'], 2)
  curtain(on, width, height * 0.3, height * 0.08, height * 0.34, ['#2a9cff', '#2cf0a0', '#b6ffd2'], 5)
}

/** Peaks, each with a lit and a shaded flank. */
function peaks(
  on: Drawing,
  base: number,
  tops: readonly (readonly [x: number, y: number, spread: number])[],
  lit: readonly string[],
  shaded: readonly string[],
) {
  for (const [x, y, spread] of tops) {
    const rise = base - y
    on.path(
      `M${x - spread} ${base}L${x - spread * 0.4} ${base - rise * 0.52}L${x - spread * 0.28} ${base - rise * 0.5}L${x} ${y}L${x + spread * 0.34} ${base - rise * 0.58}L${x + spread * 0.44} ${base - rise * 0.56}L${x + spread} ${base}Z`,
      `fill="${on.down(lit)}"`,
    )
    on.path(
      `M${x} ${y}L${x + spread * 0.34} ${base - rise * 0.58}L${x + spread * 0.44} ${base - rise * 0.56}L${x + spread} ${base}H${x + spread * 0.1}L${x - spread * 0.08} ${base - rise * 0.36}L${x + spread * 0.1} ${base - rise * 0.56}Z`,
      `fill="${on.down(shaded)}"`,
    )
  }
}

export function mountains(on: Drawing, width: number, level: number, rough: number) {
  const at = (x: number, height: number, spread: number) =>
    [Math.round(x * width), Math.round(level - height * rough), Math.round(spread * rough)] as const
  peaks(
    on,
    level,
    [at(0.3, 1.9, 1.7), at(0.62, 2.2, 1.9), at(0.9, 1.7, 1.6)],
    ['#8fd2ea', '#3d74b0'],
    ['#3f7ab8', '#1f4788'],
  )
  peaks(
    on,
    level,
    [at(0.1, 1.5, 1.5), at(0.46, 1.1, 1.4), at(0.78, 1.4, 1.6), at(1.02, 1.3, 1.4)],
    ['#f4fcff', '#8fbce6', '#4a7cc0'],
    ['#7fa8dc', '#2f5aa0'],
  )
}

export function scene(): string {
  const on = drawing(light)
  arcticSky(on, 1600, 900)
  mountains(on, 1600, 640, 170)
  on.add(`<rect y="630" width="1600" height="270" fill="${on.down(['#9fe6ee', '#3f8cc0', '#123c78', '#071a44'])}"/>`)
  for (const [x, y, w] of [
    [200, 700, 300],
    [900, 670, 380],
    [1200, 760, 260],
    [500, 800, 200],
  ] as const)
    on.line(`M${x} ${y}h${w}M${x + 60} ${y + 14}h${w * 0.5}`, '#e9ffff', 3, 'stroke-opacity=".35"')
  on.path(
    'M0 900V660Q160 640 300 720T640 860Q700 880 720 900ZM1600 900V650Q1450 660 1340 730T1010 880L1000 900Z',
    `fill="${on.down(['#ffffff', '#a9d0f2', '#4a7fc0'])}"`,
  )
  for (const [x, y, s] of [
    [20, 430, 2.6],
    [190, 540, 1.9],
    [330, 640, 1.3],
    [1400, 420, 2.7],
    [1300, 560, 1.8],
    [1190, 660, 1.2],
  ] as const)
    place(on, pineTree, x, y, s)
  place(on, igloo, 1180, 700, 1.4)
  specks(on, { x: 0, y: 0, width: 1600, height: 900, count: 90, seed: 2, largest: 3.4, smallest: 1.2 }, '#fff')
  vignette(on, 1600, 900, '#020b22', 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const symbols = () =>
  drawSymbols(
    {
      p1: fox,
      p2: owl,
      p3: reindeer,
      p4: whaleTail,
      l1: crystals,
      l2: pineTree,
      l3: berries,
      l4: mitten,
      wild: snowStar,
    },
    { light, shadow, auras: { p1: '#7dffc4', wild: '#6effc8' } },
  )
