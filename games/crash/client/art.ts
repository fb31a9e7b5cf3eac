// Crash's pictures: the flare that rises on the game screen.

import { drawing } from '#games/art/drawing.ts'
import { flare, light } from './flare.ts'

export { scene } from './scene.ts'

export function symbols(): Record<string, string> {
  const on = drawing(light)
  flare(on)
  return { flare: on.finish(100, 100) }
}
