/**
 * Takes away what builds leave behind in dist/web: every build adds files under hashed names, and pages that stand open
 * still ask for those of the build before. Older ones nobody asks for any more.
 */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = { file: string; css?: string[]; assets?: string[] }

/** What the build now in the folder consists of, by its manifest; empty where there is none. */
export async function filesOfBuild(folder: string): Promise<Set<string>> {
  const manifest = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  const chunks = Object.values(JSON.parse(manifest) as Record<string, Chunk>)
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
}

/** Removes all hashed files but the kept ones, with their compressed twins. Returns how many went. */
export async function sweepAssets(folder: string, kept: Set<string>): Promise<number> {
  const names = await readdir(join(folder, 'assets')).catch(() => [])
  const old = names.filter((name) => !kept.has(`assets/${name.replace(/\.br$/, '')}`))
  await Promise.all(old.map((name) => rm(join(folder, 'assets', name))))
  return old.length
}

/** Files without a hash change under their name: a twin that was compressed from an older content must not outlive it. */
export async function dropUnhashedTwins(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const twins = names.filter((name) => name.endsWith('.br') && !/^assets[\\/]/.test(name))
  await Promise.all(twins.map((name) => rm(join(folder, name))))
}
