// The position of the flare in the picture, in percent, and the path of its trail.

export type Climb = { elapsedMs: number; multiplier: number }

const left = 4
const right = 88
const floor = 8
const ceiling = 80
/**
 * The picture shows at least this much time and height; beyond, its scale shrinks so that the scale trail stays
 * visible.
 */
const minMs = 8_000
const minRise = 1

const across = (ms: number, scale: number) => left + (ms / scale) * (right - left)
const up = (rise: number, scale: number) => floor + (rise / scale) * (ceiling - floor)

export function tipOf({ elapsedMs, multiplier }: Climb): { x: number; y: number } {
  const rise = multiplier - 1
  return { x: across(elapsedMs, Math.max(minMs, elapsedMs)), y: up(rise, Math.max(minRise, rise)) }
}

/**
 * Returns the path of the trail in a box of 100 by 100. The multiplier after t milliseconds is e to the power of `growth` * t.
 */
export function trailOf({ elapsedMs, multiplier }: Climb, growth: number): string {
  const [scaleMs, scaleRise] = [Math.max(minMs, elapsedMs), Math.max(minRise, multiplier - 1)]
  const points = Array.from({ length: 33 }, (_, index) => {
    const ms = (elapsedMs * index) / 32
    const y = up(Math.exp(growth * ms) - 1, scaleRise)
    return `${across(ms, scaleMs).toFixed(2)} ${(100 - y).toFixed(2)}`
  })
  return `M${points.join('L')}`
}
