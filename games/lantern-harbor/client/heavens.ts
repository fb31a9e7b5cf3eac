// Symbols of the sky: the full moon behind a ribbon of cloud, and fireworks.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, petal, polar, star } from '#games/art/shapes.ts'
import { moon, pearl } from './palette.ts'

export function fullMoon(on: Drawing) {
  on.glow(50, 48, 50, '#ffdf8a', 0.9)
  on.form(circle(50, 48, 38), moon, {
    inside: () => {
      for (const [x, y, r] of [
        [36, 34, 7],
        [60, 28, 4],
        [66, 50, 9],
        [44, 60, 5],
        [30, 52, 3],
      ] as const)
        on.path(circle(x, y, r), 'fill="#d98a3c" fill-opacity=".3"')
    },
  })
  on.form(
    'M2 74C4 64 16 64 20 68C22 58 38 56 42 66C50 58 62 62 62 70C70 62 84 64 84 72C92 70 98 76 98 82H6C2 82 1 78 2 74Z',
    pearl,
    { depth: 0.8 },
  )
  on.line('M14 88H58M66 88H90M30 94H76', '#d9c4f4', 3)
}

export function firework(on: Drawing) {
  on.glow(50, 48, 50, '#ff5fae', 0.7)
  const rays = Array.from({ length: 16 }, (_, index) => index * 22.5)
  for (const [radius, width, colours] of [
    [46, 3.4, ['#ff4f9a', '#ffb14a', '#6fe7ff', '#ffe36e']],
    [29, 2.6, ['#fff2b0', '#ff9ad0']],
  ] as const)
    rays.forEach((angle, index) => {
      const turn = angle + (radius < 40 ? 11 : 0)
      const colour = colours[index % colours.length]!
      on.path(petal(...polar(50, 48, 8, turn), radius - 10, width, turn, 0.8), `fill="${colour}"`)
      on.path(circle(...polar(50, 48, radius, turn), width * 0.8), `fill="${colour}"`)
    })
  on.path(star(50, 48, 8, 16, 6), 'fill="#fff8d8"')
  on.glow(50, 48, 18, '#fff', 0.9)
}
