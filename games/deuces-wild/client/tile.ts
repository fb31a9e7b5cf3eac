// The portrait tile: the four deuces as a fan, with wild sparks above them.

import { drawing } from '#games/art/drawing.ts'
import { star } from '#games/art/shapes.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { paintCard } from '#games/client/cards/picture.ts'
import { rays } from '#games/client/poker/rays.ts'
import { cabinet } from './art.ts'

const fan = [
  ['clubs', -21],
  ['diamonds', -7],
  ['spades', 7],
  ['hearts', 21],
] as const
const sparks = [
  [150, 50, 30],
  [92, 74, 15],
  [208, 74, 15],
  [54, 116, 9],
  [246, 116, 9],
] as const

export function tile(): string {
  const on = drawing()
  rays(on, cabinet, 300, 400, 150, 214)
  on.glow(150, 200, 140, '#86f0cc', 0.4)
  for (const [suit, turn] of fan)
    on.group(`transform="rotate(${turn} 150 430) translate(96 128) scale(1.54)"`, () => paintCard(on, '2', suit))
  for (const [x, y, size] of sparks)
    on.path(
      star(x, y, 4, size, size * 0.3),
      `fill="${on.linear(['#f4fff9', '#86f0cc', '#1f9a78'])}" stroke="#0a3a2c" stroke-width="2" stroke-linejoin="round"`,
    )
  specks(on, { x: 0, y: 0, width: 300, height: 400, count: 40, seed: 22, largest: 1.7 }, '#9ff5d8')
  vignette(on, 300, 400, '#10031c', 0.7)
  return on.finish(300, 400, 'xMidYMid slice')
}
