// The trail of the flare: where it is in the picture, in percent, and its path so far.

export type Climb = { elapsedMs: number; multiplier: number }

const left = 4
const right = 88
const floor = 8
const ceiling = 80
/**
 * The picture shows at least this much time and height; beyond, its scale shrinks so that the whole trail stays
 * visible.
 */
const leastMs = 8_000
const leastRise = 1

const across = (ms: number, whole: number) => left + (ms / whole) * (right - left)
const up = (rise: number, whole: number) => floor + (rise / whole) * (ceiling - floor)

export function tipOf({ elapsedMs, multiplier }: Climb): { x: number; y: number } {
  const rise = multiplier - 1
  return { x: across(elapsedMs, Math.max(leastMs, elapsedMs)), y: up(rise, Math.max(leastRise, rise)) }
}

/**
 * `growth`: the multiplier is e to the power of it times the milliseconds. For a box of 100 by 100, from the top left.
 */
export function trailOf({ elapsedMs, multiplier }: Climb, growth: number): string {
  const [wholeMs, wholeRise] = [Math.max(leastMs, elapsedMs), Math.max(leastRise, multiplier - 1)]
  const points = Array.from({ length: 33 }, (_, index) => {
    const ms = (elapsedMs * index) / 32
    const y = up(Math.exp(growth * ms) - 1, wholeRise)
    return `${across(ms, wholeMs).toFixed(2)} ${(100 - y).toFixed(2)}`
  })
  return `M${points.join('L')}`
}
