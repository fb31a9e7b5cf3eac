// The portrait tile: a king rises over a seven, and an arrow points each way.

import { drawing } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { paintCard } from '#games/client/cards/picture.ts'
import { velvet } from './art.ts'

export function tile(): string {
  const on = drawing()
  velvet(on, 300, 400)
  const card = (rank: string, suit: 'hearts' | 'spades' | 'clubs', x: number, y: number, scale: number, turn: number) =>
    on.group(`transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"`, () => paintCard(on, rank, suit))
  card('7', 'clubs', 22, 178, 1.7, -14)
  on.glow(176, 170, 130, '#ffcf7a', 0.5)
  card('K', 'hearts', 112, 70, 2.2, 9)
  const arrow = 'M0 34L30 0L60 34H42V72H18V34Z'
  on.group('transform="translate(24 48)"', () =>
    on.path(
      arrow,
      `fill="${on.down(['#fff3c9', '#e8a83c'])}" stroke="#5c1029" stroke-width="4" stroke-linejoin="round"`,
    ),
  )
  on.group('transform="translate(278 366) rotate(180)"', () =>
    on.path(
      arrow,
      `fill="${on.down(['#5c2038', '#b5476a'])}" stroke="#2c0716" stroke-width="4" stroke-linejoin="round"`,
    ),
  )
  specks(on, { x: 0, y: 0, width: 300, height: 400, count: 30, seed: 52, largest: 1.6 }, '#f8dfae')
  vignette(on, 300, 400, '#180309', 0.7)
  return on.finish(300, 400, 'xMidYMid slice')
}
