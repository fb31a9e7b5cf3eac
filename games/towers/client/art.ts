// Towers' pictures: the doors.
// Sandstone towers at dusk under a rising moon.

import { drawing, type Drawing } from '#games/art/drawing.ts'
import { box, circle, ridge } from '#games/art/shapes.ts'
import { specks, vignette, wash } from '#games/art/sky.ts'
import { door, lamp, light, shadow, trap } from './pictures.ts'

export function dusk(on: Drawing, width: number, height: number, moon: readonly [number, number, number]) {
  wash(on, width, height, on.down(['#2a1438', '#6b2c4c', '#c45f50', '#f2a56b']))
  const [x, y, r] = moon
  on.glow(x, y, r * 3, '#ffe6b8', 0.6)
  on.path(circle(x, y, r), `fill="${on.radial(['#ffffff', '#ffedc9', '#f2c98f'])}"`)
  on.path(ridge(width, height, height * 0.82, height * 0.04, 6, 8), `fill="${on.down(['#8a3f4c', '#431c28'])}"`)
}

/** A tower of `floors` lit windows, its foot at y. */
export function tower(on: Drawing, x: number, y: number, width: number, height: number, floors: number) {
  const top = y - height
  on.path(box(x, top, width, height), `fill="${on.across(['#f2b98a', '#b5624f', '#5c2430'])}"`)
  const step = width / 5
  const teeth = Array.from({ length: 3 }, (_, index) =>
    box(x - step * 0.3 + index * step * 2, top - step * 1.1, step * 1.2, step * 1.3),
  )
  on.path(
    `${teeth.join('')}${box(x - step * 0.4, top - step * 0.1, width + step * 0.8, step)}`,
    `fill="${on.across(['#ffd0a4', '#b5624f', '#5c2430'])}"`,
  )
  const rise = height / floors
  for (let floor = 0; floor < floors; floor++) {
    const [cx, foot] = [x + width / 2, y - floor * rise - rise * 0.2]
    const [w, h] = [width * 0.16, rise * 0.5]
    on.path(
      `M${(cx - w).toFixed(1)} ${foot.toFixed(1)}v${(-h * 0.6).toFixed(1)}q0 ${(-h * 0.5).toFixed(1)} ${w.toFixed(1)} ${(-h * 0.5).toFixed(1)}q${w.toFixed(1)} 0 ${w.toFixed(1)} ${(h * 0.5).toFixed(1)}v${(h * 0.6).toFixed(1)}Z`,
      `fill="${on.down(floor % 3 === 1 ? ['#fff0b8', '#ffb04c'] : ['#4a1c2a', '#2a0f16'])}"`,
    )
    on.line(
      `M${x} ${(foot + rise * 0.14).toFixed(1)}h${width}`,
      '#5c2430',
      Math.max(1, rise * 0.03),
      'stroke-opacity=".5"',
    )
  }
}

export function scene(): string {
  const on = drawing(light)
  dusk(on, 1600, 900, [1180, 210, 74])
  tower(on, 60, 900, 170, 620, 6)
  tower(on, 270, 900, 110, 410, 4)
  tower(on, 1390, 900, 160, 560, 5)
  tower(on, 1260, 900, 96, 330, 3)
  specks(on, { x: 0, y: 0, width: 1600, height: 420, count: 70, seed: 31, largest: 2 }, '#fff0d8')
  vignette(on, 1600, 900, '#1c0712', 0.65)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export function symbols(): Record<string, string> {
  const draw = (paint: typeof door) => {
    const on = drawing(light)
    on.lifted(shadow, () => paint(on))
    return on.finish(100, 100)
  }
  return { door: draw(door), lamp: draw(lamp), trap: draw(trap) }
}
