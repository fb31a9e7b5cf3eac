/**
 * `npm run evidence [-- id]`: the tests that show each clause, attack, fault, change, invariant, requirement and pair of
 * capabilities, or those of the given id or chapter; then what lacks a test. A test names the ids that it shows
 * in a comment directly above it: `// Shows: 2.1.8, attack 37, ASVS 1.2.1, pair deposit/kill`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const pages = ['docs/specification.md', 'docs/threats.md', 'docs/asvs.md']
const sources = '{contract,server,games,web,sandbox,studio-sdk,bench,scripts,tests}/**/*.{ts,tsx}'

type Row = { id: string; cells: string[] }
type Mention = { id: string; file: string; line: number; title: string }

/** Everything that has an id, in the order of the documents. `| deposit | … | bonus |` stands for `pair deposit/bonus`. */
export function listedRows(texts = pages.map((page) => readFileSync(join(root, page), 'utf8'))): Row[] {
  return texts.flatMap((text) =>
    tableRows(text).flatMap(([id, ...cells]) => {
      if (/^([a-z]+ |ASVS )?\d/.test(id!)) return [{ id: id!, cells }]
      return wordsOf(cells[1]!).map((other) => ({ id: `pair ${id}/${other}`, cells: [] }))
    }),
  )
}

/** Pairs of capabilities that docs/threats.md does not list: nothing needs to show them. */
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

/** Every id that a test names, and what is wrong with the comments. */
export function mentionedIds(): { mentions: Mention[]; misplaced: string[] } {
  const mentions: Mention[] = []
  const misplaced: string[] = []
  for (const file of globSync(sources, { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), 'utf8')
    if (text.includes('// Shows: ')) readComments(file, text.split('\n'), mentions, misplaced)
  }
  return { mentions, misplaced }
}

/** A skipped or planned test shows nothing. */
const declaration = /^\s*(?:test|longTest|it|longIt|describe|suite)\b(?!\.(?:skip|todo)\b)/

function readComments(file: string, lines: string[], mentions: Mention[], misplaced: string[]): void {
  for (const [index, text] of lines.entries()) {
    const [, ids] = /^\s*\/\/ Shows: (.+)$/.exec(text) ?? []
    if (!ids) continue
    const below = lines.findIndex((each, at) => at > index && !each.includes('// Shows: '))
    const test = lines[below] ?? ''
    if (!declaration.test(test)) misplaced.push(`${file}:${index + 1}: no test below ${text.trim()}`)
    const title = titleOf(lines.slice(below).join('\n'))
    for (const id of wordsOf(ids)) mentions.push({ id, file, line: below + 1, title })
  }
}

/** Of the call at the beginning of a text: its first argument, or that of the call of its result (`test.each(…)('…')`). */
function titleOf(call: string): string {
  const own = /^\s*[\w.]+\(\s*(['"`])(.+?)(?<!\\)\1/.exec(call) ?? /\)\(\s*(['"`])(.+?)(?<!\\)\1/.exec(call)
  return own?.[2] ?? ''
}

/** What fails the check: each line names an id and what is wrong with it. */
export function gaps(rows: Row[], mentions: Mention[]): string[] {
  const ids = rows.map(({ id }) => id)
  const known = new Set(ids)
  const shown = new Set(mentions.map(({ id }) => id))
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  return [
    ...twice.map((id) => `${id}: the id stands twice in the documents`),
    ...rows.filter((row) => !shown.has(row.id) && !isAnswered(row)).map(({ id }) => `${id}: no test shows it`),
    ...mentions.filter(({ id }) => !known.has(id)).map(({ id, file, line }) => `${id}: unknown id at ${file}:${line}`),
  ]
}

/** A requirement of ASVS is answered without a test by what its last column names, or by the reason why it does not apply. */
function isAnswered({ id, cells: [answer = '', reference = ''] }: Row): boolean {
  return id.startsWith('ASVS ') && (reference !== '' || /^Not applicable: \S/.test(answer))
}

/** The cells of every row below a heading; no cell contains a bar. */
function tableRows(text: string): string[][] {
  const rows = [...text.matchAll(/^\| (?!Id |Capability |---)(.+)\|$/gm)]
  return rows.map(([, row]) => row!.split('|').map((cell) => cell.trim()))
}

function wordsOf(list: string): string[] {
  return list.split(', ').filter(Boolean)
}

function print(wanted: string | undefined): void {
  const rows = listedRows()
  const { mentions, misplaced } = mentionedIds()
  for (const { id, cells } of rows.filter((row) => !wanted || isWithin(row.id, wanted))) {
    console.log([id, ...cells.slice(0, 1)].join('  '))
    for (const { file, line, title } of mentions.filter((each) => each.id === id))
      console.log(`    ${file}:${line}  ${title}`)
  }
  const wrong = [...misplaced, ...gaps(rows, mentions)]
  if (!wanted) {
    const pairs = unlistedPairs(rows)
    console.log(`\nPairs of capabilities without a test, because they need none (${pairs.length}):`)
    for (const [one, others] of Object.entries(Object.groupBy(pairs, (pair) => pair.split('/')[0]!)))
      console.log(`${one.slice('pair '.length)} × ${others!.map((pair) => pair.split('/')[1]).join(', ')}`)
  }
  console.log(`\n${rows.length} ids, ${mentions.length} mentions by tests, ${wrong.length} gaps`)
  for (const line of wrong) console.log(line)
  if (wrong.length > 0) process.exitCode = 1
}

/** `attack 1` is not `attack 12`; `2.1` contains `2.1.8`, and `pair deposit` contains `pair deposit/kill`. */
function isWithin(id: string, wanted: string): boolean {
  return id.startsWith(wanted) && !/^\w/.test(id.slice(wanted.length))
}

if (process.argv[1] === import.meta.filename) print(process.argv[2])
