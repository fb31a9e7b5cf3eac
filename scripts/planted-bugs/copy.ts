/** A copy of the source that may be broken, and what the tests say about it. */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Edit } from './bugs.ts'

export const root = join(import.meta.dirname, '..', '..')
const left = new Set(['node_modules', '.git', 'data', 'dist', '.cache'])

export type Copy = {
  /** Resolves to what became of the tests with these edits in place; the edits are taken back. */
  judge(edits: Edit[], tests: string[]): Promise<Verdict>
  remove(): void
}
/** `by` is the test that failed first. */
export type Verdict = { isCaught: boolean; by: string; ms: number }

export function copySource(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'fairhouse-planted-'))
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    async judge(edits, tests) {
      const before = new Map(edits.map(({ file }) => [file, readFileSync(join(folder, file), 'utf8')]))
      try {
        for (const edit of edits) writeFileSync(join(folder, edit.file), apply(readFileSync(join(folder, edit.file), 'utf8'), edit))
        return await run(folder, tests)
      } finally {
        for (const [file, text] of before) writeFileSync(join(folder, file), text)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Throws where the place is gone or is not one place: a bug that is not planted would count as caught by nobody. */
export function apply(text: string, { file, from, to }: Edit): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that read: ${from}`)
  return parts.join(to)
}

/** Generous, because other work may share the machine: what is only slow must not count as caught. */
const patienceMs = 240_000

async function run(folder: string, tests: string[]): Promise<Verdict> {
  const startedAt = performance.now()
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const child = spawn(process.execPath, [join(folder, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--bail', '1', '--reporter', 'json', '--outputFile', report, ...tests], {
    cwd: folder, stdio: 'ignore', env: { ...process.env, MODEL_RUNS: '25', NO_COLOR: '1' }, detached: true,
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    process.kill(-child.pid!, 'SIGKILL')
  }, patienceMs)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  return { isCaught: code !== 0, by: isLate ? 'it hangs' : code === 0 ? '' : blame(report), ms: performance.now() - startedAt }
}

type Report = { testResults: Array<{ name: string; message: string; assertionResults: Array<{ status: string; title: string }> }> }

function blame(report: string): string {
  if (!existsSync(report)) return 'it does not start'
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const failed = testResults.flatMap(({ assertionResults }) => assertionResults).find(({ status }) => status === 'failed')
  return failed?.title ?? `a whole file: ${testResults.find(({ message }) => message)?.message.split('\n')[0] ?? '?'}`
}
