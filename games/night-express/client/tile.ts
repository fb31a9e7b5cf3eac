// The portrait tile: the engine, head on, its lamp lighting the track, coins in the steam.

import { drawing, place } from '#games/art/drawing.ts'
import { vignette } from '#games/art/sky.ts'
import { light } from './palette.ts'
import { engine, goldCoin } from './pictures.ts'
import { nightSky, town } from './art.ts'

export function tile(): string {
  const on = drawing(light)
  nightSky(on, 300, 400, [232, 66, 26])
  town(on, 300, 286, 24, 7)
  on.path('M0 400V292Q150 276 300 292V400Z', `fill="${on.down(['#2c2a58', '#0c0e28'])}"`)
  on.path('M96 300L40 400H260L204 300Z', `fill="${on.down(['#5a4a60', '#241c30'])}"`)
  for (const y of [318, 340, 366, 394]) on.line(`M${104 - (y - 300) * 0.5} ${y}H${196 + (y - 300) * 0.5}`, '#3a2420', 6)
  on.line('M112 300L68 400M188 300L232 400', '#c8d4f0', 4)
  for (const [x, y, r] of [
    [96, 96, 34],
    [64, 66, 28],
    [132, 74, 26],
    [40, 40, 22],
    [150, 112, 24],
  ] as const)
    on.glow(x, y, r * 1.7, '#e6dcf4', 0.6)
  on.glow(150, 170, 150, '#ffe6a0', 0.55)
  place(on, engine, 38, 106, 2.24)
  place(on, goldCoin, 8, 300, 0.86, -12)
  place(on, goldCoin, 212, 312, 0.74, 14)
  vignette(on, 300, 400, '#04061c', 0.75)
  return on.finish(300, 400, 'xMidYMid slice')
}
