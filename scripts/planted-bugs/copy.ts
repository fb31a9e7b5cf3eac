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
const excluded = new Set(['node_modules', '.git', 'data', 'dist', '.cache'])

export type Copy = {
  /**
   * Runs the tests (files or folders) with these edits applied, resolves to their result and reverts the edits. Test
   * files that detected earlier changes of the same source run first, then faster files before slower ones.
   */
  judge(edits: Edit[], tests: string[]): Promise<Verdict>
  /** Ends all processes of the copy and deletes it. */
  remove(): void
}
/** `by` is the first failed test. */
export type Verdict = { isCaught: boolean; by: string; ms: number }

/** The limit is generous, because other processes may use the machine and a slow test must not count as a detection. */
const timeoutMs = 300_000
/** Databases and connections left by a broken run would slow down the following ones. */
const maxRuns = 50

/**
 * For each changed source file, the tests that detected the change and how often; for each test file, its duration in
 * ms.
 */
const detections = new Map<string, Map<string, number>>()
const durations = new Map<string, number>()

export function copySource(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-planted-'))
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !excluded.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // PostgreSQL runs as another user if this one is root, and needs access.
  chmodSync(folder, 0o711)
  let runner: ChildProcess | null = null
  let runs = 0
  /** The files of the previous bug: the resident Vitest has compiled them and must reload them. */
  let stale: string[] = []
  const end = (): void => {
    if (runner) kill(runner)
    runner = null
    rmSync(temporary(folder), { recursive: true, force: true })
  }
  return {
    async judge(edits, tests) {
      // Vitest would run every test.
      if (tests.length === 0) return { isCaught: false, by: 'no fast test imports it', ms: 0 }
      const startedAt = performance.now()
      const changed = [...new Set(edits.map(({ file }) => file))]
      const before = new Map(changed.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
      // Tests create the template database from the SQL files when they begin, so the runner must start again.
      const isSqlChanged = changed.some((file) => file.endsWith('.sql'))
      if (isSqlChanged || ++runs % maxRuns === 0) end()
      try {
        for (const edit of edits)
          writeFileSync(join(folder, edit.file), apply(readFileSync(join(folder, edit.file), 'utf8'), edit))
        if (runner?.exitCode !== null || runner.signalCode !== null) runner = await start(folder)
        const files = sortTests(testFiles(tests), changed)
        const outcome = await runTests(runner, {
          tests: files.map((file) => join(folder, file)),
          changed: [...stale, ...changed].map((file) => join(folder, file)),
        })
        recordOutcome(folder, outcome, changed)
        return { isCaught: outcome.isCaught, by: outcome.by, ms: performance.now() - startedAt }
      } finally {
        for (const [file, text] of before) writeFileSync(join(folder, file), text)
        stale = changed
        if (isSqlChanged) end()
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
        /\.test\.tsx?$/.test(path) ? [path] : globSync(join(path, '**', '*.test.{ts,tsx}'), { cwd: root }),
      ),
    ),
  ]
}

function sortTests(files: string[], changed: string[]): string[] {
  const counts = detections.get(changed.join())
  return files.toSorted(
    (a, b) => (counts?.get(b) ?? 0) - (counts?.get(a) ?? 0) || (durations.get(a) ?? 0) - (durations.get(b) ?? 0),
  )
}

function recordOutcome(folder: string, { file, ms }: Outcome, changed: string[]): void {
  for (const [each, took] of Object.entries(ms)) durations.set(relative(folder, each), took)
  if (!file) return
  const counts = detections.get(changed.join()) ?? new Map<string, number>()
  detections.set(changed.join(), counts.set(relative(folder, file), (counts.get(relative(folder, file)) ?? 0) + 1))
}

/** Throws if the text is missing or ambiguous, because a bug that is not planted would count as undetected. */
export function apply(text: string, { file, from, to }: Edit): string {
  const found = places(text, from)
  const [place] = found
  if (!place || found.length > 1) throw new Error(`${file} has ${found.length} places that read: ${from}`)
  return text.slice(0, place.start) + to + text.slice(place.end)
}

/** The folder for the databases of a copy's tests, which are killed before they can clean up. */
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

/** Kills the runner with all its child processes. */
function kill(runner: ChildProcess): void {
  if (runner.exitCode === null && runner.signalCode === null) process.kill(-runner.pid!, 'SIGKILL')
}

/** Also resolves if the bug ends the test process or blocks it beyond the time limit, which counts as detected. */
async function runTests(runner: ChildProcess, order: Order): Promise<Outcome> {
  const failedWith = (by: string): Outcome => ({ isCaught: true, by, file: '', ms: {} })
  runner.send(order)
  return new Promise((resolve) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      kill(runner)
    }, timeoutMs)
    // Resolves only once the process has ended, so that the next request does not reach it.
    const onExit = (): void => {
      clearTimeout(timer)
      resolve(failedWith(isLate ? 'it hangs' : 'it does not start'))
    }
    runner.once('exit', onExit)
    runner.once('message', (outcome: Outcome) => {
      clearTimeout(timer)
      runner.off('exit', onExit)
      resolve(outcome)
    })
  })
}
