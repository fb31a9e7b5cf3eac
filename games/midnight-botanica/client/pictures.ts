// The four pictures: luna moth, moonflower, lantern mushrooms, pitcher plant.

import type { Drawing } from '#games/art/drawing.ts'
import { circle, ellipse, petal, polar } from '#games/art/shapes.ts'
import { cap, leaf, moonflower, moth, pitcher, pod, stem } from './palette.ts'

const mirrored = (on: Drawing, paint: () => void) => {
  paint()
  on.group('transform="matrix(-1 0 0 1 100 0)"', paint)
}

export function lunaMoth(on: Drawing) {
  mirrored(on, () => {
    on.form('M50 46C62 44 76 48 78 60C80 70 74 76 76 86C77 93 82 97 86 97C78 99 70 95 68 86C65 76 56 66 50 56Z', moth, {
      depth: 0.8,
      inside: () => on.line('M50 52C60 58 66 68 70 86M52 50C64 52 70 58 74 66', '#e4ffe8', 1, 'stroke-opacity=".6"'),
    })
    on.form('M50 44C54 24 74 4 96 6C99 20 94 40 82 50C72 56 58 54 50 50Z', moth, {
      inside: () => {
        on.line('M50 46L94 8M50 46L92 26M50 46L86 44', '#e4ffe8', 1.1, 'stroke-opacity=".6"')
        on.path('M52 40C58 22 76 4 98 4L97 9C78 10 62 26 55 44Z', 'fill="#c24ad0" fill-opacity=".75"')
      },
    })
    on.glow(76, 30, 13, '#fff3a0', 0.95)
    on.path(circle(76, 30, 6.4), 'fill="#0f3f7a" stroke="#fff6b8" stroke-width="1.8"')
    on.path(circle(77, 29, 2.4), 'fill="#fff3a0"')
    on.path(circle(70, 64, 3.4), 'fill="#0f3f7a" stroke="#fff6b8" stroke-width="1.4"')
    on.line('M51 34C54 24 60 20 64 19M54 27L58 26M57 23L61 24', '#fff3c8', 1.8)
  })
  on.form('M50 30C55 30 56 38 55 50C54 64 53 74 50 80C47 74 46 64 45 50C44 38 45 30 50 30Z', stem, {
    depth: 0.6,
    outline: 1.2,
    inside: () => on.line('M42 46q8 4 16 0M42 54q8 4 16 0M42 62q8 4 16 0', '#6258ac', 1.6),
  })
}

export function moonFlower(on: Drawing) {
  on.glow(50, 48, 50, '#a9b0ff', 0.75)
  on.form(petal(46, 72, 44, 14, 158), leaf, { depth: 0.7, outline: 1.2 })
  on.form(petal(54, 72, 44, 14, 22), leaf, { depth: 0.7, outline: 1.2 })
  for (let index = 0; index < 5; index++) {
    const angle = -90 + 36 + index * 72
    on.form(petal(50, 48, 43, 26, angle, 0.66), moonflower, { depth: 0.8, outline: 1.2 })
  }
  for (let index = 0; index < 5; index++) {
    const angle = -90 + index * 72
    on.form(petal(50, 48, 44, 25, angle, 0.62), moonflower, {
      depth: 0.8,
      outline: 1.2,
      inside: () =>
        on.line(
          `M50 48L${polar(50, 48, 36, angle).join(' ')}M50 48L${polar(50, 48, 30, angle + 14).join(' ')}M50 48L${polar(50, 48, 30, angle - 14).join(' ')}`,
          '#7f6cf0',
          1.1,
          'stroke-opacity=".7"',
        ),
    })
  }
  on.glow(50, 48, 22, '#fff3a0', 1)
  for (let index = 0; index < 8; index++) {
    const tip = polar(50, 48, 12, index * 45 + 20)
    on.line(`M50 48L${tip.join(' ')}`, '#ffb03a', 1.6)
    on.path(circle(...tip, 2.2), 'fill="#ffe27a" stroke="#a3501c" stroke-width=".7"')
  }
}

