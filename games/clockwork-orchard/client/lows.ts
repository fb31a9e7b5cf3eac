// The low symbols: gear, winding key, spring, hexagonal nut.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, gear, polar, polygon } from '#games/art/shapes.ts'
import { brass, copper, glass, steel } from './palette.ts'

export function bigGear(on: Drawing) {
  on.form(gear(50, 50, 10, 46, 35, 8), brass)
  for (let hole = 0; hole < 5; hole++)
    on.path(circle(...polar(50, 50, 22, hole * 72 - 90), 6.4), 'fill="#1d0f0a" fill-opacity=".9"')
  on.form(circle(50, 50, 10), copper, { depth: 0.5, outline: 1 })
  on.path(circle(50, 50, 3.6), 'fill="#1d0f0a"')
}

export function windingKey(on: Drawing) {
  on.form(box(44, 46, 12, 46, 3), copper, { depth: 0.6 })
  on.form('M56 74H72V80H66V84H72V91H56Z', copper, { depth: 0.5 })
  on.form('M50 40C40 8 4 6 5 27C6 47 34 48 50 40C66 48 94 47 95 27C96 6 60 8 50 40Z', copper)
  on.path(circle(24, 27, 9), 'fill="#1d0f0a"')
  on.path(circle(76, 27, 9), 'fill="#1d0f0a"')
  on.form(box(39, 38, 22, 10, 4), brass, { depth: 0.5, outline: 1 })
  on.gloss(14, 20, 3, 8, 30, 0.7)
}

export function spring(on: Drawing) {
  for (let turn = 0; turn < 5; turn++) {
    const y = 22 + turn * 13
    on.line(`M20 ${y + 4}C20 ${y + 14} 80 ${y + 8} 80 ${y - 3}`, '#0c181e', 9.5)
    on.line(`M20 ${y + 4}C20 ${y + 14} 80 ${y + 8} 80 ${y - 3}`, '#7d98a5', 6.4)
    on.line(`M22 ${y + 6}C26 ${y + 11} 70 ${y + 7} 78 ${y - 1}`, '#f4fbff', 1.8)
  }
  on.form(box(14, 8, 72, 13, 6), brass, { depth: 0.6 })
  on.form(box(14, 82, 72, 13, 6), brass, { depth: 0.6 })
}

export function hexNut(on: Drawing) {
  on.form(polygon(Array.from({ length: 6 }, (_, corner) => polar(50, 50, 46, corner * 60))), steel)
  on.path(circle(50, 50, 31), 'fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.4"')
  on.path(circle(50, 50, 22), `fill="${on.radial(['#0b2a30', '#0c181e'])}"`)
  on.form(circle(50, 50, 18), glass, { depth: 0.7, outline: 0 })
  on.gloss(44, 42, 7, 4, -35, 0.9)
}
