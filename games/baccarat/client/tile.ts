// The portrait tile: a natural nine beside a king, chips on wine-red felt.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette, wash } from '#games/art/sky.ts'
import { paintCard } from '#games/client/cards/picture.ts'
import { chips, light } from '../../roulette/client/salon.ts'

export function tile(): string {
  const on = drawing(light)
  wash(on, 300, 400, on.down(['#3a0a1c', '#7a1a40', '#3a0a1c']))
  on.glow(150, 150, 210, '#d8527c', 0.5)
  on.add(
    '<ellipse cx="150" cy="420" rx="230" ry="130" fill="none" stroke="#f5dfae" stroke-opacity=".6" stroke-width="2"/>',
  )
  on.add(
    '<ellipse cx="150" cy="420" rx="212" ry="114" fill="none" stroke="#f5dfae" stroke-opacity=".35" stroke-width="2"/>',
  )
  on.glow(150, 286, 120, '#12030a', 0.7, 26)
  place(on, (board) => paintCard(board, 'K', 'spades'), 34, 74, 1.9, -14)
  place(on, (board) => paintCard(board, '9', 'hearts'), 126, 66, 2.05, 10)
  chips(on, 74, 338, 5, ['#2f7fe0', '#0f3a80'])
  chips(on, 150, 356, 3, ['#27c883', '#0a6b42'])
  chips(on, 226, 338, 6, ['#f0405c', '#8f0f2b'])
  vignette(on, 300, 400, '#12030a', 0.6)
  return on.finish(300, 400, 'xMidYMid slice')
}
