// A table of green felt under a lamp, its arc in brass.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'

export function felt(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#0a3a2e', '#14705a', '#0f5645', '#062a20']))
  on.glow(width / 2, height * 0.36, width * 0.56, '#4fd8a8', 0.45, height * 0.5)
}

/** Arcs of the layout around a point above the table. */
function arcs(on: Drawing, x: number, y: number, radii: readonly number[], width: number) {
  for (const radius of radii)
    on.add(
      `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#d9b566" stroke-opacity=".5" stroke-width="${width}"/>`,
    )
}

export function scene(): string {
  const on = drawing()
  felt(on, 1600, 900)
  arcs(on, 800, -420, [860, 884, 1180], 3)
  for (let seat = -2; seat <= 2; seat++)
    on.add(
      `<ellipse cx="${800 + seat * 270}" cy="${742 - seat * seat * 42}" rx="76" ry="50" fill="none" stroke="#d9b566" stroke-opacity=".35" stroke-width="3"/>`,
    )
  specks(on, { x: 0, y: 0, width: 1600, height: 900, count: 40, seed: 21, largest: 2 }, '#e8dcae')
  vignette(on, 1600, 900, '#02110c', 0.72)
  return on.finish(1600, 900, 'xMidYMid slice')
}
