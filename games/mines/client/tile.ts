// The portrait tile: slabs over the cavern, a crystal found and a mine beside it.

import { drawing, place } from '#games/art/drawing.ts'
import { specks, vignette } from '#games/art/sky.ts'
import { gem, light, mine, slab } from './pictures.ts'
import { cavern } from './art.ts'

const stone = ['#8b7fd6', '#5546a6', '#2d2268'] as const
const dark = ['#2a2160', '#1a1442', '#0e0a2a'] as const

export function tile(): string {
  const on = drawing(light)
  cavern(on, 300, 400)
  on.group('transform="rotate(-9 150 200)"', () => {
    for (let row = 0; row < 5; row++)
      for (let column = 0; column < 4; column++) {
        const isOpen = (row === 1 && column === 1) || (row === 3 && column === 2)
        slab(on, 0 + column * 78, 8 + row * 78, 70, isOpen ? dark : stone)
      }
    on.glow(113, 121, 92, '#5ff0d0', 0.85)
    place(on, gem, 48, 52, 1.32, -4)
    on.glow(191, 280, 62, '#ff8a3c', 0.5)
    place(on, mine, 138, 222, 1.1, 8)
  })
  specks(on, { x: 0, y: 0, width: 300, height: 400, count: 36, seed: 25, largest: 1.8 }, '#c9fff2')
  vignette(on, 300, 400, '#05031a', 0.75)
  return on.finish(300, 400, 'xMidYMid slice')
}
