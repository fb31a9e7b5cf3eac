/** Runs on a separate server, because its commits wait for a standby that does not exist. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { bank, games, movement, transfer } from '#tests/money/wallets.ts'
import { longTest as test } from '#tests/setup/length.ts'
import { createLedger, type Ledger } from '../../ledger/ledger.ts'
import { isOutage } from '../http/errors.ts'
import { type Database, openDatabase } from './connect.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

const log = { info() {}, warn() {}, debug() {}, error() {} }
const home = mkdtempSync(join(tmpdir(), 'fairhouse-unreplicated-'))
let server: Embedded
let db: Database
let ledger: Ledger
let owner: pg.Client
beforeAll(async () => {
  chmodSync(home, 0o700)
  server = await startEmbedded({ dataDir: home, log })
  db = await openDatabase({ url: server.url(), dataDir: home, log })
  ledger = createLedger({ db })
  owner = new pg.Client({ connectionString: server.url() })
  await owner.connect()
  await owner.query('SET synchronous_commit = local')
})
afterAll(async () => {
  await owner.end()
  await ledger.close()
  await db.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

async function waitFor(standby: string): Promise<void> {
  await owner.query(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
  await owner.query('SELECT pg_reload_conf()')
  await expect
    .poll(async () => (await db.pool.query('SHOW synchronous_standby_names')).rows)
    .toEqual([{ synchronous_standby_names: standby }])
}

/** The error of a commit whose wait is cancelled as soon as it waits; undefined if it succeeds all the same. */
async function errorOf(committing: Promise<unknown>): Promise<unknown> {
  const ended = committing.then(
    () => undefined,
    (error: unknown) => error,
  )
  await expect
    .poll(async () => {
      const { rowCount } = await owner.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
      )
      return rowCount
    })
    .toBe(1)
  return ended
}

test('a commit whose wait for the standby is cancelled has an unknown result, and its repetition tells', async () => {
  const given = movement({ kind: 'gift', transfers: [transfer(bank, games, 5)] })
  await ledger.post(movement({ kind: 'gift', transfers: [transfer(bank, games, 1)] }))
  await db.transaction((tx) => tx.selectFrom('ledger.movements').select('id').execute())
  await waitFor('nobody')
  const posting = await errorOf(ledger.post(given))
  expect(posting).toMatchObject({ code: '08007' })
  expect(isOutage(posting)).toBe(true)
  const committing = await errorOf(
    db.transaction((tx) =>
      tx.insertInto('outbox.events').values({ channel: 'a', event: 'b', payload: '1', version: 1 }).execute(),
    ),
  )
  expect(isOutage(committing)).toBe(true)
  await waitFor('')
  expect(await ledger.post(given)).toMatchObject({ ok: true, value: { isReplay: true } })
  expect(await ledger.balance(games)).toBe(6n)
})
