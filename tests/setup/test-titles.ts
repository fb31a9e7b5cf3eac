/** The titles of the tests in a file, read from its syntax tree: for documents that name tests. */
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** What is read of a node: of a call, a string or a template. */
type Node = {
  type: string
  name?: string
  value?: unknown
  callee?: Node
  object?: Node
  property?: Node
  tag?: Node
  arguments?: Node[]
  expressions?: Node[]
  quasis?: Array<{ value: { cooked: string } }>
}

const tests = new Set(['test', 'longTest', 'it', 'longIt'])
const groups = new Set(['describe', 'suite'])

/**
 * Every test with the groups around it, outermost first, as written: `%s` and `$name` stay, an expression in a template
 * is `${…}`. Skipped tests and those that are only planned are left out, and so are tests that a function declares
 * under a name it is given.
 */
export function testTitles(file: string, source = readFileSync(file, 'utf8')): string[][] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const found: string[][] = []
  visit(program, [], found)
  return found
}

/** Whether a test is cited by the beginning of its own title, or of a group's title and what follows it. */
export function isCited(citation: string, path: string[]): boolean {
  return path.some((_, index) => path.slice(index).join(' › ').startsWith(citation))
}

function visit(value: unknown, around: string[], found: string[][]): void {
  if (typeof value !== 'object' || value === null) return
  const call = declared(value as Node)
  if (call === 'skipped') return
  if (call?.kind === 'test') found.push([...around, call.title])
  const inside = call?.kind === 'group' ? [...around, call.title] : around
  for (const child of Object.values(value)) visit(child, inside, found)
}

function declared(node: Node): { kind: 'test' | 'group'; title: string } | 'skipped' | null {
  if (node.type !== 'CallExpression') return null
  const { root, modifiers } = chainOf(node.callee!)
  const kind = tests.has(root) ? 'test' : groups.has(root) ? 'group' : null
  if (!kind) return null
  if (modifiers.some((name) => name === 'skip' || name === 'todo')) return 'skipped'
  const title = node.arguments?.[0] && textOf(node.arguments[0])
  return title === undefined ? null : { kind, title }
}

/** `test.each(rows)` and `describe.skipIf(x)` lead to their root by members, calls and tagged templates. */
function chainOf(node: Node, modifiers: string[] = []): { root: string; modifiers: string[] } {
  if (node.type === 'Identifier') return { root: node.name!, modifiers }
  if (node.type === 'MemberExpression') return chainOf(node.object!, [...modifiers, node.property?.name ?? ''])
  if (node.type === 'CallExpression') return chainOf(node.callee!, modifiers)
  if (node.type === 'TaggedTemplateExpression') return chainOf(node.tag!, modifiers)
  return { root: '', modifiers }
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return node.quasis!.map(({ value }) => value.cooked).join('${…}')
  return undefined
}
