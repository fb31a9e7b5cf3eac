// Towers' pictures: the doors.

import { drawing } from '#games/art/drawing.ts'
import { door, lamp, light, shadow, trap } from './pictures.ts'

export { scene } from './scene.ts'

export function symbols(): Record<string, string> {
  const draw = (paint: typeof door) => {
    const on = drawing(light)
    on.lifted(shadow, () => paint(on))
    return on.finish(100, 100)
  }
  return { door: draw(door), lamp: draw(lamp), trap: draw(trap) }
}
