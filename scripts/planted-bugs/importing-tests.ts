/** The tests that a developer would run for a file: those that import it, directly or through other files. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { testGroups } from '#tests/setup/groups.ts'
import { root } from './copy.ts'

/** Imports farther away than this load the file, but test something else. */
const maxDistance = 4
/** Of each group. Tests that import a file more directly come first. */
const most = { unit: 20, database: 3 }

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
  return [...nearest(unit, most.unit), ...nearest(database, most.database)]
}

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
