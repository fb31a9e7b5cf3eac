/**
 * Removes old builds from dist/web and dist/studio. Every build adds files with hashed names, and open pages still
 * request those of the previous build, but no older ones.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, posix } from 'node:path'

type Chunk = { file: string; css?: string[]; assets?: string[] }

/** The files of the current build according to its manifest; empty if there is none. */
export async function filesOfBuild(folder: string): Promise<Set<string>> {
  const manifest = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const chunks = Object.values(JSON.parse(manifest) as Record<string, Chunk>)
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
}

/** Removes all hashed files of `within` except `kept` and their compressed copies. Returns the number removed. */
export async function sweepAssets(folder: string, kept: Set<string>, within = 'assets'): Promise<number> {
  const entries = await readdir(join(folder, within), { withFileTypes: true }).catch(() => [])
  const old = entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => posix.join(within, name))
    .filter((path) => !kept.has(path.replace(/\.br$/, '')))
  await Promise.all(old.map((path) => rm(join(folder, path))))
  return old.length
}

/**
 * Removes the compressed copies of files without a hash: such a file changes under the same name, and a copy of older
 * content must not remain.
 */
export async function removeUnhashedCopies(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const compressedCopies = names.filter((name) => name.endsWith('.br') && !/^assets[\\/]/.test(name))
  await Promise.all(compressedCopies.map((name) => rm(join(folder, name))))
}
