// The low symbols: bamboo, maple, river stones, and a lacquered bowl painted with waves.

import type { Drawing } from '#games/art/drawing.ts'
import { box, ellipse, petal } from '#games/art/shapes.ts'
import { bamboo, maple, stone } from './palette.ts'
import { mapleLeaf } from './pictures.ts'

export function bambooStalks(on: Drawing) {
  for (const [x, top, turn] of [
    [24, 12, -7],
    [64, 4, 6],
    [43, -4, 0],
  ] as const)
    on.group(`transform="rotate(${turn} ${x + 7} 96)"`, () => {
      for (let joint = 0; joint < 4; joint++)
        on.form(box(x, top + joint * 24, 14, 23.4, 4), bamboo, { depth: 0.6, outline: 1.2 })
      for (let joint = 1; joint < 4; joint++)
        on.path(box(x - 1.4, top + joint * 24 - 2.2, 16.8, 4, 2), 'fill="#dff08a" stroke="#12260a" stroke-width="1.1"')
    })
  for (const [x, y, length, turn] of [
    [38, 36, 34, 198],
    [38, 38, 30, 164],
    [70, 28, 32, -14],
    [70, 32, 30, 22],
    [56, 62, 34, 14],
    [56, 64, 26, 48],
  ] as const)
    on.form(petal(x, y, length, 6, turn, 0.4), bamboo, { depth: 0.5, outline: 1.1 })
}

export const mapleInAutumn = (on: Drawing) => mapleLeaf(on, maple)

export function stones(on: Drawing) {
  on.path(ellipse(50, 92, 46, 7), 'fill="#7fe0e0" fill-opacity=".4"')
  for (const [x, y, rx, ry, turn] of [
    [50, 80, 42, 15, -2],
    [47, 56, 32, 13, 4],
    [53, 36, 24, 11, -5],
    [49, 19, 15, 8.5, 6],
  ] as const)
    on.group(`transform="rotate(${turn} ${x} ${y})"`, () => {
      on.form(ellipse(x, y, rx, ry), stone, {
        inside: () => on.path(ellipse(x, y + ry * 0.9, rx * 0.94, ry * 0.7), 'fill="#0f5a4a" fill-opacity=".4"'),
      })
      on.gloss(x + rx * 0.3, y - ry * 0.45, rx * 0.36, ry * 0.24, 6, 0.75)
    })
  on.form(petal(30, 92, 22, 4, -120), bamboo, { depth: 0.4, outline: 0.9 })
  on.form(petal(74, 92, 26, 4, -64), bamboo, { depth: 0.4, outline: 0.9 })
}
