// Dice's pictures: the die that rolls on the game screen.

import { drawing } from '#games/art/drawing.ts'
import { die } from './die.ts'
import { light, ruby, shadow } from './palette.ts'

export { scene } from './scene.ts'

export function symbols(): Record<string, string> {
  const on = drawing(light)
  on.lifted(shadow, () => on.group('transform="translate(4.500 4) scale(.91)"', () => die(on, ruby, 5, 3, 6)))
  return { die: on.finish(100, 100) }
}
