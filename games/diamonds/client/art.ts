// Diamonds' pictures: seven gems, and velvet behind them.

import { drawing } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { cuts, gem, light, velvet } from './gems.ts'

export function scene(): string {
  const on = drawing(light)
  velvet(on, 1600, 900)
  vignette(on, 1600, 900, '#08061c', 0.75)
  return on.finish(1600, 900, 'xMidYMid slice')
}

export function symbols(): Record<string, string> {
  return Object.fromEntries(
    cuts.map((cut, index) => {
      const on = drawing(light)
      on.lifted('#06041a', () => on.group('transform="translate(4 3) scale(.92)"', () => gem(on, cut)))
      return [`gem${index}`, on.finish(100, 100)]
    }),
  )
}
