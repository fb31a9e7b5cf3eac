/** Checks the structure of the code: imports between folders, file names and a few conventions. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { layers } from '#server/layers.ts'
import { modules } from '#server/modules.ts'
import { migrationFiles, refuseSharedNumbers } from '#server/kernel/db/migrate.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const tops = [
  'contract',
  'server',
  'games',
  'web',
  'desk',
  'sandbox',
  'studio-sdk',
  'audit',
  'bench',
  'tests',
  'scripts',
]

/** Folder -> folders from which it can import. `contract` imports only zod. */
const allowed: Record<string, string[]> = {
  contract: [],
  games: ['contract'],
  server: ['contract', 'games', 'scripts', 'sandbox'],
  web: ['contract'],
  desk: ['contract', 'web'],
  sandbox: ['contract', 'studio-sdk'],
  // Outside studios are built with the SDK, so it must not depend on this site.
  'studio-sdk': [],
  audit: ['games'],
}
/** The page of a round recalculates the round with the maths that decided it */
const recalculation = { from: 'web/features/fairness/recalculate.ts', to: 'games/verifier/recompute.ts' }
/** The player's own audit runs the auditor's package. */
const ownAudit = { from: 'web/features/own-audit/audit-worker.ts', to: /^audit\/(own-file|records)\.ts$/ }
type Import = { file: string; specifier: string; isTypeOnly: boolean }
const files = tops.flatMap((top) => list(join(root, top)))
const imports = files.filter((file) => /\.tsx?$/.test(file)).flatMap(importsOf)

function list(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, 'utf8')
  const pattern = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g
  return [...source.matchAll(pattern)].map((match) => ({
    file: relative(root, file),
    specifier: match[2] ?? match[3]!,
    isTypeOnly: Boolean(match[1]),
  }))
}

/** Shared tests of adapters count as tests. */
const isTest = (file: string): boolean => /\.test\.tsx?$|conformance\.ts$/.test(file)

function topOf(file: string): string {
  return file.split(sep)[0]!
}

/** The repository path of an import, or null for a package. */
function target({ file, specifier }: Import): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1).split('?')[0]!
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier.split('?')[0]!))
  return null
}

test('an effect has a body of statements or returns its cleanup, because React calls any other return value', () => {
  const broken = files
    .filter((file) => /\.tsx?$/.test(file) && /^(web|games)$/.test(topOf(relative(root, file))))
    .flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /use(?:Layout|Insertion)?Effect\(\s*(?:async\b|\(\) =>(?!\s*(?:\{|\(\) =>))).*/g,
        ),
      ].map(([line]) => `${relative(root, file)}: ${line}`),
    )
  expect(broken).toEqual([])
})

test('folders import only from the folders below them', () => {
  const broken = imports.filter((entry) => {
    const from = topOf(entry.file)
    const to = target(entry)
    if (!to || !(from in allowed) || /\.test\.tsx?$/.test(entry.file) || entry.isTypeOnly) return false
    if (entry.file === recalculation.from && to === recalculation.to) return false
    if (entry.file === ownAudit.from && ownAudit.to.test(to)) return false
    const top = topOf(to)
    return top !== from && tops.includes(top) && !allowed[from]!.includes(top)
  })
  expect(broken).toEqual([])
})

/** A studio of another company only has the SDK. */
// Shows: 11.43
test('the sandbox studio imports only the SDK, and the SDK only Node', () => {
  const foreign = imports.filter((entry) => {
    if (entry.file.endsWith('.test.ts')) return false
    const own = /^(sandbox\/studio|studio-sdk)\//.exec(entry.file)?.[1]
    if (own === undefined || entry.specifier.startsWith('node:')) return false
    const to = target(entry)
    return !(to?.startsWith(`${own}/`) || (own === 'sandbox/studio' && to?.startsWith('studio-sdk/')))
  })
  expect(imports.some(({ file }) => file.startsWith('sandbox/studio/'))).toBe(true)
  expect(foreign).toEqual([])
})

/** An auditor does not trust the server, so its code is no part of the audit, and neither is the studio's. */
test("the audit imports only the games' maths with what selects it, hash functions and Node", () => {
  const own = imports.filter(({ file }) => file.startsWith('audit/') && !file.includes('.test.'))
  const mayImport = /^(audit\/|games\/(load-maths\.ts|figures\.json)$)/
  const foreign = own.filter((entry) => {
    const to = target(entry)
    if (entry.isTypeOnly && to === 'games/maths.ts') return false
    return to === null ? !/^(node:|@noble\/(hashes|curves)\/)/.test(entry.specifier) : !mayImport.test(to)
  })
  expect(own.length).toBeGreaterThan(20)
  expect(foreign).toEqual([])
})

