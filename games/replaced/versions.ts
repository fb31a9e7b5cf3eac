/**
 * Versions of games that were replaced. Open rounds of one finish under it and old ones are recalculated with it, so
 * each is a copy of everything that decides its rounds. `npm run replace-maths -- <game>` adds one; none is ever removed.
 */
import type { GameMaths } from '../maths.ts'

export type ReplacedVersion = {
  slug: string
  version: string
  /** A multiple of the stake. */
  maxWinMultiplier: number
  load(): Promise<{ maths: GameMaths }>
}

const replaced = new Map<string, GameMaths>()
export const nameOf = (slug: string, version: string) => `${slug}@${version}`
export const replacedNames = () => replaced.keys()

/** Undefined for a version that has not been loaded. */
export const replacedMaths = (slug: string, version: string) => replaced.get(nameOf(slug, version))

/** Loads one version, or all of them. */
export async function loadReplaced(one?: { slug: string; version: string | undefined }): Promise<void> {
  for (const { slug, version, load } of versions) {
    if (one && (slug !== one.slug || version !== one.version)) continue
    if (!replaced.has(nameOf(slug, version))) replaced.set(nameOf(slug, version), (await load()).maths)
  }
}

// oxfmt-ignore
export const versions: ReplacedVersion[] = [
]
