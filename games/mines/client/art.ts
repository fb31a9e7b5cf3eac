// Mines' pictures: what a tile hides.

import { drawing } from '#games/art/drawing.ts'
import { gem, light, mine, shadow } from './pictures.ts'

export { scene } from './scene.ts'

export function symbols(): Record<string, string> {
  const draw = (paint: typeof gem) => {
    const on = drawing(light)
    on.lifted(shadow, () => on.group('transform="translate(6 5) scale(.88)"', () => paint(on)))
    return on.finish(100, 100)
  }
  return { gem: draw(gem), mine: draw(mine) }
}
