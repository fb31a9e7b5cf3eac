// The cabinet of a video poker: rays of light behind the cards, in the colours of its game.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { polar, polygon } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'

export type Cabinet = {
  /** From top to bottom. */
  sky: [string, string, string, string]
  beam: string
  glow: string
  speck: string
  dusk: string
  seed: number
}

export function rays(on: Drawing, { sky, beam, glow }: Cabinet, width: number, height: number, x: number, y: number) {
  wash(on, width, height, on.down(sky))
  const reach = Math.hypot(width, height)
  const beams = Array.from({ length: 16 }, (_, index) =>
    polygon([[x, y], polar(x, y, reach, index * 22.5 - 4), polar(x, y, reach, index * 22.5 + 4)]),
  )
  on.path(beams.join(''), `fill="${beam}" fill-opacity=".12"`)
  on.glow(x, y, width * 0.42, glow, 0.6, height * 0.42)
}

export function cabinetScene(cabinet: Cabinet): string {
  const on = drawing()
  rays(on, cabinet, 1600, 900, 800, 470)
  specks(on, { x: 0, y: 0, width: 1600, height: 900, count: 70, seed: cabinet.seed, largest: 2.4 }, cabinet.speck)
  vignette(on, 1600, 900, cabinet.dusk, 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}
