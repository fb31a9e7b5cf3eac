/**
 * Follows the guides in docs/guides/ literally. Each code block of a guide is one step, which the sentence above it
 * names; a block with any other sentence is an error, so that a guide has no code that nobody runs:
 *
 * - Create `path/of/file.ts`:
 * - In `path/of/file.ts`, below `a whole line`, add: (or `above`; the line stands once in the file)
 * - In `path/of/file.ts`, replace `a whole line` with:
 * - Run: (one command of the shell a line, in the project's folder)
 * - Set: (one `NAME=value` a line: settings with which the product is started)
 *
 * `<locale>` in a path stands for every locale that has the file.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Site } from './site.ts'

export type Step = { line: number; text: string } & (
  | { kind: 'create'; file: string }
  | { kind: 'above' | 'below' | 'replace'; file: string; anchor: string }
  | { kind: 'run' }
  | { kind: 'set' }
)
/** The product as the guides have changed it, started with the settings that they set. */
export type GuidedSite = Site & { folder: string; env: Record<string, string> }

const root = join(import.meta.dirname, '../..')
const guideFolder = join(root, 'docs/guides')

/** The names of all guides, such as `page`. */
export function guideNames(): string[] {
  return globSync('*.md', { cwd: guideFolder })
    .map((file) => file.replace(/\.md$/, ''))
    .sort()
}

export function readGuide(name: string): string {
  return readFileSync(join(guideFolder, `${name}.md`), 'utf8')
}

/** `path` is named in errors, such as that of a code block that is no step. */
export function stepsOf(guide: string, path: string): Step[] {
  const lines = guide.split('\n')
  const steps: Step[] = []
  for (let at = 0; at < lines.length; at++) {
    const fence = /^\s*(`{3,})/.exec(lines[at]!)?.[1]
    if (!fence) continue
    const end = lines.findIndex((line, index) => index > at && line === fence)
    if (end === -1) throw new Error(`${path}:${at + 1}: this code block does not end with an unindented ${fence}`)
    const sentence = lines.slice(0, at).findLast((line) => line.trim() !== '') ?? ''
    const text = `${lines.slice(at + 1, end).join('\n')}\n`
    steps.push({ line: at + 1, text, ...stepFrom(sentence, `${path}:${at + 1}`) })
    at = end
  }
  return steps
}

type StepKind = Step extends infer S ? (S extends Step ? Omit<S, 'line' | 'text'> : never) : never

function stepFrom(sentence: string, place: string): StepKind {
  const create = /\bCreate `([^`]+)`[^`:]*:$/.exec(sentence)
  if (create) return { kind: 'create', file: create[1]! }
  const insert = /\bIn (?:each )?`([^`]+)`, (above|below) `([^`]+)`, add:$/.exec(sentence)
  if (insert) return { kind: insert[2] as 'above' | 'below', file: insert[1]!, anchor: insert[3]! }
  const replace = /\bIn (?:each )?`([^`]+)`, replace `([^`]+)` with:$/.exec(sentence)
  if (replace) return { kind: 'replace', file: replace[1]!, anchor: replace[2]! }
  if (/\bRun:$/.test(sentence)) return { kind: 'run' }
  if (/\bSet:$/.test(sentence)) return { kind: 'set' }
  throw new Error(`${place}: the sentence above this code block is no step of a guide: "${sentence}"`)
}

/** Applies the steps of a guide to a copy of the project; returns its settings. */
export function followGuide(name: string, folder: string): Record<string, string> {
  const env: Record<string, string> = {}
  const path = `docs/guides/${name}.md`
  for (const step of stepsOf(readGuide(name), path)) {
    try {
      if (step.kind === 'run') run(step.text, folder)
      else if (step.kind === 'set') Object.assign(env, settingsIn(step.text))
      else for (const file of filesOf(step.file, folder)) change(step, join(folder, file))
    } catch (error) {
      throw new Error(`${path}:${step.line}: ${(error as Error).message}`, { cause: error })
    }
  }
  return env
}

function filesOf(file: string, folder: string): string[] {
  if (!file.includes('<locale>')) return [file]
  const files = globSync(file.replaceAll('<locale>', '*'), { cwd: folder })
  if (files.length === 0) throw new Error(`no locale has ${file}`)
  return files
}

function change(step: Exclude<Step, { kind: 'run' | 'set' }>, path: string): void {
  if (step.kind === 'create') {
    if (existsSync(path)) throw new Error(`${step.file} exists already`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, step.text)
    return
  }
  const lines = readFileSync(path, 'utf8').split('\n')
  const [at, ...others] = lines.flatMap((line, index) => (line.trim() === step.anchor.trim() ? [index] : []))
  if (at === undefined || others.length > 0)
    throw new Error(`"${step.anchor}" stands ${at === undefined ? 'nowhere' : 'more than once'} in ${step.file}`)
  const added = step.text.replace(/\n$/, '').split('\n')
  lines.splice(step.kind === 'below' ? at + 1 : at, step.kind === 'replace' ? 1 : 0, ...added)
  writeFileSync(path, lines.join('\n'))
}

function run(commands: string, folder: string): void {
  for (const command of commands.trim().split('\n'))
    execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'pipe', env: { ...process.env, VITEST: '' } })
}

function settingsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? []
        if (!name) throw new Error(`"${line}" is no setting`)
        return [name, value!.replace(/^'(.*)'$/, '$1')]
      }),
  )
}
