/**
 * Starts the PostgreSQL of a test run, or uses that of `TEST_DATABASE_URL` (15 or newer, as a superuser), with a
 * migrated template from which every test database is copied.
 */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/kernel/db/embedded.ts'
import { migrate } from '#server/kernel/db/migrate.ts'
import { databaseUrl } from './database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: string
  }
}

/** The bytes that the databases and folders of one run need: twice the measured maximum. */
const largestRun = 4 * 2 ** 30
export const templateName = 'fairhouse_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const temporary = memoryFolder() ?? tmpdir()
  const folder = mkdtempSync(join(temporary, 'fairhouse-tests-'))
  let serverLog = ''
  const log = { info() {}, debug: (text: string) => void (serverLog += `${text}\n`), warn: console.warn }
  const outside = process.env.TEST_DATABASE_URL
  const server = outside
    ? { url: (database = 'postgres') => databaseUrl(outside, database), stop: () => Promise.resolve() }
    : // Durability is tested on separate servers; here it would only cost time.
      await startEmbedded({ dataDir: folder, log, isDurable: false, maxConnections: 400 })
  const run = mkdtempSync(join(temporary, 'fairhouse-run-'))
  process.env.TEST_RUN_FOLDER = run
  // Half the processor time of a start is compiling sources that an earlier start has already compiled.
  process.env.NODE_COMPILE_CACHE = join(run, 'compile-cache')
  const client = new pg.Client({ connectionString: server.url() })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${templateName}`)
  await client.query(`CREATE DATABASE ${templateName}`)
  await client.end()
  await migrate({ url: server.url(templateName), log })
  project.provide('databaseServer', server.url())
  return async () => {
    endProcesses(run)
    await server.stop()
    refuseDeadlocks(serverLog)
    rmSync(run, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns Linux's folder in memory, if a run leaves half of the free memory unused: creating and dropping a database
 * writes a thousand files, which takes a third of the time there.
 */
function memoryFolder(): string | null {
  const path = '/dev/shm'
  try {
    accessSync(path, constants.W_OK)
    const { bavail, bsize } = statfsSync(path)
    return Math.min(bavail * bsize, process.availableMemory()) > 2 * largestRun ? path : null
  } catch {
    return null
  }
}

/** Deadlocks that a test causes on purpose, recognised by text in the server's log. */
const deadlocksOnPurpose = [/public\.counters/]

/**
 * A retry hides a deadlock from the test that caused it, so the server's log is searched, which has both statements.
 */
function refuseDeadlocks(serverLog: string): void {
  const deadlocks = serverLog
    .split(/^(?=\S+ \S+ UTC \[\d+\] (?:ERROR|LOG): )/m)
    .filter((entry) => /ERROR: +deadlock detected/.test(entry) && !deadlocksOnPurpose.some((own) => own.test(entry)))
  if (deadlocks.length === 0) return
  process.exitCode = 1
  console.error(`Transactions waited for each other ${deadlocks.length} times:\n${deadlocks.join('\n')}`)
}

/** Stops products that files share and those left by killed workers, and then their databases. */
function endProcesses(run: string): void {
  for (const name of readdirSync(run)) {
    const pid = Number(/^process-(\d+)$/.exec(name)?.[1])
    if (!pid) continue
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Already stopped.
    }
  }
}
