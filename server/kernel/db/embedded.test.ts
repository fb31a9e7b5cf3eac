/** The embedded PostgreSQL: one owner, no orphan, for any location of the folders. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest, test } from '#tests/setup/length.ts'
import pg from 'pg'
import { startEmbedded } from './embedded.ts'

const log = { info() {}, warn() {}, debug() {} }
const home = mkdtempSync(join(tmpdir(), 'fairhouse-embedded-'))
const children: ChildProcess[] = []

beforeAll(() => chmodSync(home, 0o700))
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
})

/**
 * A product that owns the folder until it is ended; its first line of output is the postmaster's process id, or the
 * error.
 */
async function startChild(dataDir: string, cwd = home): Promise<{ child: ChildProcess; firstLine: string }> {
  const script = `import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    try {
      const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: { info() {}, warn() {}, debug() {} } })
      console.log(server.pid(), server.url())
      process.on('SIGTERM', () => server.stop().then(() => process.exit(0)))
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log(error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const firstLine = await new Promise<string>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(String(text).trim())),
  )
  return { child, firstLine }
}
const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) =>
    child.exitCode !== null || child.signalCode ? resolve() : child.once('exit', () => resolve()),
  )

/** A process that has ended but was not yet reaped by its parent counts as ended. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function answer(url: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

longTest('a relative path below a private folder is created, used, closed and reopened with its data', async () => {
  const { child, firstLine } = await startChild('./data/here')
  const [pid, url] = firstLine.split(' ')
  await answer(url!, 'CREATE TABLE kept AS SELECT 42 AS n')
  child.kill('SIGTERM')
  await ended(child)
  expect(isRunning(Number(pid))).toBe(false)
  const again = await startEmbedded({ dataDir: join(home, 'data/here'), log })
  expect(await answer(again.url(), 'SELECT n FROM kept')).toEqual({ n: 42 })
  await again.stop()
})

// Shows: ASVS 13.2.1, ASVS 13.2.3
longTest('it is durable, listens on no network interface, and requires the password', async () => {
  const server = await startEmbedded({ dataDir: join(home, 'settings'), log })
  const settings = await answer(
    server.url(),
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
    current_setting('full_page_writes') AS pages, current_setting('listen_addresses') AS network, current_setting('data_checksums') AS checksums`,
  )
  expect(settings).toEqual({ fsync: 'on', commit: 'on', pages: 'on', network: '', checksums: 'on' })
  await expect(answer(server.url().replace(/:[0-9a-f]{48}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password')
  await server.stop()
})

longTest('a second start on the same folder fails within a second with one sentence that names the owner', async () => {
  const dataDir = join(home, 'shared')
  const { child, firstLine } = await startChild(dataDir)
  const startedAt = performance.now()
  await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`is in use by process ${child.pid}: stop that one`)
  expect(performance.now() - startedAt).toBeLessThan(1000)
  expect(await answer(firstLine.split(' ')[1]!, 'SELECT 1 AS n')).toEqual({ n: 1 })
  child.kill('SIGTERM')
  await ended(child)
})

longTest('of ten concurrent starts on a new folder exactly one succeeds', async () => {
  const dataDir = join(home, 'rush')
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => startEmbedded({ dataDir, log })))
  const started = results.filter((result) => result.status === 'fulfilled')
  expect(started).toHaveLength(1)
  await started[0]!.value.stop()
})

longTest('a killed product leaves no PostgreSQL running, and its folder can be opened again at once', async () => {
  const dataDir = join(home, 'killed')
  const { child, firstLine } = await startChild(dataDir)
  const [pid, url] = firstLine.split(' ')
  await answer(url!, 'CREATE TABLE kept AS SELECT 7 AS n')
  child.kill('SIGKILL')
  await ended(child)
  const again = await startEmbedded({ dataDir, log })
  expect(isRunning(Number(pid))).toBe(false)
  expect(await answer(again.url(), 'SELECT n FROM kept')).toEqual({ n: 7 })
  await again.stop()
})

longTest('after a SIGKILL of the product PostgreSQL stops without another start', async () => {
  const { child, firstLine } = await startChild(join(home, 'orphan'))
  child.kill('SIGKILL')
  await ended(child)
  await expect.poll(() => isRunning(Number(firstLine.split(' ')[0])), { timeout: 10_000 }).toBe(false)
})

longTest(
  'a stale process id that belongs to another process does not prevent startup, and that process is not touched',
  async () => {
    const dataDir = join(home, 'stale')
    await (await startEmbedded({ dataDir, log })).stop()
    const bystander = spawn('sleep', ['60'])
    children.push(bystander)
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${bystander.pid}\n${dataDir}\n`)
    const server = await startEmbedded({ dataDir, log })
    expect(isRunning(bystander.pid!)).toBe(true)
    await server.stop()
  },
)

longTest('an interrupted first start is repeated', async () => {
  const dataDir = join(home, 'cut')
  mkdirSync(join(dataDir, 'postgres/base'), { recursive: true })
  const server = await startEmbedded({ dataDir, log })
  expect(await answer(server.url(), 'SELECT 1 AS n')).toEqual({ n: 1 })
  await server.stop()
})

test('an unexpected end is reported', async () => {
  let report = () => {}
  const unexpectedEnd = new Promise<void>((resolve) => {
    report = resolve
  })
  const server = await startEmbedded({ dataDir: join(home, 'gone'), log, onUnexpectedEnd: report })
  process.kill(server.pid(), 'SIGKILL')
  await unexpectedEnd
  await server.stop()
  expect(existsSync(join(home, 'gone/postgres/PG_VERSION'))).toBe(true)
})
