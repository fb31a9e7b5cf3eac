/** Assigns test files to groups by their imports: nothing external, a database, or the whole product. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { longestFiles } from './longest-first.ts'

const root = join(import.meta.dirname, '../..')
const everyTest = '{contract,desk,server,games,web,sandbox,scripts,tests}/**/*.test.{ts,tsx}'
const product = /^tests\/setup\/(site|browser)\.ts$/
const database = /^tests\/setup\/database\.ts$/

export type TestGroups = Record<'unit' | 'database' | 'product', string[]>

export function testGroups(): TestGroups {
  const groups: TestGroups = { unit: [], database: [], product: [] }
  for (const file of globSync(everyTest, { cwd: root }).sort()) groups[groupOf(file)].push(file)
  return groups
}

/**
 * Splits the files into two halves: this commit runs every test of one half (`whole`), and only the short tests of the other.
 * The last digit of the commit's hash decides which, so that over several commits every test runs. Both halves get equally
 * many of the longest files.
 */
export function splitByCommit(files: string[]): { whole: string[]; short: string[] } {
  const rank = (file: string) => (longestFiles.includes(file) ? longestFiles.indexOf(file) : longestFiles.length)
  const inOrder = files.toSorted((one, other) => rank(one) - rank(other))
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const half = Number.parseInt(stdout?.trim().at(-1) ?? '0', 16) % 2
  console.log(`Runs every test of ${half === 0 ? 'the first' : 'the second'} half of the product's files`)
  return {
    whole: inOrder.filter((_, index) => index % 2 === half),
    short: inOrder.filter((_, index) => index % 2 !== half),
  }
}

function groupOf(file: string): keyof TestGroups {
  const reached = supportOf(file)
  if (reached.some((path) => product.test(path))) return 'product'
  if (reached.some((path) => database.test(path))) return 'database'
  return /node:child_process|\/embedded\.ts'/.test(source(file)) ? 'database' : 'unit'
}

/** Matches value imports only, because type imports load nothing. */
const imports = /^(?:import|export)\s+(?!type\b)(?:[^']*?\sfrom\s+)?'([#.][^']+\.ts)'/gm

const sources = new Map<string, string>()
function source(file: string): string {
  const text = sources.get(file) ?? readFileSync(join(root, file), 'utf8')
  sources.set(file, text)
  return text
}

/** Returns the files below tests/ that a file loads, directly or indirectly. */
function supportOf(file: string, reached = new Set<string>()): string[] {
  for (const [, specifier] of source(file).matchAll(imports)) {
    const path = specifier!.startsWith('#') ? specifier!.slice(1) : resolve('/', dirname(file), specifier!).slice(1)
    if (!path.startsWith('tests/') || reached.has(path)) continue
    reached.add(path)
    supportOf(path, reached)
  }
  return [...reached]
}
