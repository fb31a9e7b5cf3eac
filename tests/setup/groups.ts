/** Assigns test files to groups by their imports: nothing external, a database, or the whole product. */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { longestFiles } from './longest-first.ts'

const root = join(import.meta.dirname, '../..')
const everyTest = '{contract,server,games,web,sandbox,scripts,tests}/**/*.test.{ts,tsx}'
const product = /^tests\/setup\/(site|browser)\.ts$/
const database = /^tests\/setup\/database\.ts$/

export type TestGroups = Record<'unit' | 'database' | 'product', string[]>

export function testGroups(): TestGroups {
  const groups: TestGroups = { unit: [], database: [], product: [] }
  for (const file of globSync(everyTest, { cwd: root }).sort()) groups[groupOf(file)].push(file)
  return groups
}

/**
 * The files of which a commit runs every test, and those of which it runs the short ones; another commit may have the
 * other half. The longest files are dealt to both halves.
 */
export function byTurns(files: string[]): { whole: string[]; short: string[] } {
  const place = (file: string) => (longestFiles.includes(file) ? longestFiles.indexOf(file) : longestFiles.length)
  const inOrder = files.toSorted((one, other) => place(one) - place(other))
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const turn = Number.parseInt(stdout?.trim().at(-1) ?? '0', 16) % 2
  console.log(`Every test of ${turn === 0 ? 'the first' : 'the second'} half of the product's files`)
  return {
    whole: inOrder.filter((_, index) => index % 2 === turn),
    short: inOrder.filter((_, index) => index % 2 !== turn),
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
