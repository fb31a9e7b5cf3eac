// The portrait tile: the lead camel against the great sun, the caravan small behind it.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { light } from './palette.ts'
import { camelHead, oilLamp } from './pictures.ts'
import { caravan, dune, duskSky } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  duskSky(on, 300, 400, 178, 150, 82)
  dune(on, 300, 400, 262, 100, 236, 268, ['#f2956a', '#b8486a'], ['#b8486a', '#7a2a62'])
  dune(on, 300, 400, 300, 232, 252, 290, ['#ffb45e', '#c0504f', '#6a1a48'], ['#a03a58', '#4a1444'])
  caravan(on, 262, 256, 30, 2, 2)
  place(on, camelHead, 0, 128, 2.4)
  dune(on, 300, 400, 338, 96, 336, 352, ['#f28a3c', '#7a1f3c'], ['#7a1f42', '#2a082a'])
  on.glow(252, 336, 60, '#ffc04a', 0.8)
  place(on, oilLamp, 190, 294, 1.02, -3)
  vignette(on, 300, 400, '#22061e', 0.7)
  return on.finish(300, 400, 'xMidYMid slice')
}
