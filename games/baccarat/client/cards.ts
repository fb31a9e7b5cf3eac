// The four suits, and cards fanned for the tile.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle } from '#games/art/shapes.ts'

export const light = { x: -0.5, y: -0.85 }
const red = ['#ff6a7c', '#c31735', '#7d0a20'] as const
const black = ['#5a6072', '#1c1f2a', '#07080c'] as const

/** 100 by 100. */
export const suits = {
  hearts: {
    tones: red,
    shape: 'M50 92C20 68 6 52 6 32C6 16 18 8 30 8C40 8 47 14 50 22C53 14 60 8 70 8C82 8 94 16 94 32C94 52 80 68 50 92Z',
  },
  diamonds: { tones: red, shape: 'M50 5C60 24 72 38 86 50C72 62 60 76 50 95C40 76 28 62 14 50C28 38 40 24 50 5Z' },
  spades: {
    tones: black,
    shape:
      'M50 5C60 26 92 40 92 62C92 76 82 82 72 82C64 82 57 78 54 71C54 82 58 90 66 95H34C42 90 46 82 46 71C43 78 36 82 28 82C18 82 8 76 8 62C8 40 40 26 50 5Z',
  },
  clubs: {
    tones: black,
    shape: `${circle(50, 26, 21)}${circle(26, 58, 21)}${circle(74, 58, 21)}M46 56H54C54 76 58 88 66 95H34C42 88 46 76 46 56Z`,
  },
} as const
export type Suit = keyof typeof suits

export function suit(on: Drawing, name: Suit) {
  const { tones, shape } = suits[name]
  on.path(shape, `fill="${on.linear(tones)}"`)
}

/** 70 by 98, with its rank in the corner. */
export function card(on: Drawing, rank: 'A' | 'K' | '9', name: Suit) {
  on.path(
    box(0, 0, 70, 98, 8),
    `fill="${on.linear(['#ffffff', '#fdf6e6', '#e6d8ba'])}" stroke="#a8946a" stroke-width="1"`,
  )
  const strokes = {
    A: 'M6 26L13 7L20 26M8.500 20H17.500',
    K: 'M7 7V26M19 7L8 18M11.500 15L19 26',
    9: 'M18 14A5.500 5.500 0 1 1 7 14A5.500 5.500 0 1 1 18 14V18Q18 26 9 26',
  } as const
  on.line(strokes[rank], suits[name].tones[1], 3.2)
  on.group('transform="translate(6 31) scale(.14)"', () => suit(on, name))
  on.group('transform="translate(18 36) scale(.46)"', () => suit(on, name))
}