function mushroom(
  on: Drawing,
  x: number,
  base: number,
  width: number,
  height: number,
  spots: readonly (readonly [number, number, number])[],
) {
  const top = base - height
  const brim = top + height * 0.5
  on.glow(x, brim + 4, width * 0.8, '#7dfff0', 0.8)
  on.form(
    `M${x - width * 0.13} ${brim}C${x - width * 0.1} ${base - height * 0.2} ${x - width * 0.18} ${base} ${x - width * 0.2} ${base}H${x + width * 0.2}C${x + width * 0.18} ${base} ${x + width * 0.1} ${base - height * 0.2} ${x + width * 0.13} ${brim}Z`,
    stem,
    { depth: 0.6, outline: 1.2 },
  )
  on.path(
    ellipse(x, brim, width * 0.47, height * 0.1),
    `fill="${on.radial(['#eafffb', '#7df5ec', '#1f8cc0'])}" stroke="#050a33" stroke-width="1"`,
  )
  on.form(
    `M${x - width / 2} ${brim}C${x - width / 2} ${top + height * 0.12} ${x - width * 0.24} ${top} ${x} ${top}S${x + width / 2} ${top + height * 0.12} ${x + width / 2} ${brim}Q${x} ${brim - height * 0.12} ${x - width / 2} ${brim}Z`,
    cap,
    {
      depth: 0.9,
      inside: () =>
        spots.forEach(([dx, dy, r]) =>
          on.path(
            ellipse(x + dx * width, top + dy * height, r * width, r * width * 0.8),
            'fill="#e6fffb" fill-opacity=".9"',
          ),
        ),
    },
  )
}

export function mushrooms(on: Drawing) {
  mushroom(on, 22, 94, 34, 46, [
    [-0.16, 0.24, 0.08],
    [0.14, 0.16, 0.07],
  ])
  mushroom(on, 80, 95, 32, 38, [
    [-0.1, 0.2, 0.09],
    [0.2, 0.28, 0.06],
  ])
  mushroom(on, 52, 97, 66, 90, [
    [-0.24, 0.28, 0.07],
    [0.02, 0.13, 0.09],
    [0.26, 0.3, 0.07],
    [0, 0.36, 0.05],
  ])
  for (const [x, y, r] of [
    [12, 34, 2],
    [88, 40, 2.4],
    [20, 18, 1.6],
    [92, 22, 1.6],
  ] as const)
    on.path(circle(x, y, r), 'fill="#a8fff4"')
}

export function pitcherPlant(on: Drawing) {
  on.line('M50 98C36 96 20 90 14 74M52 98C66 96 82 90 88 72', '#021a26', 6)
  on.line('M50 98C36 96 20 90 14 74M52 98C66 96 82 90 88 72', '#2fbf7c', 3.2)
  on.form(petal(16, 82, 34, 9, -100), leaf, { depth: 0.6, outline: 1.2 })
  on.form(petal(86, 82, 32, 9, -78), leaf, { depth: 0.6, outline: 1.2 })
  on.form('M28 36C26 50 34 56 34 70C34 86 40 97 51 97S70 86 70 70C70 56 76 50 74 36Z', pitcher, {
    inside: () => {
      on.line('M32 40C38 58 42 74 46 96M68 40C64 58 60 74 56 96M50 42V97', '#ffd0f8', 1.3, 'stroke-opacity=".55"')
      for (const [x, y] of [
        [40, 58],
        [60, 62],
        [48, 72],
        [56, 82],
        [44, 86],
        [64, 50],
      ] as const)
        on.path(ellipse(x, y, 2, 3), 'fill="#5a0a6e" fill-opacity=".6"')
    },
  })
  on.form('M30 30C34 10 54 2 76 6C80 18 74 30 66 34Z', pitcher, {
    depth: 0.8,
    inside: () => on.line('M34 30C46 22 60 14 74 8M40 32C52 28 62 22 72 16', '#ffd0f8', 1.2, 'stroke-opacity=".6"'),
  })
  on.form(ellipse(51, 37, 26, 9), leaf, { depth: 0.6, outline: 1.4 })
  on.path(ellipse(51, 38, 19, 5), `fill="${on.radial(['#fff6a8', '#ffb03a', '#5a0a4e'])}"`)
  on.form(circle(51, 37, 3), pod, { depth: 0.3, outline: 0 })
  on.glow(51, 34, 16, '#ffe27a', 0.7)
}