test('imports across top folders use the # name', () => {
  const broken = imports.filter((entry) => {
    const to = target(entry)
    return to !== null && entry.specifier.startsWith('.') && tops.includes(topOf(to)) && topOf(to) !== topOf(entry.file)
  })
  expect(broken).toEqual([])
})

/** Packages for checksums of addresses and IBANs, for digests on pages without WebCrypto, and for beacons. */
const checksums = /^(ibantools|@scure\/base|@noble\/hashes\/.*)$/
const curves = /^@noble\/(curves|hashes)\/.*$/

test('the contract imports only zod, the checksum packages in its fields and digests, and curves for beacons', () => {
  const foreign = imports.filter(
    (entry) =>
      topOf(entry.file) === 'contract' &&
      !entry.file.includes('.test.') &&
      target(entry) === null &&
      entry.specifier !== 'zod' &&
      !(/^contract\/(fields\/|provide-digests\.ts)/.test(entry.file) && checksums.test(entry.specifier)) &&
      !(/^contract\/(check-beacon|beacon-hash)\.ts/.test(entry.file) && curves.test(entry.specifier)),
  )
  expect(foreign).toEqual([])
})

test('the browser never loads zod', () => {
  const foreign = imports.filter(
    (entry) =>
      topOf(entry.file) === 'web' &&
      !entry.isTypeOnly &&
      !entry.file.includes('.test.') &&
      (entry.specifier === 'zod' ||
        (entry.specifier.startsWith('#contract/') &&
          !entry.specifier.startsWith('#contract/fields/') &&
          usesZod(entry.specifier.slice(1)))),
  )
  expect(foreign).toEqual([])
})

function usesZod(file: string): boolean {
  return /from 'zod'/.test(readFileSync(join(root, file), 'utf8').replaceAll(/import type [^\n]+/g, ''))
}

