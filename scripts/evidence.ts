/**
 * `npm run evidence [-- id]` prints the tests that show each clause, attack, fault, change, invariant, requirement and
 * pair of capabilities, or those of the given id or chapter, and then whatever lacks a test. A test names the ids that
 * it shows in a comment directly above it: `// Shows: 2.1.8, attack 37, ASVS 1.2.1, pair deposit/kill`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const pages = ['docs/specification.md', 'docs/threats.md', 'docs/asvs.md']
const sources = '{contract,server,games,web,sandbox,studio-sdk,bench,scripts,tests}/**/*.{ts,tsx}'

type Row = { id: string; cells: string[] }
type Mention = { id: string; file: string; line: number; title: string }

/**
 * Everything that has an id, in the order of the documents. `| 17.1.1, 17.2.1–4 | …` stands for five rows, and
 * `| deposit | … | bonus |` for `pair deposit/bonus`.
 */
export function listedRows(texts = pages.map((page) => readFileSync(join(root, page), 'utf8'))): Row[] {
  return texts.flatMap((text) =>
    tableRows(text).flatMap(([id, ...cells], index, all) => {
      if (/\d/.test(id!)) return idsOf(id!).map((each) => ({ id: each, cells }))
      const later = all.slice(index + 1).flatMap(([name]) => (/\d/.test(name!) ? [] : [name!]))
      return pairedWith(cells[1]!, later).map((other) => ({ id: `pair ${id}/${other}`, cells: [] }))
    }),
  )
}

/** `all but bonus, kill` names every later capability except these two. */
function pairedWith(cell: string, later: string[]): string[] {
  if (!/^all\b/.test(cell)) return splitList(cell)
  const others = splitList(cell.replace(/^all( but )?/, ''))
  const unknown = others.filter((other) => !later.includes(other))
  if (unknown.length > 0) throw new Error(`docs/threats.md: no later capability is named ${unknown.join(', ')}`)
  return later.filter((name) => !others.includes(name))
}

function idsOf(cell: string): string[] {
  const [, kind = '', numbers = ''] = /^(\D*)(.+)$/.exec(cell) ?? []
  return splitList(numbers).flatMap((number) => {
    const [, before = '', first, last] = /^(.*\.)(\d+)–(\d+)$/.exec(number) ?? []
    if (!last) return [`${kind}${number}`]
    const count = Number(last) - Number(first) + 1
    return Array.from({ length: count }, (_, index) => `${kind}${before}${Number(first) + index}`)
  })
}

/** The pairs of capabilities that docs/threats.md does not list, which need no test. */
export function unlistedPairs(rows: Row[]): string[] {
  const listed = new Set(rows.map(({ id }) => id))
  const names = tableRows(readFileSync(join(root, 'docs/threats.md'), 'utf8'))
    .map(([id]) => id!)
    .filter((id) => !/\d$/.test(id))
  return names.flatMap((name, index) =>
    names
      .slice(index + 1)
      .map((other) => `pair ${name}/${other}`)
      .filter((pair) => !listed.has(pair)),
  )
}

/** Every id that a test names, and the comments that are not directly above a test. */
export function mentionedIds(): { mentions: Mention[]; misplaced: string[] } {
  const mentions: Mention[] = []
  const misplaced: string[] = []
  for (const file of globSync(sources, { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), 'utf8')
    if (text.includes('// Shows: ')) readComments(file, text.split('\n'), mentions, misplaced)
  }
  return { mentions, misplaced }
}

/** Matches a test that runs; a skipped or planned one shows nothing. */
const declaration = /^\s*(?:test|longTest|it|longIt|describe|suite)\b(?!\.(?:skip|todo)\b)/

