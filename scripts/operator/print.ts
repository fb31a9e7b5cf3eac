/** What a person reads of an answer: lists as aligned tables, one object as names and values. */

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown): value is Json[] => Array.isArray(value) && value.length > 0 && value.every(isObject)

export function linesOf(answer: unknown): string[] {
  if (Array.isArray(answer)) return answer.length === 0 ? ['Nothing.'] : isRows(answer) ? table(answer) : [cell(answer)]
  if (!isObject(answer)) return [cell(answer)]
  const shown = Object.entries(answer).filter(([name]) => name !== 'next')
  if (shown.length === 0) return ['Done.']
  // The list of a page needs no heading.
  if (shown.length === 1 && Array.isArray(shown[0]![1])) return linesOf(shown[0]![1])
  const facts = shown.filter(([, value]) => !isRows(value)).flatMap(([name, value]) => flatten(name, value))
  const width = Math.max(0, ...facts.map(([name]) => name.length))
  return [
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd()),
    ...shown.flatMap(([name, value]) => (isRows(value) ? ['', `${name}:`, ...table(value)] : [])),
  ]
}

function table(rows: Json[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = [names, ...rows.map((row) => names.map((name) => cell(row[name])))]
  const widths = names.map((_name, index) => Math.max(...cells.map((row) => row[index]!.length)))
  return cells.map((row) =>
    row
      .map((each, index) => each.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  )
}

/** The facts of an object under dotted names. */
function flatten(name: string, value: unknown): [string, string][] {
  if (!isObject(value) || isMoney(value)) return [[printable(name), cell(value)]]
  return Object.entries(value).flatMap(([inner, each]) => flatten(`${name}.${inner}`, each))
}

const isMoney = (value: Json): boolean =>
  Object.keys(value).length === 2 && typeof value['amount'] === 'string' && typeof value['currency'] === 'string'

function cell(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value) && value.length === 0) return '–'
  if (Array.isArray(value)) return value.map((each) => (isObject(each) ? `(${cell(each)})` : cell(each))).join(', ')
  if (!isObject(value)) return printable(String(value))
  if (isMoney(value)) return printable(`${String(value['amount'])} ${String(value['currency'])}`)
  return Object.entries(value)
    .map(([name, each]) => `${printable(name)}: ${isObject(each) && !isMoney(each) ? `(${cell(each)})` : cell(each)}`)
    .join(', ')
}

/** Players choose some of the texts: none of them may command the terminal, or reorder what stands beside it. */
const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (character) =>
    character === '\n' ? ' ' : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
