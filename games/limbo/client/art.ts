// Limbo's pictures: the balloon that climbs on the game screen.

import { drawing } from '#games/art/drawing.ts'
import { balloon, dusk, light } from './balloon.ts'

export { scene } from './scene.ts'

export function symbols(): Record<string, string> {
  const on = drawing(light)
  balloon(on, dusk)
  return { balloon: on.finish(100, 100) }
}
