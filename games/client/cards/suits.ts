// The four suits as silhouettes of 100 by 100, and the back of a card.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { box, star } from '#games/art/shapes.ts'

export const suits = ['clubs', 'diamonds', 'hearts', 'spades'] as const
export type Suit = (typeof suits)[number]

export const suitPaths: Record<Suit, string> = {
  clubs:
    'M50 8C36 8 28 19 31 31C33 38 37 42 41 45C36 42 31 40 25 40C13 40 6 49 6 59C6 70 14 79 26 79C35 79 43 74 46 66C46 76 43 86 36 93H64C57 86 54 76 54 66C57 74 65 79 74 79C86 79 94 70 94 59C94 49 87 40 75 40C69 40 64 42 59 45C63 42 67 38 69 31C72 19 64 8 50 8Z',
  diamonds: 'M50 5C58 22 70 38 86 50C70 62 58 78 50 95C42 78 30 62 14 50C30 38 42 22 50 5Z',
  hearts: 'M50 93C36 76 8 60 8 33C8 18 19 9 30 9C40 9 47 15 50 24C53 15 60 9 70 9C81 9 92 18 92 33C92 60 64 76 50 93Z',
  spades:
    'M50 6C60 26 92 40 92 64C92 75 84 82 74 82C65 82 57 76 54 68C54 78 57 87 64 94H36C43 87 46 78 46 68C43 76 35 82 26 82C16 82 8 75 8 64C8 40 40 26 50 6Z',
}

export const isRed = (suit: Suit) => suit === 'diamonds' || suit === 'hearts'

const inks = { red: ['#f0455a', '#c8142f', '#8a0a22'], black: ['#4a5068', '#1c2233', '#090c16'] } as const

export function paintSuit(on: Drawing, suit: Suit) {
  on.path(suitPaths[suit], `fill="${on.linear(inks[isRed(suit) ? 'red' : 'black'])}"`)
}

export function suitSymbols(): Record<Suit, string> {
  const draw = (suit: Suit) => {
    const on = drawing()
    paintSuit(on, suit)
    return on.finish(100, 100)
  }
  return { clubs: draw('clubs'), diamonds: draw('diamonds'), hearts: draw('hearts'), spades: draw('spades') }
}

/** The back of a card, 70 by 100, in the colours of a game. */
export function cardBack(from: string, to: string, line: string): string {
  const on = drawing()
  on.path(box(0, 0, 70, 100, 7), 'fill="#fffaf2"')
  on.path(box(4, 4, 62, 92, 5), `fill="${on.down([from, to])}"`)
  const lattice = Array.from({ length: 12 }, (_, index) => `M4 ${index * 14 - 58}l62 62M66 ${index * 14 - 58}l-62 62`)
  on.clip(box(4, 4, 62, 92, 5), () => on.line(lattice.join(''), line, 0.9, 'stroke-opacity=".45"'))
  on.path(star(35, 50, 8, 17, 9), `fill="${on.linear(['#fff3c9', line])}"`)
  return on.finish(70, 100)
}
