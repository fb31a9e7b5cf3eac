// Peaks and a frozen lake beneath curtains of aurora.

import { drawing, place, type Drawing } from '#games/art/drawing.ts'
import { ridge } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { pineTree } from './lows.ts'
import { light } from './palette.ts'

/** A hanging curtain of light: bright at its lower hem, fading upwards. */
export function curtain(on: Drawing, width: number, top: number, hem: number, sway: number, colours: readonly string[], opacity: number) {
  const d = `M${-width * 0.1} ${hem}C${width * 0.2} ${hem - sway} ${width * 0.3} ${hem + sway * 1.4} ${width * 0.55} ${hem}S${width * 0.9} ${hem - sway * 1.3} ${width * 1.1} ${hem - sway * 0.4}V${top}C${width * 0.9} ${top - sway} ${width * 0.6} ${top + sway} ${width * 0.4} ${top}S${width * 0.1} ${top} ${-width * 0.1} ${top + sway}Z`
  on.path(d, `fill="${on.down([`${colours[0]}/0`, `${colours[1]}/.55`, `${colours[2]}/.95`])}" opacity="${opacity}" filter="${on.blur(width / 110)}"`)
}

export function arcticSky(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#030a26', '#0a2152', '#15477c', '#3c86a8']))
  specks(on, { x: 0, y: 0, width, height: height * 0.5, count: Math.round(width / 6), seed: 21 }, '#fff')
  curtain(on, width, height * 0.02, height * 0.4, height * 0.1, ['#7c5cff', '#7c5cff', '#46e0ff'], 0.75)
  curtain(on, width, -height * 0.05, height * 0.28, height * 0.12, ['#3affa8', '#2cf0a0', '#c9ffe0'], 0.85)
}

export function mountains(on: Drawing, width: number, level: number, rough: number) {
  on.path(ridge(width, level, level - rough * 1.3, rough * 0.7, 5, 4, true), `fill="${on.down(['#7fc4e4', '#2b5a98'])}" fill-opacity=".75"`)
  on.path(ridge(width, level, level - rough * 0.7, rough * 0.5, 7, 12, true), `fill="${on.down(['#e4f6ff', '#5f93cc', '#234a88'])}"`)
}

export function scene(): string {
  const on = drawing(light)
  arcticSky(on, 1600, 900)
  mountains(on, 1600, 640, 170)
  on.add(`<rect y="630" width="1600" height="270" fill="${on.down(['#9fe6ee', '#3f8cc0', '#123c78', '#071a44'])}"/>`)
  for (const [x, y, w] of [[200, 700, 300], [900, 670, 380], [1200, 760, 260], [500, 800, 200]] as const) on.line(`M${x} ${y}h${w}M${x + 60} ${y + 14}h${w * 0.5}`, '#e9ffff', 3, 'stroke-opacity=".35"')
  on.path('M0 900V660Q160 640 300 720T640 860Q700 880 720 900ZM1600 900V650Q1450 660 1340 730T1010 880L1000 900Z', `fill="${on.down(['#ffffff', '#a9d0f2', '#4a7fc0'])}"`)
  for (const [x, y, s] of [[20, 430, 2.6], [190, 540, 1.9], [330, 640, 1.3], [1400, 420, 2.7], [1300, 560, 1.8], [1190, 660, 1.2]] as const) place(on, pineTree, x, y, s)
  specks(on, { x: 0, y: 0, width: 1600, height: 900, count: 90, seed: 2, largest: 3.4, smallest: 1.2 }, '#fff')
  vignette(on, 1600, 900, '#020b22', 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}
