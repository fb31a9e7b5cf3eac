// Limbo's pictures: the balloon that climbs on the game screen.
// Dusk over layered hills, thin clouds and the first stars: room for a balloon to climb.

import { drawing, type Drawing, place } from '#games/art/drawing.ts'
import { ellipse, ridge } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { balloon, dawn, dusk, field, light } from './balloon.ts'

const hills = ['#8a4a72', '#613260', '#3f2150', '#24123a'] as const

export function sky(on: Drawing, width: number, height: number) {
  wash(on, width, height, on.down(['#160f36', '#35246a', '#8a3f7c', '#f0785a', '#ffc37a']))
  on.glow(width * 0.5, height * 0.86, width * 0.5, '#ffe6a3', 0.9, height * 0.24)
  specks(on, { x: 0, y: 0, width, height: height * 0.5, count: width / 12, seed: 7, largest: 1.5 }, '#fff6e0')
  for (const [x, y, reach] of [
    [0.2, 0.46, 0.2],
    [0.74, 0.36, 0.16],
    [0.55, 0.6, 0.26],
  ] as const)
    on.path(
      ellipse(width * x, height * y, width * reach, height * 0.014),
      `fill="#ffd9c0" fill-opacity=".28" filter="${on.blur(height / 90)}"`,
    )
  hills.forEach((colour, index) =>
    on.path(
      ridge(width, height, height * (0.76 + index * 0.065), height * 0.035, 5 + index, 11 + index),
      `fill="${on.down([colour, hills[Math.min(3, index + 1)]!])}"`,
    ),
  )
}

export function scene(): string {
  const on = drawing(light)
  sky(on, 1600, 900)
  place(on, (board) => balloon(board, dawn), 190, 250, 1.1, -4)
  place(on, (board) => balloon(board, field), 1330, 170, 0.8, 5)
  vignette(on, 1600, 900, '#0c0722', 0.6)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export function symbols(): Record<string, string> {
  const on = drawing(light)
  balloon(on, dusk)
  return { balloon: on.finish(100, 100) }
}
