/**
 * `npm run measure-structure` prints the figures of the code's structure, each beside its goal. Imports of types alone
 * and imports in tests do not count.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { layers } from '#server/layers.ts'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 64e6 }).trim().split('\n')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const bytes = (files: string[]): number => files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0)
const code = tracked.filter((file) =>
  /^(contract|server|games|web|sandbox|studio-sdk)\/.*(?<!\.test)\.tsx?$/.test(file),
)
const server = code.filter((file) => file.startsWith('server/'))

/** The repository paths that a file imports at run time. */
function importsOf(file: string): string[] {
  const statement = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\sfrom\s+)?'([#.][^']+)'/g
  return [...read(file).matchAll(statement)].map(([, specifier]) =>
    specifier!.startsWith('#') ? specifier!.slice(1) : relative(root, resolve(root, dirname(file), specifier!)),
  )
}
const imports = new Map(server.map((file) => [file, importsOf(file).filter((to) => server.includes(to))]))

const contexts = layers.flatMap((row) => row.contexts)
const contextOf = (file: string): string | undefined =>
  contexts.find((context) => file.startsWith(`server/${context}/`))
const edges = new Set<string>()
for (const [file, targets] of imports)
  for (const to of targets) {
    const [source, target] = [contextOf(file), contextOf(to)]
    if (source && target && source !== target) edges.add(`${source} ${target}`)
  }
const bothWays = [...edges].filter((edge) => {
  const [source, to] = edge.split(' ')
  return source! < to! && edges.has(`${to} ${source}`)
})

/** The length of the longest chain of imports; a cycle counts as one file. */
function levels(): number {
  const depths = new Map<string, number>()
  const depth = (file: string, path: Set<string>): number => {
    const found = depths.get(file)
    if (found !== undefined) return found
    if (path.has(file)) return 0
    path.add(file)
    const deepest = Math.max(0, ...imports.get(file)!.map((to) => depth(to, path)))
    path.delete(file)
    depths.set(file, deepest + 1)
    return deepest + 1
  }
  return Math.max(...server.map((file) => depth(file, new Set())))
}

/** The number of code files that contain a word in any case: about as many as another thing of its kind would touch. */
const naming = (word: string): number => code.filter((file) => read(file).toLowerCase().includes(word)).length

const partial = server.reduce((sum, file) => sum + (read(file).match(/\bPick<\w*(?:Deps|Ctx)\b/g)?.length ?? 0), 0)
const documents = tracked.filter((file) => /^docs\/.*\.md$/.test(file))
const kilobytes = (count: number): string => `${(count / 1000).toFixed(1)} kB`
const schemaFiles = tracked.filter((file) => /^server\/kernel\/db\/(schema|migrations)\/.*\.sql$/.test(file))

const rows: Array<[what: string, value: string | number, goal: string]> = [
  ['edges between contexts', edges.size, '45'],
  ['pairs of contexts that import each other', bothWays.length, '0'],
  ['layers of server/: kernel, contexts, assembly', layers.length + 2, '12'],
  ['longest chain of imports in server/', levels(), ''],
  ['files that name a reward (rakeback)', naming('rakeback'), '20'],
  ['files that name a limit kind (playTime)', naming('playtime'), '14'],
  ['files that name a refusal (realityCheckDue)', naming('realitycheckdue'), '12'],
  ['partial dependency types', partial, '60'],
  ['schema files', schemaFiles.length, '16'],
  ['tracked files', tracked.length, '3000'],
  ['README', kilobytes(bytes(['README.md'])), '7 kB'],
  ['docs', kilobytes(bytes(documents)), '350 kB'],
  ['decision records', documents.filter((file) => /^docs\/decisions\/\d/.test(file)).length, '60'],
]
console.log(`${'figure'.padEnd(46)}${'value'.padStart(10)}${'goal'.padStart(10)}`)
for (const [name, value, goal] of rows)
  console.log(`${name.padEnd(46)}${String(value).padStart(10)}${goal.padStart(10)}`)
