// The portrait tile: a nine and a seven, and a white flag over the half of the chips that comes back.

import { drawing } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { paintCard } from '#games/client/cards/picture.ts'
import { burgundy, felt } from '../../blackjack/client/art.ts'
import { chip } from '../../blackjack/client/tile.ts'

const gold = ['#f2c987', '#b5862c', '#6e4a10'] as const
const slate = ['#3a4664', '#1a2236', '#0a0e1a'] as const

export function tile(): string {
  const on = drawing()
  felt(on, burgundy, 300, 400)
  on.add('<circle cx="150" cy="-130" r="330" fill="none" stroke="#e2b877" stroke-opacity=".55" stroke-width="3"/>')
  on.glow(150, 180, 150, '#f2c987', 0.35)
  const card = (rank: string, suit: 'clubs' | 'diamonds', x: number, y: number, scale: number, turn: number) =>
    on.group(`transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"`, () => paintCard(on, rank, suit))
  card('9', 'clubs', 40, 82, 1.9, -12)
  card('7', 'diamonds', 112, 62, 2, 7)
  for (let index = 0; index < 2; index++) chip(on, 78 + (index % 2) * 3, 366 - index * 14, slate)
  for (let index = 0; index < 4; index++) chip(on, 206 + (index % 2) * 3, 372 - index * 14, gold)
  on.line('M208 332V214', '#5a3a14', 7)
  on.line('M208 332V214', '#e2b877', 3.5)
  on.path(
    'M210 216C228 206 246 226 268 214V262C246 274 228 254 210 264Z',
    `fill="${on.linear(['#ffffff', '#fff3e6', '#e0cdb8'])}" stroke="#b09a80" stroke-width="1.500" stroke-linejoin="round"`,
  )
  specks(on, { x: 0, y: 0, width: 300, height: 400, count: 26, seed: 16, largest: 1.6 }, '#f2d9b0')
  vignette(on, 300, 400, '#120207', 0.7)
  return on.finish(300, 400, 'xMidYMid slice')
}
