// A midnight-blue cabinet with rays of light behind the cards.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { polar, polygon } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'

export function rays(on: Drawing, width: number, height: number, x: number, y: number) {
  wash(on, width, height, on.down(['#0c1a5a', '#1f43a8', '#16307a', '#080f3a']))
  const reach = Math.hypot(width, height)
  const beams = Array.from({ length: 16 }, (_, index) =>
    polygon([[x, y], polar(x, y, reach, index * 22.5 - 4), polar(x, y, reach, index * 22.5 + 4)]),
  )
  on.path(beams.join(''), 'fill="#8fb0ff" fill-opacity=".12"')
  on.glow(x, y, width * 0.42, '#6f96ff', 0.6, height * 0.42)
}

export function scene(): string {
  const on = drawing()
  rays(on, 1600, 900, 800, 470)
  specks(on, { x: 0, y: 0, width: 1600, height: 900, count: 70, seed: 96, largest: 2.4 }, '#ffe98a')
  vignette(on, 1600, 900, '#040822', 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}
