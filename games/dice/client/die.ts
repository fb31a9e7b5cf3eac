// One die seen from above its corner: a rounded body, three faces in their own light, pips sunk into them.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle } from '#games/art/shapes.ts'
import type { Die } from './palette.ts'

const spots: Record<number, readonly (readonly [number, number])[]> = {
  1: [[50, 50]],
  2: [
    [27, 27],
    [73, 73],
  ],
  3: [
    [25, 25],
    [50, 50],
    [75, 75],
  ],
  4: [
    [27, 27],
    [73, 27],
    [27, 73],
    [73, 73],
  ],
  5: [
    [25, 25],
    [75, 25],
    [50, 50],
    [25, 75],
    [75, 75],
  ],
  6: [
    [27, 22],
    [73, 22],
    [27, 50],
    [73, 50],
    [27, 78],
    [73, 78],
  ],
}

/** How a face of 100 by 100 lies on the picture. */
const faces = {
  top: 'matrix(.42 .22 -.42 .22 50 5)',
  left: 'matrix(.42 .22 0 .46 8 28)',
  right: 'matrix(.42 -.22 0 .46 50 50)',
}

export function die(on: Drawing, look: Die, top: number, left: number, right: number) {
  const body = 'M50 6L91 27V73L50 95L9 73V27Z'
  on.path(body, `fill="${look.outline}" stroke="${look.outline}" stroke-width="9" stroke-linejoin="round"`)
  on.path(
    body,
    `fill="${on.linear(look.edge)}" stroke="${on.linear(look.edge)}" stroke-width="5.500" stroke-linejoin="round"`,
  )
  for (const [face, value] of [
    ['top', top],
    ['left', left],
    ['right', right],
  ] as const)
    on.group(`transform="${faces[face]}"`, () => {
      on.path(box(3, 3, 94, 94, 17), `fill="${on.linear(look[face])}"`)
      on.line('M12 24Q12 12 24 12H70', look.sheen, 2.6, `stroke-opacity="${face === 'right' ? 0.18 : 0.6}"`)
      for (const [x, y] of spots[value]!) {
        on.path(circle(x, y, 10.5), `fill="${look.outline}" fill-opacity=".45"`)
        on.path(circle(x + 0.6, y + 1, 9), `fill="${on.linear(look.pip)}"`)
      }
    })
  on.line('M50 51V94M50 51L11 29M50 51L89 29', look.sheen, 1.3, 'stroke-opacity=".55"')
  on.gloss(42, 15, 15, 4.5, -27, 0.6)
}
