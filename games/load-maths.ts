/** Loads the maths of one version of a game, so that a browser or an auditor loads no other. */
import { isGame } from './list.ts'
import type { GameMaths } from './maths.ts'
import { loadReplaced, replacedMaths } from './replaced/versions.ts'

/** Today's version if none is named. Undefined for an unknown game or version. */
export async function loadMaths(slug: string, version?: string): Promise<GameMaths | undefined> {
  if (!isGame(slug)) return undefined
  const { maths } = (await import(`./${slug}/maths.ts`)) as { maths: GameMaths }
  if (version === undefined || version === maths.version) return maths
  await loadReplaced({ slug, version })
  return replacedMaths(slug, version)
}
