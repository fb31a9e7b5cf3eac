/** Runs on a separate server, because the tests stop it and delay its commits. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest as test } from '#tests/setup/length.ts'
import { connect, type Database } from './connect.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { ReadinessCheck } from './readiness.ts'

const log = { info() {}, warn() {}, debug() {} }
const home = mkdtempSync(join(tmpdir(), 'fairhouse-readiness-'))
let server: Embedded
let db: Database
let check: ReadinessCheck
let owner: pg.Client
beforeAll(async () => {
  chmodSync(home, 0o700)
  server = await startEmbedded({ dataDir: home, log })
  db = await connect({ url: server.url(), log })
  check = new ReadinessCheck(db)
  owner = new pg.Client({ connectionString: server.url() })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await check.close()
  await db.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Reads after the second for which a result is cached. */
async function readLater() {
  await new Promise((resolve) => setTimeout(resolve, 1100))
  // The timer runs in the same process, so that a busy machine delays both.
  const late = new Promise<'late'>((resolve) => setTimeout(resolve, 1500, 'late'))
  const answer = await Promise.race([check.read(), late])
  expect(answer).not.toBe('late')
  return answer
}

async function set(name: string, value: string): Promise<void> {
  await owner.query(`ALTER SYSTEM SET ${name} = '${value}'`)
  await owner.query('SELECT pg_reload_conf()')
}

test('commits that wait for a standby are detected on one connection, with the time of the last commit', async () => {
  expect(await check.read()).toEqual({ status: 'ready' })
  await owner.query('SET synchronous_commit = local')
  await set('synchronous_standby_names', 'nobody')
  const answers = [await readLater(), await readLater(), await readLater()]
  for (const answer of answers) expect(answer).toEqual({ status: 'no commit since', since: expect.any(String) })
  const { rows } = await owner.query(`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_logical_emit_message%'
    AND pid <> pg_backend_pid() AND state = 'active'`)
  expect(rows).toHaveLength(1)
  await set('synchronous_standby_names', '')
  await expect.poll(readLater).toEqual({ status: 'ready' })
})

test('a read-only database is detected', async () => {
  await set('default_transaction_read_only', 'on')
  await expect.poll(readLater).toEqual({ status: 'read-only' })
  await owner.query('SET default_transaction_read_only = off')
  await set('default_transaction_read_only', 'off')
  await expect.poll(readLater).toEqual({ status: 'ready' })
})

test('a server that does not answer is detected within a second, and so is its return', async () => {
  const { rows } = await owner.query<{ pid: number }>('SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()')
  const signal = (name: NodeJS.Signals) => {
    for (const pid of [server.pid(), ...rows.map((row) => row.pid)]) process.kill(pid, name)
  }
  signal('SIGSTOP')
  try {
    expect(await readLater()).toMatchObject({ status: expect.stringMatching(/not reachable|no commit/) })
  } finally {
    signal('SIGCONT')
  }
  await expect.poll(readLater).toEqual({ status: 'ready' })
})
