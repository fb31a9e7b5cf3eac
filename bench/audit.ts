/**
 * The audit of a day of 1,000,000 rounds with their movements: how long its export and its check take, and how much memory.
 * Filling the database takes a part of the time: `ROUNDS=10000 npm run bench audit` for fewer.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/kernel/db/connect.ts'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { publishReport } from '#server/liabilities/publish-report.ts'
import { writeAuditExport } from '#server/reports/index.ts'
import { kernelDeps } from '#tests/setup/kernel-deps.ts'
import { fillDay } from './audit-fill.ts'

const log = { info() {}, debug() {}, warn: console.warn, error: console.error }
const rounds = Number(process.env['ROUNDS'] ?? 1_000_000)
const goals = { minutes: 10, mebibytes: 1024 }

const dayMs = 86_400_000
/** Yesterday. */
const from = new Date(Math.floor(Date.now() / dayMs - 1) * dayMs)
const to = new Date(from.getTime() + dayMs)
const row = (what: string, value: string) => console.log(`${what.padEnd(70)} ${value.padStart(12)}`)
const seconds = (since: number) => (performance.now() - since) / 1000

/** Runs the auditor in a process of its own. Resolves to its status and the most memory that it used. */
function check(folder: string): Promise<{ status: number | null; mebibytes: number }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../audit/main.ts'), folder], { stdio: 'inherit' })
    let mebibytes = 0
    const timer = setInterval(() => {
      try {
        const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
        mebibytes = Math.max(mebibytes, Number(peak?.[1] ?? 0) / 1024)
      } catch {
        // The process has ended.
      }
    }, 100)
    child.on('exit', (status) => {
      clearInterval(timer)
      resolve({ status, mebibytes })
    })
  })
}

const dataDir = mkdtempSync(join(tmpdir(), 'fairhouse-bench-audit-'))
const folder = join(dataDir, 'export')
const embedded = await startEmbedded({ dataDir, log })
try {
  await migrate({ url: embedded.url(), log })
  const filling = performance.now()
  await fillDay(embedded.url(), { from, rounds })
  row(`Filling the database with ${rounds} rounds`, `${seconds(filling).toFixed(0)} s`)
  const db = await connect({ url: embedded.url(), log })
  const deps = kernelDeps(db, { clock: { now: () => new Date(to.getTime() - 1000) } })
  await publishReport({ ...deps, actor: { kind: 'system', job: 'bench' } })
  const exporting = performance.now()
  await writeAuditExport(deps, folder, { from, to })
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  row('Export', `${seconds(exporting).toFixed(0)} s`)
  row('Size of the export', `${(bytes / 2 ** 20).toFixed(0)} MiB`)
  row(
    'Most memory of the process that filled and exported',
    `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`,
  )
  await db.close()
  const checking = performance.now()
  const { status, mebibytes } = await check(folder)
  const minutes = seconds(checking) / 60
  row('Audit', `${(minutes * 60).toFixed(0)} s`)
  row('Most memory of the audit', `${mebibytes.toFixed(0)} MiB`)
  const isMet = status === 0 && minutes < goals.minutes && mebibytes < goals.mebibytes
  console.log(
    `Goal: no finding, below ${goals.minutes} minutes and ${goals.mebibytes} MiB: ${isMet ? 'met' : 'MISSED'}.`,
  )
  process.exitCode = isMet ? 0 : 1
} finally {
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
