// Dice's pictures: the die that rolls on the game screen.
// A table of dark felt in a pool of lamplight, its inlay a ring of a hundred marks.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { polar } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { die } from './die.ts'
import { ivory, jade, light, ruby, shadow } from './palette.ts'

export function table(on: Drawing, width: number, height: number, x: number, y: number, radius: number) {
  wash(on, width, height, on.down(['#0a2a33', '#0f4a4e', '#0a2f3a', '#051820']))
  on.glow(x, y, radius * 1.9, '#4fe0c0', 0.55, radius * 1.5)
  on.group(`transform="translate(${x} ${y}) scale(1 .62) translate(${-x} ${-y})"`, () => {
    const marks = Array.from({ length: 100 }, (_, index) => {
      const long = index % 10 ? (index % 5 ? 0.05 : 0.08) : 0.13
      return `M${polar(x, y, radius * (1 - long), index * 3.6).join(' ')}L${polar(x, y, radius, index * 3.6).join(' ')}`
    })
    on.line(marks.join(''), '#f2d49a', radius / 110, 'stroke-opacity=".8"')
    for (const ring of [1.06, 0.78])
      on.add(
        `<circle cx="${x}" cy="${y}" r="${(radius * ring).toFixed(1)}" fill="none" stroke="#f2d49a" stroke-opacity=".55" stroke-width="${(radius / 90).toFixed(1)}"/>`,
      )
  })
}

export function scene(): string {
  const on = drawing(light)
  table(on, 1600, 900, 800, 470, 620)
  for (const [x, y, s, look, turn] of [
    [70, 560, 1.9, ruby, -14],
    [1350, 130, 1.5, ivory, 12],
    [1420, 620, 1.2, jade, -6],
    [200, 110, 1.1, ivory, 18],
  ] as const) {
    on.glow(x + 50 * s, y + 100 * s, 70 * s, '#010a0e', 0.8, 18 * s)
    place(on, (board) => die(board, look, 5, 3, 6), x, y, s, turn)
  }
  specks(on, { x: 0, y: 0, width: 1600, height: 900, count: 40, seed: 12, largest: 2.2 }, '#f2d49a')
  vignette(on, 1600, 900, '#02090d', 0.8)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export function symbols(): Record<string, string> {
  const on = drawing(light)
  on.lifted(shadow, () => on.group('transform="translate(4.500 4) scale(.91)"', () => die(on, ruby, 5, 3, 6)))
  return { die: on.finish(100, 100) }
}
