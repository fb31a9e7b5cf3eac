/**
 * Removes old builds from dist/web and dist/studio. Every build adds files with hashed names, and open pages still
 * request those of the previous build, but no older ones.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, posix } from 'node:path'

type Chunk = { file: string; css?: string[]; assets?: string[] }

/** The files of the current build according to its manifest, with those that its workers load; empty if there is none. */
export async function filesOfBuild(folder: string): Promise<Set<string>> {
  const manifest = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const chunks = Object.values(JSON.parse(manifest) as Record<string, Chunk>)
  const listed = new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
  // A worker is an asset of the manifest, which does not know the worker's own chunks.
  const workers = chunks.flatMap(({ assets = [] }) => assets).filter((path) => path.endsWith('.js'))
  return listed.union(await loadedBy(folder, workers))
}

/** The scripts that these scripts name, and those that they name in turn. */
async function loadedBy(folder: string, scripts: string[]): Promise<Set<string>> {
  const found = new Set(scripts)
  for (const path of found) {
    const code = await readFile(join(folder, path), 'utf8').catch(() => '')
    for (const [, name] of code.matchAll(/["'`]\.\/([\w-]+\.js)["'`]/g))
      found.add(posix.join(posix.dirname(path), name!))
  }
  return found
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
