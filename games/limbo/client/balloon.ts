// A hot-air balloon of 100 by 100: striped silk, a skirt, ropes and a basket.

import type { Drawing } from '#games/art/drawing.ts'
import { box, ellipse } from '#games/art/shapes.ts'

export type Silk = { dark: string; mid: string; bright: string; stripe: string }

export const light = { x: -0.5, y: -0.85 }
export const dusk: Silk = { dark: '#8a1f4a', mid: '#f0503f', bright: '#ffc46b', stripe: '#fff1d0' }
export const dawn: Silk = { dark: '#123c74', mid: '#2f8fd8', bright: '#9be7ff', stripe: '#ffe9c7' }
export const field: Silk = { dark: '#12573f', mid: '#35b37a', bright: '#c8f59b', stripe: '#fff4d6' }

const envelope = 'M50 4C74 4 90 21 90 42C90 58 73 70 62 79H38C27 70 10 58 10 42C10 21 26 4 50 4Z'

export function balloon(on: Drawing, { dark, mid, bright, stripe }: Silk) {
  on.line('M39 78L43 90M61 78L57 90M46 79L47 90M54 79L53 90', '#3a2438', 1)
  on.path(box(42, 88, 16, 11, 3), `fill="${on.down(['#c98a4b', '#6b3d22'])}"`)
  on.line('M42 91.500H58M47 89V98M53 89V98', '#3f2213', 0.9, 'stroke-opacity=".7"')
  on.path(envelope, `fill="${on.radial([bright, mid, dark], 'cx=".36" cy=".28" r=".8"')}"`)
  on.clip(envelope, () => {
    for (const [rx, opacity] of [
      [30, 0.5],
      [13, 0.75],
    ] as const)
      on.add(
        `<path d="${ellipse(50, 42, rx, 44)}" fill="none" stroke="${stripe}" stroke-opacity="${opacity}" stroke-width="${rx / 5}"/>`,
      )
    on.line('M4 40Q50 58 96 40', stripe, 5, 'stroke-opacity=".55"')
    on.line('M4 47Q50 65 96 47', dark, 2, 'stroke-opacity=".5"')
    on.glow(82, 62, 26, '#1a0824', 0.55, 44)
  })
  on.path('M38 79H62L58 84H42Z', `fill="${on.down([mid, dark])}"`)
  on.glow(50, 83, 5, '#ffe9a8', 0.9)
  on.gloss(32, 24, 11, 17, 24, 0.65)
}
