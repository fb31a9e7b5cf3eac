/** The order of all locks: every locking clause has its place, and a transaction that breaks the order throws. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Tx } from '#server/kernel/db/connect.ts'
import { movement } from '#tests/money/wallets.ts'
import { type TestDatabase, testDatabase } from '#tests/setup/database.ts'
import { postWithin } from '../ledger/post.ts'
import type { Item } from '../ledger/prepare.ts'
import { locksOf } from './lock-check.ts'
import { lockNamed, rungs, shareNamed } from './locks.ts'

const root = join(import.meta.dirname, '../..')

let db: TestDatabase
beforeAll(async () => {
  vi.stubEnv('CHECK_LOCKS', 'true')
  db = await testDatabase()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await db.close()
})

const player = '11111111-1111-4111-8111-111111111111'
const other = '22222222-2222-4222-8222-222222222222'
const lockPlayer = (tx: Tx, id = player) =>
  tx.selectFrom('identity.players').select('id').where('id', '=', id).forNoKeyUpdate().execute()
const lockWallets = (tx: Tx) =>
  tx.selectFrom('wallet.accounts').select('id').where('player_id', '=', player).orderBy('id').forUpdate().execute()
const changeInvoices = (tx: Tx) =>
  tx.updateTable('payments.invoices').set({ checks: 1 }).where('player_id', '=', player).execute()
const inTurn = (...steps: Array<(tx: Tx) => Promise<unknown>>) =>
  db.transaction(async (tx) => {
    for (const step of steps) await step(tx)
  })

test('every lock is in the list once', () => {
  const names = rungs.flatMap((rung) => [...rung.locks, ...('parts' in rung ? rung.parts : [])])
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})

describe('a transaction', () => {
  test('that takes locks in the order of the list commits', async () => {
    await inTurn(lockPlayer, (tx) => lockNamed(tx, 'play', player), lockWallets, lockPlayer)
  })

  test('that counts play writes rows of many players before tournaments and quests, never after them', async () => {
    const addRakeback = (tx: Tx) =>
      tx.updateTable('rewards.rakebacks').set({ earned: 1n }).where('player_id', '=', player).execute()
    const lockRuns = (tx: Tx) =>
      tx.selectFrom('rewards.tournament_runs').select('id').orderBy('id').forNoKeyUpdate().execute()
    await inTurn(addRakeback, lockRuns)
    await expect(inTurn(lockRuns, addRakeback)).rejects.toThrow('rewards.rakebacks is locked after rewards.tournament_')
    await expect(inTurn(lockPlayer, lockRuns, addRakeback)).rejects.toThrow(
      'rewards.rakebacks is locked after rewards.tournament_runs',
    )
    // Other rows of a player are not counted for many at once.
    await expect(inTurn(changeInvoices, lockRuns)).rejects.toThrow('payments.invoices is locked without')
  })

  test('that locks the player after wallets throws, with the places of both', async () => {
    async function takeWalletsFirst(tx: Tx) {
      await lockWallets(tx)
    }
    async function takePlayerSecond(tx: Tx) {
      await lockPlayer(tx)
    }
    const failure = await inTurn(takeWalletsFirst, takePlayerSecond).catch((error: Error) => error.message)
    expect(failure).toMatch('identity.players is locked after wallet.accounts')
    expect(failure).toMatch('takeWalletsFirst')
    expect(failure).toMatch('takePlayerSecond')
  })

  test('that has the player may take invoices at any time; another one takes nothing after them', async () => {
    await inTurn(lockPlayer, lockWallets, changeInvoices)
    await inTurn(changeInvoices)
    await expect(inTurn(changeInvoices, lockWallets)).rejects.toThrow('payments.invoices is locked without')
    await expect(inTurn(changeInvoices, lockPlayer)).rejects.toThrow('is locked after payments.invoices')
  })

  test('that locks two players in the order of their ids commits, in the other order it throws', async () => {
    await inTurn(lockPlayer, (tx) => lockPlayer(tx, other))
    await expect(inTurn((tx) => lockPlayer(tx, other), lockPlayer)).rejects.toThrow('against the order of ids')
  })

  test('does not wait for rows that it skips', async () => {
    await inTurn(lockWallets, (tx) =>
      sql`SELECT id FROM payments.invoices WHERE player_id = ${player} FOR UPDATE SKIP LOCKED`.execute(tx),
    )
  })

  test('shares currencies and rates at any time, and changes them last', async () => {
    const changeRates = (tx: Tx) => lockNamed(tx, 'reference', 'rates')
    await inTurn((tx) => shareNamed(tx, 'reference', 'rates'), lockWallets, changeRates)
    await expect(inTurn(changeRates, lockWallets)).rejects.toThrow('wallet.accounts is locked after reference')
  })

  test('that has a lock below wallets may post between house accounts, but not to a wallet', async () => {
    const post = (tx: Tx, wallet: Item['wallet']) =>
      postWithin(tx, [{ movement: movement({ kind: 'gift' }), wallet, transfers: [], exclusive: [] }])
    const changeRates = (tx: Tx) => lockNamed(tx, 'reference', 'rates')
    await inTurn(changeRates, (tx) => post(tx, null))
    const wallet = { playerId: player, currency: 'EUR', name: player }
    await expect(inTurn(changeRates, (tx) => post(tx, wallet))).rejects.toThrow(
      'wallet.accounts is locked after reference',
    )
  })

  test('that locks rows of a table outside the list throws', async () => {
    await expect(inTurn((tx) => sql`SELECT id FROM identity.audit FOR UPDATE`.execute(tx))).rejects.toThrow(
      'no rung of server/kernel/locks.ts has identity.audit',
    )
  })
})

test.each([
  ['select * from "identity"."players" where "id" = $1 for no key update', ['identity.players']],
  ['update "payments"."invoices" set "debt" = $1 where "id" = $2', ['payments.invoices']],
  ['delete from "push"."subscriptions" where "id" = $1', ['push.subscriptions']],
  ['SELECT ledger.post($1)::text AS outcomes', ['wallet.accounts', 'bonuses.player_freespins']],
  ['select a from wallet.accounts as own join limits.play on true where b for update of own', ['wallet.accounts']],
  ['select a from wallet.accounts where id in (select id from identity.players) for share', ['wallet.accounts']],
  ['select a from identity.players', []],
])('the locks of `%s` are found', (statement, names) => {
  expect(locksOf(statement)).toMatchObject({ found: names.map((name) => ({ name })), unknown: [] })
})

test('every locking clause of the sources is on the ladder, and names are locked by one function', () => {
  const sources = globSync('{server,games/studio}/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.') && !file.startsWith('server/kernel/'))
    .concat(globSync('server/kernel/db/functions/*.sql', { cwd: root }))
  const faults = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|^\s*(?:\/\/|--).*$/gm, '')
    const inQueries = [...text.matchAll(/\.for(?:Update|NoKeyUpdate|Share)\(\)/g)].flatMap(({ index }) => {
      const tables = [...text.slice(0, index).matchAll(/(?:selectFrom|updateTable)\(\s*'([a-z_]+\.[a-z_]+)/g)]
      return locksOf(`select from ${tables.at(-1)![1]} for update`).unknown
    })
    const inSql = [...text.matchAll(/\bFOR (?:NO KEY UPDATE|UPDATE|SHARE)\b/g)].flatMap(({ index, 0: clause }) => {
      const before = text.slice(text.lastIndexOf('SELECT', index), index)
      return locksOf(`${before} ${clause}`).unknown
    })
    const named = /pg_advisory_xact_lock/.test(text) && file !== 'games/studio/draw-keys.ts' ? ['a named lock'] : []
    return [...inQueries, ...inSql, ...named].map((what) => `${file}: ${what}`)
  })
  expect(faults).toEqual([])
})

test('SQL takes named locks by the names and keys of locks.ts, so that both wait for each other', () => {
  const folder = join(import.meta.dirname, 'db')
  const files = globSync(['schema/*.sql', 'functions/*.sql', 'migrations/*.sql'], { cwd: folder })
  const locks = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/pg_advisory\w*\(.*/g) ?? [])
  const names = new Set<string>(rungs.flatMap((rung) => rung.locks))
  expect(locks.length).toBeGreaterThan(0)
  for (const lock of locks) {
    const name = /^pg_advisory_xact_lock\(hashtextextended\('([a-z ]+): ' \|\| [\w.]+, 0\)\)/.exec(lock)?.[1]
    expect(names.has(name ?? ''), lock).toBe(true)
  }
})
