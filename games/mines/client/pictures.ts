// The pictures under the tiles: a cut crystal, and an iron mine with a burning fuse.

import type { Drawing, Light } from '#games/art/drawing.ts'
import { circle, polar, polygon } from '#games/art/shapes.ts'

export const light: Light = { x: -0.5, y: -0.85 }
export const shadow = '#05031a'

export function gem(on: Drawing) {
  const outline = 'M28 14H72L94 42L50 92L6 42Z'
  on.path(outline, 'fill="#03231f" stroke="#03231f" stroke-width="6" stroke-linejoin="round"')
  const facets = [
    ['M28 14L20 42H6Z', ['#d8fff5', '#5ff0d0']],
    ['M28 14H50L36 42H20Z', ['#f6fffd', '#9bfbe6']],
    ['M50 14H72L64 42H36Z', ['#c9fff2', '#4fe0c4']],
    ['M72 14L94 42H80L64 42Z', ['#3fcfb4', '#1f9c8c']],
    ['M6 42H36L50 92Z', ['#7df5da', '#1fa892']],
    ['M36 42H64L50 92Z', ['#b9ffee', '#2bbfa4']],
    ['M64 42H94L50 92Z', ['#2aa892', '#0a5a55']],
  ] as const
  for (const [path, colours] of facets) on.path(path, `fill="${on.linear(colours)}"`)
  on.line('M28 14H72L94 42H6L28 14M36 42L50 92L64 42L50 14L36 42', '#eafffa', 1.3, 'stroke-opacity=".7"')
  on.gloss(37, 25, 13, 6, -18, 0.9)
}

export function mine(on: Drawing) {
  const spikes = Array.from({ length: 8 }, (_, index) => {
    const [left, tip, right] = [
      polar(50, 56, 30, index * 45 - 9),
      polar(50, 56, 44, index * 45),
      polar(50, 56, 30, index * 45 + 9),
    ]
    return polygon([left, tip, right])
  })
  on.path(
    spikes.join(''),
    `fill="${on.linear(['#b9b3cf', '#4a4462', '#1a1630'])}" stroke="#0a0718" stroke-width="2.5" stroke-linejoin="round"`,
  )
  on.form(circle(50, 56, 31), {
    fill: ['#8f88b0', '#3b3556', '#141026'],
    rim: '#d9d2f5',
    shade: '#06040f',
    body: 'round',
    outline: '#0a0718',
  })
  on.line('M58 28Q62 10 76 13', '#d8b88a', 4)
  on.glow(78, 12, 22, '#ff8a3c', 0.9)
  on.path(circle(78, 12, 5), `fill="${on.radial(['#ffffff', '#ffe27a', '#ff7a2c'])}"`)
  on.gloss(38, 42, 11, 7, -28, 0.7)
}

/** A slab of stone, seen from above. */
export function slab(on: Drawing, x: number, y: number, size: number, tone: readonly [string, string, string]) {
  const r = size * 0.16
  const path = (dx: number, dy: number) =>
    `M${x + r + dx} ${y + dy}h${size - 2 * r}q${r} 0 ${r} ${r}v${size - 2 * r}q0 ${r} ${-r} ${r}h${2 * r - size}q${-r} 0 ${-r} ${-r}v${2 * r - size}q0 ${-r} ${r} ${-r}Z`
  on.path(path(0, size * 0.08), 'fill="#080420" fill-opacity=".8"')
  on.path(path(0, 0), `fill="${on.linear(tone)}"`)
  on.line(`M${x + r} ${y + size * 0.07}h${size - 2 * r}`, '#ffffff', size * 0.03, 'stroke-opacity=".4"')
}
