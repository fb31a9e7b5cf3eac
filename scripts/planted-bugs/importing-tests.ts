/** The tests that a developer would run for a file: those that import it, directly or through other files, and those beside it. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { testGroups } from '#tests/setup/groups.ts'
import { root } from './copy.ts'

/** Imports farther away than this load the file, but test something else. */
const maxDistance = 4
/** Of each group. Tests that import a file more directly come first. */
const most = { unit: 20, database: 3 }
/** Tests of the file's folder, else of those above it up to the context's. Many call a server that is wired as a whole. */
const mostBeside = 6

let importers: Map<string, string[]> | null = null
let groups: ReturnType<typeof testGroups> | null = null

/** Unit tests come before those with a database, because they are faster. */
export function importingTests(file: string): string[] {
  importers ??= readImporters()
  const distances = distancesTo(file, importers)
  groups ??= testGroups()
  const { unit, database } = groups
  const nearest = (tests: string[], count: number) =>
    tests
      .filter((test) => distances.has(test))
      .toSorted((a, b) => distances.get(a)! - distances.get(b)!)
      .slice(0, count)
  const found = [...nearest(unit, most.unit), ...nearest(database, most.database)]
  const others = [...unit, ...database].filter((test) => !found.includes(test))
  return [...found, ...testsBeside(file, others)]
}

/** The nearest come first, and of those equally near the ones whose name has a word of the file's. */
function testsBeside(file: string, tests: string[]): string[] {
  const folders = dirname(file).split('/')
  const sharedBy = (test: string) =>
    [...dirname(test).split('/'), ''].findIndex((folder, index) => folder !== folders[index])
  const words = wordsOf(file)
  const order = (test: string) => [
    -sharedBy(test),
    test.split('/').length,
    -wordsOf(test).filter((word) => words.includes(word)).length,
  ]
  return tests
    .filter((test) => sharedBy(test) >= 2)
    .toSorted(
      (a, b) =>
        order(a)
          .map((each, index) => each - order(b)[index]!)
          .find(Boolean) ?? 0,
    )
    .slice(0, mostBeside)
}

const wordsOf = (file: string): string[] =>
  basename(file)
    .split(/[.-]/)
    .filter((word) => word.length > 3)
    .map((word) => word.replace(/s$/, ''))

function distancesTo(file: string, importedBy: Map<string, string[]>): Map<string, number> {
  const distances = new Map([[file, 0]])
  for (const [each, distance] of distances)
    if (distance < maxDistance)
      for (const importer of importedBy.get(each) ?? [])
        if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}

function readImporters(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const files = globSync('{contract,desk,server,games,web,sandbox,tests}/**/*.{ts,tsx}', { cwd: root })
  for (const file of files.sort())
    for (const [, specifier] of readFileSync(join(root, file), 'utf8').matchAll(valueImports)) {
      const path = specifier!.startsWith('#') ? specifier!.slice(1) : normalize(join(dirname(file), specifier!))
      if (existsSync(join(root, path))) found.set(path, [...(found.get(path) ?? []), file])
    }
  return found
}

const valueImports = /(?:^(?:import|export)\s+(?!type\b)(?:[^'\n]*?\sfrom\s+)?|^\} from |import\()'([#.][^']+)'/gm
