// Hi-Lo's pictures: the suits, and the back of its cards.
// A table of burgundy velvet with an inlay of brass.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { cardBack, suitSymbols } from '#games/client/cards/suits.ts'

export function velvet(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#3c0c20', '#7a1636', '#5c1029', '#2c0716']))
  on.glow(width / 2, height * 0.48, width * 0.52, '#d8405c', 0.5, height * 0.46)
  for (const [ring, strength] of [
    [0.46, 0.55],
    [0.43, 0.25],
    [0.3, 0.18],
  ] as const)
    on.add(
      `<ellipse cx="${width / 2}" cy="${height / 2}" rx="${width * ring}" ry="${height * ring}" fill="none" stroke="#e8c078" stroke-opacity="${strength}" stroke-width="${width / 420}"/>`,
    )
}

export function scene(): string {
  const on = drawing()
  velvet(on, 1600, 900)
  on.line('M800 60l34 40h-20v44h-28v-44h-20ZM800 840l34 -40h-20v-44h-28v44h-20Z', '#e8c078', 3, 'stroke-opacity=".5"')
  specks(on, { x: 0, y: 0, width: 1600, height: 900, count: 40, seed: 52, largest: 2 }, '#f8dfae')
  vignette(on, 1600, 900, '#180309', 0.7)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export function symbols(): Record<string, string> {
  return { ...suitSymbols(), back: cardBack('#b02448', '#5c1029', '#e8c078') }
}
