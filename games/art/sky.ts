// Air of a scene: stars, sparks, a vignette.

import type { Drawing } from './drawing.ts'
import { sequence } from './sequence.ts'

export type Field = {
  x: number
  y: number
  width: number
  height: number
  count: number
  seed: number
  smallest?: number
  largest?: number
}

/** Dots of one colour in three strengths, one path per strength, to keep the file small. */
export function specks(on: Drawing, field: Field, colour: string) {
  const next = sequence(field.seed)
  const { smallest = 0.4, largest = 1.4 } = field
  for (const strength of [0.35, 0.65, 1]) {
    const dots = Array.from({ length: Math.ceil(field.count / 3) }, () => {
      const x = field.x + next() * field.width
      const y = field.y + next() * field.height
      return `M${x.toFixed(0)} ${y.toFixed(0)}h0`
    })
    const width = smallest * 2 + (largest - smallest) * 2 * strength * next()
    on.add(
      `<path d="${dots.join('')}" stroke="${colour}" stroke-opacity="${strength}" stroke-width="${width.toFixed(2)}" stroke-linecap="round"/>`,
    )
  }
}

export function vignette(on: Drawing, width: number, height: number, colour: string, opacity = 0.7) {
  on.add(
    `<rect width="${width}" height="${height}" fill="${on.radial([`${colour}/0`, `${colour}/0`, `${colour}/${opacity}`], 'cx=".5" cy=".45" r=".8"')}"/>`,
  )
}

export const wash = (on: Drawing, width: number, height: number, fill: string) =>
  on.add(`<rect width="${width}" height="${height}" fill="${fill}"/>`)
