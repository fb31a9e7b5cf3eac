// Blackjack's pictures: the suits, and the back of its cards.
// A table of felt under a lamp, its arcs in brass.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { cardBack, suitSymbols } from '#games/client/cards/suits.ts'

export type Felt = {
  /** From top to bottom. */
  cloth: [string, string, string, string]
  lamp: string
  brass: string
  speck: string
  dusk: string
}

export const green: Felt = {
  cloth: ['#0a3a2e', '#14705a', '#0f5645', '#062a20'],
  lamp: '#4fd8a8',
  brass: '#d9b566',
  speck: '#e8dcae',
  dusk: '#02110c',
}
export const burgundy: Felt = {
  cloth: ['#3d0a18', '#7d1a34', '#5c1226', '#260510'],
  lamp: '#ff8fa6',
  brass: '#e2b877',
  speck: '#f2d9b0',
  dusk: '#120207',
}

export function felt(on: Drawing, { cloth, lamp }: Felt, width: number, height: number) {
  wash(on, width, height, on.down(cloth))
  on.glow(width / 2, height * 0.36, width * 0.56, lamp, 0.45, height * 0.5)
}

export function tableScene(look: Felt): string {
  const on = drawing()
  felt(on, look, 1600, 900)
  // Arcs of the layout around a point above the table.
  for (const radius of [860, 884, 1180])
    on.add(
      `<circle cx="800" cy="-420" r="${radius}" fill="none" stroke="${look.brass}" stroke-opacity=".5" stroke-width="3"/>`,
    )
  for (let seat = -2; seat <= 2; seat++)
    on.add(
      `<ellipse cx="${800 + seat * 270}" cy="${742 - seat * seat * 42}" rx="76" ry="50" fill="none" stroke="${look.brass}" stroke-opacity=".35" stroke-width="3"/>`,
    )
  specks(on, { x: 0, y: 0, width: 1600, height: 900, count: 40, seed: 21, largest: 2 }, look.speck)
  vignette(on, 1600, 900, look.dusk, 0.72)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export const scene = () => tableScene(green)

export function symbols(): Record<string, string> {
  return { ...suitSymbols(), back: cardBack('#1a8a6c', '#083a2c', '#f0cf7c') }
}