test('an internal folder is private to the folder around it', () => {
  const broken = imports.filter((entry) => {
    const owner = target(entry)?.match(/^(server\/.+)\/internal\//)?.[1]
    return owner !== undefined && !entry.file.startsWith(`${owner}/`)
  })
  expect(broken).toEqual([])
})

const contextOf = (file: string) => file.match(/^server\/([^/]+)\//)?.[1]
const rowOf = (context: string) => layers.findIndex(({ contexts }) => contexts.includes(context))

test('a context imports only contexts below it, and the kernel none', () => {
  const broken = imports.filter((entry) => {
    const to = target(entry)
    const [from, into] = [contextOf(entry.file), to ? contextOf(to) : undefined]
    if (!from || !into || from === into || into === 'kernel' || isTest(entry.file)) return false
    // server/http assembles the product, as the files beside the contexts do.
    if (from === 'http') return false
    // Type imports do not count, because they bind nothing at run time; the kernel's context names the ledger and the
    // partners.
    if (entry.isTypeOnly) return false
    return !(rowOf(into) < rowOf(from) || layers[rowOf(from)]?.within?.[from]?.includes(into))
  })
  expect(broken).toEqual([])
})

test('the rest of the server imports a context only by its index.ts', () => {
  const broken = imports.filter((entry) => {
    const to = target(entry)
    const [from, into] = [contextOf(entry.file), to ? contextOf(to) : undefined]
    // Partners are adapters, each with its own port, settings and choice.
    if (!into || from === into || rowOf(into) === -1 || into === 'partners') return false
    if (!entry.file.startsWith('server/') || isTest(entry.file)) return false
    return to !== `server/${into}/index.ts` && !(entry.file === 'server/modules.ts' && to!.endsWith('/module.ts'))
  })
  expect(broken).toEqual([])
})

test('every folder of the server is a context with a place, the kernel, or http', () => {
  const folders = readdirSync(join(root, 'server'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const folderNames = [...layers.flatMap(({ contexts }) => contexts), 'kernel', 'http']
  expect(folders.map(({ name }) => name).toSorted()).toEqual(folderNames.toSorted())
})

test('every module.ts is listed once, in server/modules.ts', () => {
  const declared = files.map((file) => relative(root, file)).filter((file) => /^server\/.*\/module\.ts$/.test(file))
  const typeOfModules = 'server/kernel/module.ts'
  const listed = imports.filter(({ file }) => file === 'server/modules.ts').map(target)
  expect(listed.filter((to) => to?.endsWith('/module.ts') && to !== typeOfModules).toSorted()).toEqual(
    declared.filter((file) => file !== typeOfModules).toSorted(),
  )
  expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length)
})

/**
 * Files whose refusals count an attempt in their transaction, or are stored to be repeated. Every other refusal rolls
 * back.
 */
const countingRefusals = ['server/profile/social/internal/admit.ts', 'server/sports/internal/calls.ts']

test('verbs open transactions only by `db.transaction`, where refusals roll back', () => {
  const sources = files
    .map((file) => ({ name: relative(root, file), file }))
    .filter(({ name }) => /^(server|games\/studio)\/.*\.ts$/.test(name) && !name.includes('.test.'))
    // Consumers of facts have their own connections and no refusals.
    .filter(({ name }) => !name.startsWith('server/kernel/db/') && name !== 'server/kernel/facts/run-consumers.ts')
    .map(({ name, file }) => ({ name, text: readFileSync(file, 'utf8') }))
  const own = sources.filter(({ text }) =>
    /\.transaction\(\)|startTransaction\(|['"`]\s*(BEGIN|START TRANSACTION)\b/.test(text),
  )
  expect(own.map(({ name }) => name)).toEqual([])
  const counting = sources.filter(({ text }) => text.includes('commitRefusal('))
  expect(counting.map(({ name }) => name).toSorted()).toEqual(countingRefusals)
})

// Shows: ASVS 15.3.5
test('server code uses named statuses and types: no bare number is compared or written', () => {
  const bare =
    /\b(status|type|result|definition)\)?\s*(===|!==|<=|>=)\s*[1-9]\b|'([\w.]*\.)?(status|type|result|definition)', '(=|<>|in|not in)', \[?[1-9]\b|\b(status|result|definition): [1-9]\b/
  expect(linesWith(bare, /^server\/(?!kernel\/db\/)/)).toEqual([])
})

test('HTTP statuses are named: outside the contract no bare number is compared or sent', () => {
  const bare =
    /\b(status|statusCode|responseCode)\b[^=<>:;,]{0,8}(===|!==|<=|>=|<|>|=|\?\?) ?[1-5]\d\d\b|\b(status|statusCode): [1-5]\d\d\b|(\.(code|writeHead)|\b(answer|json|ApiError))\([^(),']*\b[1-5]\d\d\b|^[1-5]\d\d: '|^(?!everyMs|duration)\w+: [45]\d\d,$/
  expect(linesWith(bare, /^(server|web|sandbox|games\/(studio|client))\//)).toEqual([])
})

/** Lines of code outside tests, in the files whose path matches. */
function linesWith(pattern: RegExp, paths: RegExp): Array<{ at: string; line: string }> {
  return files
    .map((file) => ({ file, path: relative(root, file) }))
    .filter(({ path }) => paths.test(path) && /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap(({ file, path }) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((line, index) => ({ at: `${path}:${index + 1}`, line: line.trim() }))
        .filter(({ line }) => pattern.test(line) && !/^(\*|\/[/*])/.test(line)),
    )
}

test('no folder has a meaningless name', () => {
  const empty = files.filter((file) => /[\\/](utils|helpers|common|misc|lib|types)[\\/]/.test(file))
  expect(empty.map((file) => relative(root, file))).toEqual([])
})

test('styles use tokens: no raw colour, no raw z-index, no !important', () => {
  const styles = files.filter(
    (file) =>
      file.endsWith('.css') && topOf(relative(root, file)) === 'web' && !/design[\\/](tokens|themes?)/.test(file),
  )
  const broken = styles.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, index) => ({ at: `${relative(root, file)}:${index + 1}`, line: line.trim() }))
      .filter(
        ({ line }) =>
          /#[0-9a-f]{3,8}\b(?!-)|\b(rgb|hsl|oklch|oklab)a?\(\s*[\d.]/i.test(line) ||
          /z-index:\s*-?\d/.test(line) ||
          /!important/.test(line),
      ),
  )
  expect(broken).toEqual([])
})

test('storage, random ids, digests and the clipboard are each used in one place, because some browsers lack them or throw', () => {
  const inBrowser = files.filter((file) =>
    /^(web|games[\\/]client|sandbox[\\/]sportsbook[\\/]client)[\\/].*(?<!\.test)\.tsx?$/.test(relative(root, file)),
  )
  const naming = (pattern: RegExp) =>
    inBrowser
      .filter((file) => pattern.test(readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')))
      .map((file) => relative(root, file).replaceAll('\\', '/'))
      .toSorted()
  // The sportsbook's client belongs to another party, and guards its one use itself.
  expect(naming(/\b(local|session)Storage\b/)).toEqual(['sandbox/sportsbook/client/memory.ts', 'web/device/storage.ts'])
  expect(naming(/randomUUID/)).toEqual([])
  // Only the checks of reports and statements use signatures, which a page over plain http cannot verify, and say so.
  expect(naming(/crypto\??\.subtle/)).toEqual([
    'web/features/liabilities/check-report.ts',
    'web/features/statements/check-statement.ts',
  ])
  expect(naming(/navigator\.(clipboard|share)/)).toEqual([
    'sandbox/sportsbook/client/bets-page.ts',
    'web/features/payments/copy-button.tsx',
  ])
})

test('global styles use :has only with a child or sibling, not a descendant of the whole page', () => {
  // A phone would search for a descendant again with every change of the page.
  const broken = files
    .filter((file) => file.endsWith('.css') && topOf(relative(root, file)) === 'web')
    .filter((file) => /(:root|html|body):has\((?!\s*>)/.test(readFileSync(file, 'utf8')))
  expect(broken.map((file) => relative(root, file))).toEqual([])
})

test('lines of database functions are not wider than 120 characters; the formatter does not format SQL', () => {
  const folder = join(root, 'server/kernel/db/functions')
  const wide = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.length > 120 ? [`${file}:${index + 1}`] : [])),
  )
  expect(wide).toEqual([])
})

test('what runs in production imports no package that only development installs', () => {
  const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, object>
  const installed = new Set(Object.keys({ ...packages['dependencies'], ...packages['optionalDependencies'] }))
  const importsByFile = Map.groupBy(imports, ({ file }) => file)
  const reached = new Set([
    'server/main.ts',
    'scripts/operator.ts',
    'scripts/operator/database.ts',
    'web/entry-server.tsx',
  ])
  const missing: string[] = []
  for (const file of reached) {
    const workers = readFileSync(join(root, file), 'utf8').matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)
    for (const [, worker] of workers) reached.add(relative(root, resolve(root, dirname(file), worker!)))
    for (const entry of importsByFile.get(file) ?? []) {
      const to = target(entry)
      // Only `npm run build` loads this file.
      if (entry.isTypeOnly || entry.specifier.startsWith('node:') || to === 'scripts/player-api/build-client.ts')
        continue
      if (to && /\.tsx?$/.test(to)) reached.add(to)
      else if (!to && !installed.has(/^(@[^/]+\/)?[^/]+/.exec(entry.specifier)![0])) missing.push(entry.specifier)
    }
  }
  expect(reached.size).toBeGreaterThan(1000)
  expect(missing).toEqual([])
})

test('no two migrations share a number', () => {
  refuseSharedNumbers(migrationFiles())
})

test('docs/map.md names every folder of the first two levels', () => {
  const map = readFileSync(join(root, 'docs/map.md'), 'utf8')
  const inside = ['contract', 'server', 'web', 'sandbox', 'tests', 'scripts']
  const folders = new Set(
    files.flatMap((file) => {
      const [top, second, third] = relative(root, file).split(sep)
      return third && inside.includes(top!) ? [`${top}/`, `${top}/${second}/`] : [`${top}/`]
    }),
  )
  expect(folders.size).toBeGreaterThan(40)
  expect([...folders].filter((folder) => !map.includes(folder) && !folder.includes('.'))).toEqual([])
})

test('site and games use no serif fonts', () => {
  const broken = files
    .filter((file) => /^(web|games)\/.*\.(css|tsx?)$/.test(relative(root, file)) && !/\.test\./.test(file))
    .filter((file) => /(?<!sans-)\bserif\b|Georgia|Palatino|Times New Roman|Iowan/.test(readFileSync(file, 'utf8')))
  expect(broken.map((file) => relative(root, file))).toEqual([])
})
