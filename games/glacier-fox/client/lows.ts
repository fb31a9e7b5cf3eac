// The low symbols: ice crystals, a snowy pine, winter berries, a mitten.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, petal } from '#games/art/shapes.ts'
import { berry, ice, pine, snow, wool } from './palette.ts'

export function crystals(on: Drawing) {
  on.form('M20 92L8 62L18 46L34 58L38 92Z', ice, {
    inside: () => on.path('M18 46L24 64L28 92H38L34 58Z', 'fill="#0f4cb4" fill-opacity=".45"'),
  })
  on.form('M64 92L68 52L84 38L94 56L84 92Z', ice, {
    inside: () => on.path('M84 38L78 60L76 92H90L94 56Z', 'fill="#0f4cb4" fill-opacity=".45"'),
  })
  on.form('M34 94L28 34L48 5L68 30L68 94Z', ice, {
    inside: () => {
      on.path('M48 5L52 38L52 94H70V30Z', 'fill="#0f4cb4" fill-opacity=".5"')
      on.path('M48 5L36 36L38 94H44L42 38Z', 'fill="#fff" fill-opacity=".55"')
    },
  })
  on.form('M4 92Q20 84 36 90T66 89T97 92Q80 98 50 98T4 92Z', snow, { depth: 0.5, outline: 1 })
}

export function pineTree(on: Drawing) {
  on.path('M44 84H56V97H44Z', 'fill="#5a3438" stroke="#21101c" stroke-width="1.6"')
  for (const [y, half] of [
    [50, 40],
    [28, 31],
    [6, 22],
  ] as const) {
    on.form(
      `M50 ${y}C${50 + half * 0.3} ${y + 16} ${50 + half * 0.6} ${y + 26} ${50 + half} ${y + 36}Q${50 + half * 0.5} ${y + 42} 50 ${y + 38}Q${50 - half * 0.5} ${y + 42} ${50 - half} ${y + 36}C${50 - half * 0.6} ${y + 26} ${50 - half * 0.3} ${y + 16} 50 ${y}Z`,
      pine,
      { depth: 0.8 },
    )
    on.path(
      `M50 ${y}C${50 + half * 0.2} ${y + 10} ${50 + half * 0.34} ${y + 16} ${50 + half * 0.5} ${y + 22}Q${50 + half * 0.25} ${y + 19} ${50 + half * 0.14} ${y + 24}Q50 ${y + 17} ${50 - half * 0.2} ${y + 26}Q${50 - half * 0.4} ${y + 18} ${50 - half * 0.56} ${y + 24}C${50 - half * 0.36} ${y + 16} ${50 - half * 0.2} ${y + 10} 50 ${y}Z`,
      `fill="${on.down(['#ffffff', '#cfe6ff'])}"`,
    )
  }
}

export function berries(on: Drawing) {
  on.line('M52 6C46 22 48 30 50 40M50 24L30 48M50 26L72 44', '#170a1c', 5.4)
  on.line('M52 6C46 22 48 30 50 40M50 24L30 48M50 26L72 44', '#a06a4c', 3)
  on.form(petal(50, 18, 40, 14, 196), pine, { depth: 0.6, outline: 1.2 })
  on.form(petal(52, 16, 40, 14, -12), pine, { depth: 0.6, outline: 1.2 })
  for (const [x, y, r] of [
    [28, 58, 19],
    [72, 56, 19],
    [50, 76, 20],
  ] as const) {
    on.form(circle(x, y, r), berry, { depth: 0.9 })
    on.path(circle(x + 2, y + r * 0.6, 2.4), 'fill="#4d0326"')
    on.gloss(x - r * 0.36, y - r * 0.42, r * 0.26, r * 0.18, -30, 0.95)
  }
}

export function mitten(on: Drawing) {
  on.form(
    'M34 66C24 60 10 50 8 40C8 32 18 30 24 36C28 40 30 42 34 44V30C34 12 46 4 60 4C76 4 86 16 86 34C86 46 82 58 82 70Z',
    wool,
    {
      inside: () => {
        on.line('M34 34L40 28L46 34L52 28L58 34L64 28L70 34L76 28L82 34L88 28', '#fff3dc', 3)
        on.line('M34 46L40 40L46 46L52 40L58 46L64 40L70 46L76 40L82 46L88 40', '#a8321c', 3)
        for (const x of [44, 56, 68, 80]) on.path(circle(x, 57, 2.4), 'fill="#fff3dc"')
      },
    },
  )
  on.form('M30 66Q58 60 86 66Q91 68 90 76L89 88Q88 95 82 95Q58 90 34 95Q28 95 27 88L26 76Q25 68 30 66Z', snow, {
    inside: () => on.line('M38 66V95M48 64V94M58 64V94M68 64V94M78 66V95', '#86a5da', 1.8),
  })
}
