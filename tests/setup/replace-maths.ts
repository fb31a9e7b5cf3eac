/**
 * Replaces the maths of a game in this process until the test has finished, as a new build on the same database would.
 */
import { onTestFinished } from 'vitest'
import { mathsOf } from '#games/games.ts'
import { loadReplaced, versions } from '#games/replaced/versions.ts'
import { bundleMaths } from '#scripts/maths/bundle-maths.ts'
import { importMaths } from './import-maths.ts'

/** `change` returns the sources of version 1.1.0; the store has those of 1.0.0. */
export async function replaceMaths(slug: string, change: (code: string) => string): Promise<void> {
  const present = mathsOf(slug)!
  const original = { ...present }
  const code = await bundleMaths(slug)
  const before = await importMaths(code)
  const { maths: after } = await importMaths(change(code).replaceAll('"1.0.0"', '"1.1.0"'))
  versions.push({ slug, version: '1.0.0', maxWinMultiplier: 10_000, load: async () => before })
  await loadReplaced()
  Object.assign(present, after)
  onTestFinished(() => {
    versions.pop()
    Object.assign(present, original)
  })
}
