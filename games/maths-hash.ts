/**
 * Identifies the deployed maths by one hash over all sources that decide a game's rounds: the game's maths and the draws,
 * with everything that they import. Runs on the server only; the browser receives the hash.
 *
 * `node games/maths-hash.ts <game>` prints what `sha256sum` prints for the sources; its `sha256sum` is the hash.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

const root = new URL('..', import.meta.url)
/** Turns seeds into numbers, and replays the acts of a round. */
const draws = 'games/fairness.ts'

/**
 * Matches imports of values; types decide nothing. The formatter puts each import at the start of a line, with single
 * quotes.
 */
const imported = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'|\bimport\(([^)]*)\)/gm

type Source = { hash: string; imports: string[] }
/** Sources do not change while the process runs. */
const sources = new Map<string, Source>()

/** The sources of a game's rounds in hashing order, relative to the project's folder. */
export function mathsSources(slug: string): string[] {
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    sourceOf(path).imports.forEach(visit)
  }
  visit(draws)
  visit(`games/${slug}/maths.ts`)
  return [...reached].toSorted()
}

function sourceOf(path: string): Source {
  const known = sources.get(path)
  if (known) return known
  const text = readFileSync(new URL(path, root), 'utf8')
  const imports = [...text.matchAll(imported)].map(([, specifier, dynamic]) => target(path, specifier, dynamic))
  const source = { hash: sha256(text), imports }
  sources.set(path, source)
  return source
}

/** Throws for what the hash could not cover. */
function target(path: string, specifier: string | undefined, dynamic: string | undefined): string {
  if (dynamic !== undefined) throw new Error(`${path} imports ${dynamic} while it runs: its hash would not cover that`)
  if (specifier!.startsWith('#')) return specifier!.slice(1)
  if (specifier!.startsWith('.')) return posix.join(posix.dirname(path), specifier!)
  throw new Error(`${path} imports ${specifier}, which is no source of this project: its hash would not cover that`)
}

const lines = (slug: string) => mathsSources(slug).map((path) => `${sourceOf(path).hash}  ${path}\n`)

const hashes = new Map<string, string>()

export function mathsHash(slug: string): string {
  const hash = hashes.get(slug) ?? sha256(lines(slug).join(''))
  hashes.set(slug, hash)
  return hash
}

/** What the hash covers, in hashing order. */
export function mathsSourceTexts(slug: string): Array<{ path: string; text: string }> {
  return mathsSources(slug).map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))
}

function sha256(data: string): string {
  return createHash('sha256').update(data).digest('hex')
}

if (import.meta.main) for (const slug of process.argv.slice(2)) process.stdout.write(lines(slug).join(''))
