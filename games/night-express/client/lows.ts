// The low symbols: a ticket, a key, a signal and a wheel.

import type { Drawing } from '#games/art/drawing.ts'
import { box, circle, polar } from '#games/art/shapes.ts'
import { brass, burgundy, card, coal, green, steel } from './palette.ts'
import { winged } from './pictures.ts'

export function ticket(on: Drawing) {
  on.group('transform="rotate(-14 50 50)"', () => {
    on.form('M6 28H94V42a8 8 0 0 0 0 16V72H6V58a8 8 0 0 0 0 -16Z', card, {
      inside: () => {
        on.path('M6 28H94V38H6ZM6 64H94V72H6Z', 'fill="#a82a40"')
        on.line('M70 38V64', '#927040', 2, 'stroke-dasharray="2.500 3.500"')
        on.line('M18 46H44M18 53H58M18 58H36', '#6a4a24', 2.2)
        on.line('M11 33H90M11 68H90', '#ffd65a', 1.2)
      },
    })
    on.path(winged(81, 51, 0.4), 'fill="#a82a40"')
    on.path(circle(52, 48, 3.6), 'fill="#171c3e"')
  })
}

export function key(on: Drawing) {
  on.group('transform="rotate(40 50 50)"', () => {
    on.form(circle(50, 23, 21), brass, { depth: 0.8 })
    on.form(circle(50, 23, 10), coal, { depth: 0.5, outline: 1.2 })
    on.form(box(45, 42, 10, 52, 3), brass, { depth: 0.6 })
    on.form('M55 74H72V80H66V84H72V92H55Z', brass, { depth: 0.5, outline: 1.3 })
    on.form(box(41, 42, 18, 7, 3), brass, { depth: 0.4, outline: 1.2 })
  })
  on.line('M68 16Q88 22 84 44', '#1c020c', 4)
  on.line('M68 16Q88 22 84 44', '#a82a40', 2.2)
  on.form('M74 44H94V76L84 84L74 76Z', burgundy, {
    depth: 0.6,
    inside: () => on.line('M79 56H89M79 62H89M79 68H86', '#ffd65a', 2),
  })
  on.path(circle(84, 49.5, 2.2), 'fill="#ffe6a0"')
}

export function signal(on: Drawing) {
  on.form(box(45, 50, 10, 48, 2), steel, { depth: 0.6 })
  on.form(box(26, 90, 48, 8, 3), coal, { depth: 0.5, outline: 1.3 })
  on.form('M24 14Q50 -4 76 14V60Q76 70 66 70H34Q24 70 24 60Z', coal, { depth: 0.9 })
  on.line('M30 16Q50 2 70 16', '#c9a45a', 2.4)
  on.path(circle(50, 22, 9), 'fill="#3a0c14" stroke="#02030e" stroke-width="2"')
  on.gloss(47, 19, 3, 2, -30, 0.4)
  on.glow(50, 48, 30, '#5fff9a', 0.95)
  on.form(circle(50, 48, 15), green, { depth: 0.7 })
  on.gloss(44, 42, 5, 3.4, -32, 0.95)
}

export function wheel(on: Drawing) {
  on.form(circle(50, 50, 46), steel, { depth: 1 })
  on.form(circle(50, 50, 37), coal, { depth: 0.7, outline: 1.2 })
  for (let spoke = 0; spoke < 10; spoke++) {
    const [x, y] = polar(50, 50, 36, spoke * 36)
    on.line(`M50 50L${x} ${y}`, '#1c020c', 7)
    on.line(`M50 50L${x} ${y}`, on.linear(['#f08a84', '#a82a40', '#560c24']), 4.6)
  }
  on.form('M36 60A18 18 0 0 0 64 60L70 74A33 33 0 0 1 30 74Z', burgundy, { depth: 0.5, outline: 1.2 })
  on.form(circle(50, 50, 13), brass, { depth: 0.7, outline: 1.3 })
  on.form(circle(50, 50, 5.5), steel, { depth: 0.4, outline: 1 })
  on.gloss(34, 18, 14, 4, -34, 0.7)
}
