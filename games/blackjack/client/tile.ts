// The portrait tile: an ace and a jack of spades over stacked chips.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { paintCard } from '#games/client/cards/picture.ts'
import { felt, green } from './art.ts'

export function chip(on: Drawing, x: number, y: number, colours: readonly [string, string, string]) {
  on.add(`<ellipse cx="${x}" cy="${y + 7}" rx="44" ry="19" fill="${colours[2]}"/>`)
  on.add(`<ellipse cx="${x}" cy="${y}" rx="44" ry="19" fill="${on.linear([colours[0], colours[1]])}"/>`)
  on.add(
    `<ellipse cx="${x}" cy="${y}" rx="38" ry="15.500" fill="none" stroke="#fff8e0" stroke-opacity=".85" stroke-width="5" stroke-dasharray="12 13"/>`,
  )
  on.add(
    `<ellipse cx="${x}" cy="${y}" rx="24" ry="9.500" fill="${colours[1]}" stroke="#fff8e0" stroke-opacity=".7" stroke-width="1.500"/>`,
  )
}

export function tile(): string {
  const on = drawing()
  felt(on, green, 300, 400)
  on.add('<circle cx="150" cy="-130" r="330" fill="none" stroke="#d9b566" stroke-opacity=".55" stroke-width="3"/>')
  const card = (rank: string, suit: 'hearts' | 'spades', x: number, y: number, scale: number, turn: number) =>
    on.group(`transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})"`, () => paintCard(on, rank, suit))
  on.glow(150, 180, 150, '#f0cf7c', 0.35)
  card('J', 'hearts', 52, 74, 2, -13)
  card('A', 'spades', 124, 52, 2.1, 9)
  for (const [index, colours] of (
    [
      ['#f0637a', '#b5203c', '#6e0a20'],
      ['#3a4664', '#1a2236', '#0a0e1a'],
      ['#f0637a', '#b5203c', '#6e0a20'],
      ['#f0cf7c', '#b5862c', '#6e4a10'],
    ] as const
  ).entries())
    chip(on, 92 + (index % 2) * 3, 366 - index * 14, colours)
  for (const [index, colours] of (
    [
      ['#f0cf7c', '#b5862c', '#6e4a10'],
      ['#3a4664', '#1a2236', '#0a0e1a'],
    ] as const
  ).entries())
    chip(on, 208, 372 - index * 14, colours)
  specks(on, { x: 0, y: 0, width: 300, height: 400, count: 26, seed: 21, largest: 1.6 }, '#e8dcae')
  vignette(on, 300, 400, '#02110c', 0.7)
  return on.finish(300, 400, 'xMidYMid slice')
}
