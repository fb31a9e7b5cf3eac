/** A modifiable copy of the source, and the test results for it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import type { Edit } from './bugs.ts'
import { places } from './place.ts'
import type { Order, Outcome } from './resident-tests.ts'

export const root = join(import.meta.dirname, '..', '..')
const left = new Set(['node_modules', '.git', 'data', 'dist', '.cache'])

export type Copy = {
  /**
   * Resolves to the result of the tests (files or folders) with these edits applied; the edits are reverted. Files
   * that detected changes of the same source before run first, then faster files before slower ones.
   */
  judge(edits: Edit[], tests: string[]): Promise<Verdict>
  /** Ends everything that still runs there. */
  remove(): void
}
/** `by` is the first failed test. */
export type Verdict = { isCaught: boolean; by: string; ms: number }

/** Generous, because other processes may use the machine: a slow test must not count as a detection. */
const patienceMs = 300_000
/** Databases and connections left by a broken run would slow down the following ones. */
const maxRuns = 50

/**
 * For each source file the tests that detected a change in it, and how often; for each test file its duration in ms.
 */
const noticed = new Map<string, Map<string, number>>()
const takes = new Map<string, number>()

export function copySource(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-planted-'))
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // PostgreSQL runs as another user if this one is root, and needs access.
  chmodSync(folder, 0o711)
  let standing: ChildProcess | null = null
  let runs = 0
  /** Vitest, which stays alive, has compiled the previous bug. */
  let stale: string[] = []
  const end = (): void => {
    if (standing) kill(standing)
    standing = null
    rmSync(temporary(folder), { recursive: true, force: true })
  }
  return {
    async judge(edits, tests) {
      const startedAt = performance.now()
      const changed = [...new Set(edits.map(({ file }) => file))]
      const before = new Map(changed.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
      // The template database is created from the migrations when the first tests begin.
      const isOfDatabase = changed.some((file) => file.endsWith('.sql'))
      if (isOfDatabase || ++runs % maxRuns === 0) end()
      try {
        for (const edit of edits)
          writeFileSync(join(folder, edit.file), apply(readFileSync(join(folder, edit.file), 'utf8'), edit))
        if (standing?.exitCode !== null || standing.signalCode !== null) standing = await start(folder)
        const files = inOrder(testFiles(tests), changed)
        const outcome = await ask(standing, {
          tests: files.map((file) => join(folder, file)),
          changed: [...stale, ...changed].map((file) => join(folder, file)),
        })
        remember(folder, outcome, changed)
        return { isCaught: outcome.isCaught, by: outcome.by, ms: performance.now() - startedAt }
      } finally {
        for (const [file, text] of before) writeFileSync(join(folder, file), text)
        stale = changed
        if (isOfDatabase) end()
      }
    },
    remove() {
      end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function testFiles(paths: string[]): string[] {
  return [
    ...new Set(
      paths.flatMap((path) =>
        path.endsWith('.test.ts') ? [path] : globSync(join(path, '**', '*.test.ts'), { cwd: root }),
      ),
    ),
  ]
}

function inOrder(files: string[], changed: string[]): string[] {
  const kills = noticed.get(changed.join())
  return files.toSorted(
    (a, b) => (kills?.get(b) ?? 0) - (kills?.get(a) ?? 0) || (takes.get(a) ?? 0) - (takes.get(b) ?? 0),
  )
}

function remember(folder: string, { file, ms }: Outcome, changed: string[]): void {
  for (const [each, took] of Object.entries(ms)) takes.set(relative(folder, each), took)
  if (!file) return
  const kills = noticed.get(changed.join()) ?? new Map<string, number>()
  noticed.set(changed.join(), kills.set(relative(folder, file), (kills.get(relative(folder, file)) ?? 0) + 1))
}

/** Throws if the text is missing or ambiguous: a bug that is not planted would count as undetected. */
export function apply(text: string, { file, from, to }: Edit): string {
  const found = places(text, from)
  const [place] = found
  if (!place || found.length > 1) throw new Error(`${file} has ${found.length} places that read: ${from}`)
  return text.slice(0, place.start) + to + text.slice(place.end)
}

/** Where the tests of a copy put their databases: they are killed before they can clean up. */
const temporary = (folder: string): string => join(folder, '.temporary')

async function start(folder: string): Promise<ChildProcess> {
  mkdirSync(temporary(folder), { recursive: true, mode: 0o777 })
  chmodSync(temporary(folder), 0o777)
  const child = fork(join(folder, 'scripts', 'planted-bugs', 'resident-tests.ts'), {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: temporary(folder), MODEL_RUNS: '25', NO_COLOR: '1' },
    detached: true,
  })
  await once(child, 'message')
  return child
}

/** With all its child processes. */
function kill(standing: ChildProcess): void {
  if (standing.exitCode === null && standing.signalCode === null) process.kill(-standing.pid!, 'SIGKILL')
}

/** Also resolves if the bug ends the tests themselves or blocks them beyond the time limit: it is then detected. */
async function ask(standing: ChildProcess, order: Order): Promise<Outcome> {
  const lost = (by: string): Outcome => ({ isCaught: true, by, file: '', ms: {} })
  standing.send(order)
  return new Promise((resolve) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      kill(standing)
    }, patienceMs)
    // Only once it has ended: the next request must not reach the process that is being ended.
    const ended = (): void => {
      clearTimeout(timer)
      resolve(lost(isLate ? 'it hangs' : 'it does not start'))
    }
    standing.once('exit', ended)
    standing.once('message', (outcome: Outcome) => {
      clearTimeout(timer)
      standing.off('exit', ended)
      resolve(outcome)
    })
  })
}
