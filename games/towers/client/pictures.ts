// The doors of the towers: shut, open with a lamp behind, or open over a pit behind bars.

import type { Drawing, Light } from '#games/art/drawing.ts'
import { circle, star } from '#games/art/shapes.ts'

export const light: Light = { x: -0.55, y: -0.8 }
export const shadow = '#1c0712'

const arch = 'M18 96V44Q18 8 50 8Q82 8 82 44V96Z'
const inner = 'M26 96V46Q26 17 50 17Q74 17 74 46V96Z'

function frame(on: Drawing) {
  on.path(arch, 'fill="#2a0f16" stroke="#2a0f16" stroke-width="5" stroke-linejoin="round"')
  on.path(arch, `fill="${on.linear(['#ffe0bd', '#d99a6c', '#8a4a3c'])}"`)
  on.line('M18 60H26M18 78H26M74 60H82M74 78H82M50 8V17M29 18L34 25M71 18L66 25', '#6e3428', 1.8, 'stroke-opacity=".7"')
}

export function door(on: Drawing) {
  frame(on)
  on.path(inner, `fill="${on.linear(['#a8623c', '#6b3321', '#3a1710'])}"`)
  on.line('M38 20V96M50 17V96M62 20V96', '#2a0f0a', 1.6, 'stroke-opacity=".75"')
  on.line('M27 42H73M27 76H73', '#d9a05c', 3.4)
  on.path(circle(66, 60, 4.2), `fill="${on.radial(['#fff4c9', '#e0a53c', '#8a5a14'])}"`)
}

export function lamp(on: Drawing) {
  frame(on)
  on.path(inner, `fill="${on.down(['#fff3c4', '#ffc35c', '#e2782c'])}"`)
  on.glow(50, 56, 40, '#ffffff', 0.75)
  on.path(
    star(50, 56, 5, 22, 9.5),
    `fill="${on.linear(['#ffffff', '#ffe27a', '#f2a52c'])}" stroke="#8a4a14" stroke-width="2.4" stroke-linejoin="round"`,
  )
}

export function trap(on: Drawing) {
  frame(on)
  on.path(inner, `fill="${on.down(['#3a0f1c', '#16040c', '#050104'])}"`)
  on.line('M34 26V96M45 18V96M56 18V96M67 26V96M26 52H74M26 74H74', '#8f7a86', 3.2)
  on.line('M34 26V96M45 18V96M56 18V96M67 26V96', '#e8d8e0', 1, 'stroke-opacity=".6"')
  on.glow(50, 92, 28, '#ff4a3c', 0.7, 14)
}
