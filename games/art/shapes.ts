// Silhouettes used repeatedly in the art: each returns the `d` of an SVG path.

import { sequence } from './sequence.ts'

export type Point = readonly [x: number, y: number]

const round = (value: number) => Number(value.toFixed(1))

export const polar = (cx: number, cy: number, radius: number, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180
  return [round(cx + radius * Math.cos(angle)), round(cy + radius * Math.sin(angle))]
}

export const polygon = (points: readonly Point[]) => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`

export const circle = (cx: number, cy: number, r: number) => ellipse(cx, cy, r, r)

export const ellipse = (cx: number, cy: number, rx: number, ry: number) =>
  `M${round(cx - rx)} ${cy}a${rx} ${ry} 0 1 0 ${round(rx * 2)} 0a${rx} ${ry} 0 1 0 ${round(-rx * 2)} 0Z`

export const box = (x: number, y: number, width: number, height: number, r = 0) =>
  `M${round(x + r)} ${y}h${round(width - 2 * r)}q${r} 0 ${r} ${r}v${round(height - 2 * r)}q0 ${r} ${-r} ${r}h${round(2 * r - width)}q${-r} 0 ${-r} ${-r}v${round(2 * r - height)}q0 ${-r} ${r} ${-r}Z`

/** A closed smooth curve through the points (Catmull-Rom). */
export function blob(points: readonly Point[]): string {
  const at = (index: number) => points[(index + points.length) % points.length]!
  const parts = points.map((_, index) => {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const c1 = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const c2 = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return `C${[...c1, ...c2, ...to].map(round).join(' ')}`
  })
  return `M${at(0).map(round).join(' ')}${parts.join('')}Z`
}

export function star(cx: number, cy: number, points: number, outer: number, inner: number, turn = -90): string {
  const step = 180 / points
  return polygon(
    Array.from({ length: points * 2 }, (_, index) => polar(cx, cy, index % 2 ? inner : outer, turn + index * step)),
  )
}

export function gear(cx: number, cy: number, teeth: number, outer: number, inner: number, turn = 0): string {
  const step = 360 / teeth
  const corners = [
    [inner, -0.34],
    [outer, -0.2],
    [outer, 0.2],
    [inner, 0.34],
  ] as const
  return polygon(
    Array.from({ length: teeth }, (_, tooth) =>
      corners.map(([radius, offset]) => polar(cx, cy, radius, turn + (tooth + offset) * step)),
    ).flat(),
  )
}

/** A leaf or petal from a base point, of a length and width, pointing by `degrees`. */
export function petal(x: number, y: number, length: number, width: number, degrees: number, belly = 0.55): string {
  const tip = polar(x, y, length, degrees)
  const middle = polar(x, y, length * belly, degrees)
  const left = polar(middle[0], middle[1], width, degrees - 90)
  const right = polar(middle[0], middle[1], width, degrees + 90)
  return `M${x} ${y}Q${left.join(' ')} ${tip.join(' ')}Q${right.join(' ')} ${x} ${y}Z`
}

/** A row of hills or peaks from edge to edge, closed along the bottom. */
export function ridge(
  width: number,
  bottom: number,
  level: number,
  roughness: number,
  peaks: number,
  seed: number,
  pointed = false,
): string {
  const next = sequence(seed)
  const step = width / peaks
  const tops = Array.from({ length: peaks + 1 }, (_, index): Point => [
    index * step,
    level + (next() - 0.5) * 2 * roughness,
  ])
  if (pointed) {
    const jagged = tops.flatMap(([x, y]): Point[] => [
      [x, y],
      [x + step * (0.35 + next() * 0.3), y + roughness * (0.4 + next() * 0.6)],
    ])
    return `M0 ${bottom}L${jagged.map((point) => point.map(round).join(' ')).join('L')}L${width + step} ${bottom}Z`
  }
  const curve = tops.slice(1).map(([x, y], index) => {
    const from = tops[index]!
    return `C${round(from[0] + step / 2)} ${round(from[1])} ${round(x - step / 2)} ${round(y)} ${round(x)} ${round(y)}`
  })
  return `M0 ${bottom}V${round(tops[0]![1])}${curve.join('')}V${bottom}Z`
}

export function spiral(cx: number, cy: number, turns: number, from: number, to: number, start = 0): string {
  const steps = Math.round(turns * 10)
  const points = Array.from({ length: steps + 1 }, (_, index) =>
    polar(cx, cy, from + ((to - from) * index) / steps, start + index * 36),
  )
  return `M${points.map((point) => point.join(' ')).join('L')}`
}
