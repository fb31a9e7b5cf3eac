// The portrait tile: one great balloon above the hills, two far ones, and the line it has to reach.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { balloon, dawn, dusk, field, light } from './balloon.ts'
import { sky } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  sky(on, 300, 400)
  place(on, (board) => balloon(board, dawn), 22, 214, 0.62, -6)
  place(on, (board) => balloon(board, field), 232, 150, 0.44, 6)
  on.add('<path d="M14 52H286" stroke="#ffe08a" stroke-width="3" stroke-dasharray="10 9" stroke-linecap="round"/>')
  on.glow(150, 160, 130, '#ffd28a', 0.5)
  place(on, (board) => balloon(board, dusk), 52, 62, 1.96, 3)
  vignette(on, 300, 400, '#0c0722', 0.55)
  return on.finish(300, 400, 'xMidYMid slice')
}
