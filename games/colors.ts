/** Placeholder colour of a game's tile while it loads. */
import { themes } from './client/themes.ts'

export function gameColor(slug: string): string {
  if (!Object.hasOwn(themes, slug)) throw new RangeError(`there is no game ${slug}`)
  return themes[slug as keyof typeof themes].dominantColor
}
