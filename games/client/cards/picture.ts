// A card as a picture, for tiles: its rank and suits on ivory.

import type { Drawing } from '#games/art/drawing.ts'
import { box } from '#games/art/shapes.ts'
import { isRed, paintSuit, type Suit } from './suits.ts'

/** Ranks as strokes in a box of 40 by 60: tiles hold no fonts. */
const strokes: Record<string, string> = {
  A: 'M4 56L20 4L36 56M10 38H30',
  K: 'M8 4V56M34 4L8 34M17 25L36 56',
  Q: 'M20 4C6 4 4 18 4 29C4 42 8 54 20 54C32 54 36 42 36 29C36 18 34 4 20 4ZM24 42L37 58',
  J: 'M14 4H34M26 4V42C26 52 20 56 13 56C7 56 4 51 4 45',
  '2': 'M5 19C5 9 12 4 20 4C29 4 35 10 35 18C35 29 9 42 5 56H37',
  '7': 'M4 4H36C26 18 18 36 16 56',
  '9': 'M35 20A15 15 0 1 1 5 20A15 15 0 1 1 35 20V26C35 46 26 56 12 56',
}

/** Draws the card in a box of 70 by 100. */
export function paintCard(on: Drawing, rank: string, suit: Suit) {
  on.path(box(1, 2, 70, 100, 8), 'fill="#120208" fill-opacity=".5"')
  on.path(box(0, 0, 70, 100, 8), `fill="${on.linear(['#ffffff', '#fff8ee', '#ecdcc8'])}"`)
  const ink = isRed(suit) ? '#c8142f' : '#1c2233'
  on.group('transform="translate(6 7) scale(.38)"', () => on.line(strokes[rank]!, ink, 8))
  on.group('transform="translate(6 33) scale(.15)"', () => paintSuit(on, suit))
  on.group('transform="translate(17 34) scale(.46)"', () => paintSuit(on, suit))
  on.group('transform="rotate(180 35 50) translate(6 7) scale(.38)"', () => on.line(strokes[rank]!, ink, 8))
}
