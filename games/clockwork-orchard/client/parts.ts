// Brass parts that the mechanical fruit share: cog trains behind a porthole, rivets, a winding stalk.

import type { Drawing, Material } from '#games/art/drawing.ts'
import { circle, gear, petal, polar } from '#games/art/shapes.ts'
import { brass, copper, leaf, steel } from './palette.ts'

export function cog(on: Drawing, x: number, y: number, teeth: number, radius: number, material: Material, turn = 0) {
  on.form(gear(x, y, teeth, radius, radius * 0.78, turn), material, { depth: radius / 26, outline: 0.8 })
  on.path(circle(x, y, radius * 0.26), 'fill="#1d0f0a"')
  for (let spoke = 0; spoke < 5; spoke++)
    on.path(circle(...polar(x, y, radius * 0.52, turn + spoke * 72), radius * 0.12), 'fill="#1d0f0a" fill-opacity=".7"')
}

/** A riveted window that shows the works inside. */
export function porthole(on: Drawing, x: number, y: number, r: number) {
  on.form(circle(x, y, r), brass, { depth: 0.6, outline: 1 })
  on.path(circle(x, y, r * 0.76), `fill="${on.down(['#120a0c', '#4a2a18'])}"`)
  on.clip(circle(x, y, r * 0.76), () => {
    cog(on, x - r * 0.28, y + r * 0.16, 10, r * 0.56, copper, 10)
    cog(on, x + r * 0.42, y - r * 0.34, 8, r * 0.38, steel, 4)
    on.glow(x - r * 0.2, y - r * 0.5, r * 0.8, '#ffd98a', 0.5)
  })
  for (let rivet = 0; rivet < 8; rivet++)
    on.path(circle(...polar(x, y, r * 0.88, rivet * 45 + 22), r * 0.055 + 0.3), 'fill="#4a260d"')
}

export function stalk(on: Drawing, x: number, y: number, turn = -60) {
  on.line(`M${x} ${y}C${x} ${y - 8} ${x + 2} ${y - 12} ${x + 6} ${y - 17}`, '#1d0f0a', 7)
  on.line(`M${x} ${y}C${x} ${y - 8} ${x + 2} ${y - 12} ${x + 6} ${y - 17}`, '#c98f3d', 4)
  on.line(`M${x - 1} ${y - 2}C${x - 1} ${y - 8} ${x + 1} ${y - 12} ${x + 5} ${y - 16}`, '#fff2c2', 1.2)
  on.form(petal(x + 3, y - 8, 30, 13, turn + 40), leaf, {
    depth: 0.6,
    outline: 1.2,
    inside: () => on.line(`M${x + 3} ${y - 8}L${polar(x + 3, y - 8, 24, turn + 40).join(' ')}`, '#0d5a3c', 1.2),
  })
}
