/**
 * Removes old builds from dist/web: every build adds files with hashed names, and open pages still request those of
 * the previous build. Nothing requests older ones.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = { file: string; css?: string[]; assets?: string[] }

/** The files of the current build, by its manifest; empty without one. */
export async function filesOfBuild(folder: string): Promise<Set<string>> {
  const manifest = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const chunks = Object.values(JSON.parse(manifest) as Record<string, Chunk>)
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
}

/** Removes all hashed files except those given, with their compressed copies. Returns the number removed. */
export async function sweepAssets(folder: string, kept: Set<string>): Promise<number> {
  const names = await readdir(join(folder, 'assets')).catch(() => [])
  const old = names.filter((name) => !kept.has(`assets/${name.replace(/\.br$/, '')}`))
  await Promise.all(old.map((name) => rm(join(folder, 'assets', name))))
  return old.length
}

/** Files without a hash change under the same name: a copy compressed from older content must not remain. */
export async function dropUnhashedTwins(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const compressedCopies = names.filter((name) => name.endsWith('.br') && !/^assets[\\/]/.test(name))
  await Promise.all(compressedCopies.map((name) => rm(join(folder, name))))
}
