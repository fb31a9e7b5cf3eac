/** A bundle of a game's maths as a module, as a build would import it from the store of replaced versions. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { GameMaths } from '#games/maths.ts'

export async function importMaths(code: string): Promise<{ maths: GameMaths }> {
  const folder = await mkdtemp(join(tmpdir(), 'maths-'))
  try {
    const file = join(folder, 'maths.mjs')
    await writeFile(file, code)
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { maths: GameMaths }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
