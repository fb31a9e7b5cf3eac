// The portrait tile: a fan of jacks, and the king and ace that would beat them.

import { drawing } from '#games/art/drawing.ts'
import { star } from '#games/art/shapes.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { paintCard } from '#games/client/cards/picture.ts'
import { rays } from '#games/client/poker/rays.ts'
import { cabinet } from './art.ts'

export function tile(): string {
  const on = drawing()
  rays(on, cabinet, 300, 400, 150, 214)
  const fan = [
    ['A', 'spades', -24],
    ['K', 'spades', -12],
    ['Q', 'spades', 0],
    ['J', 'hearts', 12],
    ['J', 'spades', 24],
  ] as const
  on.glow(150, 196, 140, '#ffd84a', 0.4)
  for (const [rank, suit, turn] of fan)
    on.group(`transform="rotate(${turn} 150 420) translate(99 116) scale(1.46)"`, () => paintCard(on, rank, suit))
  on.path(
    star(150, 54, 5, 30, 12.5),
    `fill="${on.linear(['#fffbe0', '#ffd84a', '#d08a14'])}" stroke="#6e4a08" stroke-width="2.500" stroke-linejoin="round"`,
  )
  specks(on, { x: 0, y: 0, width: 300, height: 400, count: 40, seed: 96, largest: 1.7 }, '#ffe98a')
  vignette(on, 300, 400, '#040822', 0.7)
  return on.finish(300, 400, 'xMidYMid slice')
}
