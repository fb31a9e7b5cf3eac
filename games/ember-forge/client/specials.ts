// The wild is the living flame; the scatter the anvil, ringing with sparks.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, petal, polar } from '#games/art/shapes.ts'
import { crimson, fire, gold, iron } from './palette.ts'

export function flame(on: Drawing) {
  on.glow(50, 60, 50, '#ff7a1a', 0.9)
  on.form(
    'M52 3C60 20 82 30 86 56C90 80 72 97 50 97S10 82 14 58C16 44 26 40 28 26C36 32 38 38 37 46C48 36 54 22 52 3Z',
    crimson,
  )
  on.form(
    'M54 24C58 38 76 46 76 66C76 84 64 95 50 95S24 84 25 67C26 56 33 52 36 44C40 50 42 54 42 58C50 50 56 40 54 24Z',
    fire,
    { outline: 0.8, depth: 0.8 },
  )
  on.path(
    'M51 52C54 62 64 66 64 78C64 89 57 94 50 94S36 88 37 78C38 70 42 70 43 64C46 67 47 70 47 72C50 68 52 62 51 52Z',
    `fill="${on.down(['#ffd23f', '#fff8c8', '#ffffff'])}"`,
  )
  for (const [x, y, r] of [
    [78, 22, 3],
    [22, 18, 2.4],
    [88, 36, 2],
    [12, 36, 2],
  ] as const)
    on.path(circle(x, y, r), 'fill="#ffcf5a"')
}

export function anvil(on: Drawing) {
  on.glow(52, 34, 48, '#ffb03a', 0.95, 40)
  for (let ray = 0; ray < 9; ray++) {
    const angle = 196 + ray * 18.5
    on.path(
      petal(...polar(54, 40, 12, angle), ray % 2 ? 22 : 32, 2.4, angle, 0.7),
      `fill="${ray % 2 ? '#ff9a2a' : '#ffe48a'}"`,
    )
    on.path(circle(...polar(54, 40, ray % 2 ? 40 : 30, angle + 9), 1.8), 'fill="#fff0b0"')
  }
  on.form(
    'M2 46H30V42H92Q98 42 98 48V52C86 54 76 58 72 66C70 72 74 78 82 82H88V96H16V82H24C34 78 36 70 34 64C24 62 8 60 2 46Z',
    iron,
    {
      inside: () =>
        on.path('M0 40H100V50H0Z', `fill="${on.across(['#6a5a66', '#ffd38a', '#fff3c8', '#ffb45a', '#6a5a66'])}"`),
    },
  )
  on.form('M40 36H70V43H40Z', fire, { depth: 0.4, outline: 1.1 })
  on.form('M22 84H82V93H22Z', gold, { depth: 0.5, outline: 1 })
}