function readComments(file: string, lines: string[], mentions: Mention[], misplaced: string[]): void {
  for (const [index, text] of lines.entries()) {
    const [, ids] = /^\s*\/\/ Shows: (.+)$/.exec(text) ?? []
    if (!ids) continue
    const below = lines.findIndex((each, at) => at > index && !each.includes('// Shows: '))
    const test = lines[below] ?? ''
    if (!declaration.test(test)) misplaced.push(`${file}:${index + 1}: no test below ${text.trim()}`)
    const title = titleOf(lines.slice(below).join('\n'))
    for (const id of splitList(ids)) mentions.push({ id, file, line: below + 1, title })
  }
}

/**
 * The title of the test that a text begins with: the first argument of the call, or of the call of its result
 * (`test.each(…)('…')`).
 */
function titleOf(call: string): string {
  const title = /^\s*[\w.]+\(\s*(['"`])(.+?)(?<!\\)\1/.exec(call) ?? /\)\(\s*(['"`])(.+?)(?<!\\)\1/.exec(call)
  return title?.[2] ?? ''
}

/** What fails the check: each line names an id and its fault. */
export function gaps(rows: Row[], mentions: Mention[]): string[] {
  const ids = rows.map(({ id }) => id)
  const knownIds = new Set(ids)
  const shown = new Set(mentions.map(({ id }) => id))
  const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index)
  return [
    ...duplicates.map((id) => `${id}: the id occurs twice in the documents`),
    ...rows.filter((row) => !shown.has(row.id) && !isAnswered(row)).map(({ id }) => `${id}: no test shows it`),
    ...mentions
      .filter(({ id }) => !knownIds.has(id))
      .map(({ id, file, line }) => `${id}: unknown id at ${file}:${line}`),
  ]
}

/** A requirement of ASVS needs no test if its last column names what meets it, or if it does not apply and says why. */
function isAnswered({ id, cells: [answer = '', reference = ''] }: Row): boolean {
  return id.startsWith('ASVS ') && (reference !== '' || /^Not applicable: \S/.test(answer))
}

/**
 * The cells of every row below a heading; no cell contains a bar. A heading of the first column other than `Id` and
 * `Capability` is the kind of the numbers below it: `| Attack |` and `| 12 |` are `attack 12`.
 */
function tableRows(text: string): string[][] {
  let kind = ''
  return [...text.matchAll(/^\| (?!---)(.+)\|(\n\| ---)?/gm)].flatMap(([, row, rule]) => {
    const [id, ...cells] = row!.split('|').map((cell) => cell.trim())
    if (!rule) return [[`${kind}${id}`, ...cells]]
    kind = ['Id', 'Capability'].includes(id!) ? '' : `${id === 'ASVS' ? id : id!.toLowerCase()} `
    return []
  })
}

function splitList(list: string): string[] {
  return list.split(', ').filter(Boolean)
}

function print(filter: string | undefined): void {
  const rows = listedRows()
  const { mentions, misplaced } = mentionedIds()
  for (const { id, cells } of rows.filter((row) => !filter || isWithin(row.id, filter))) {
    console.log([id, ...cells.slice(0, 1)].join('  '))
    for (const { file, line, title } of mentions.filter((each) => each.id === id))
      console.log(`    ${file}:${line}  ${title}`)
  }
  const faults = [...misplaced, ...gaps(rows, mentions)]
  if (!filter) {
    const pairs = unlistedPairs(rows)
    console.log(`\nPairs of capabilities without a test, because they need none (${pairs.length}):`)
    for (const [one, others] of Object.entries(Object.groupBy(pairs, (pair) => pair.split('/')[0]!)))
      console.log(`${one.slice('pair '.length)} × ${others!.map((pair) => pair.split('/')[1]).join(', ')}`)
  }
  console.log(`\n${rows.length} ids, ${mentions.length} mentions by tests, ${faults.length} gaps`)
  for (const line of faults) console.log(line)
  if (faults.length > 0) process.exitCode = 1
}

/** `attack 1` is not `attack 12`; `2.1` contains `2.1.8`, and `pair deposit` contains `pair deposit/kill`. */
function isWithin(id: string, filter: string): boolean {
  return id.startsWith(filter) && !/^\w/.test(id.slice(filter.length))
}

if (process.argv[1] === import.meta.filename) print(process.argv[2])
