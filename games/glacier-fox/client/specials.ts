// The wild is a snow star filled with aurora; an igloo with a lamp lit inside stands in the scenery.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, polar } from '#games/art/shapes.ts'
import { aurora, snow } from './palette.ts'

function branch(angle: number): string {
  const reach = (radius: number, offset = 0) => polar(50, 50, radius, angle + offset).join(' ')
  return `M50 50L${reach(46)}M${reach(30)}L${reach(42, 20)}M${reach(30)}L${reach(42, -20)}M${reach(18)}L${reach(28, 26)}M${reach(18)}L${reach(28, -26)}`
}

export function snowStar(on: Drawing) {
  const rays = [30, 90, 150, 210, 270, 330].map(branch).join('')
  on.glow(50, 50, 50, '#6effc8', 0.8)
  on.line(rays, '#0c1450', 11)
  on.line(
    rays,
    on.linear(
      ['#f4fff0', '#7dffc4', '#2fc7d6', '#8f6cff'],
      'gradientUnits="userSpaceOnUse" x1="20" y1="0" x2="76" y2="100"',
    ),
    7.4,
  )
  on.line(rays, '#fff', 2, 'stroke-opacity=".85" transform="translate(-.8 -1.2)"')
  on.form(circle(50, 50, 13), aurora, { outline: 1.4 })
  on.gloss(46, 44, 5, 3, -30, 0.95)
}

export function igloo(on: Drawing) {
  on.glow(50, 84, 50, '#ffc46b', 0.6, 16)
  on.form('M4 86C4 44 24 16 50 16S96 44 96 86Z', snow, {
    inside: () =>
      on.line(
        'M0 66H100M6 48H96M18 31H84M50 14V30M36 31V48M66 31V48M24 48V66M50 48V66M78 48V66M14 66V88M88 66V88',
        '#7f9fd8',
        1.8,
      ),
  })
  on.form('M28 88V72C28 54 38 46 50 46S72 54 72 72V88Z', snow, { depth: 0.8 })
  on.path(
    'M36 88V74C36 62 42 55 50 55S64 62 64 74V88Z',
    `fill="${on.down(['#fff3b0', '#ffb03a', '#c8480f'])}" stroke="#4a1c18" stroke-width="1.6"`,
  )
  on.glow(50, 72, 16, '#fff', 0.7)
  on.form('M2 86Q26 81 50 86T98 86Q98 94 84 95H16Q2 94 2 86Z', snow, { depth: 0.5, outline: 1 })
}
