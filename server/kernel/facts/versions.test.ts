/** Processes of two builds whose consumers differ, on one database. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { deposit, openWallet } from '#tests/money/wallets.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { operator } from '#tests/setup/operator.ts'
import { createLedger } from '../../ledger/ledger.ts'
import { consumers as every } from '../../modules.ts'
import { listConsumers, takeConsumer } from './administer.ts'
import { consumer, type Consumer, movements } from './consumer.ts'
import { fact, record } from './fact.ts'
import { type Consumers, createConsumers } from './run-consumers.ts'

const known = fact('known', { subject: 'test', data: z.object({}) })
const added = fact('added', { subject: 'test', data: z.object({}) })

let db: TestDatabase
let opened: Consumers[]
let messages: string[]
let counted: string[]
beforeEach(async () => {
  db = await testDatabase({ poolSize: 12 })
  opened = []
  messages = []
  counted = []
})
afterEach(async () => {
  for (const each of opened) await each.stop()
  await db.close()
})

async function open(each: Consumer<object>): Promise<Consumers> {
  const created = await createConsumers([each], {
    db,
    clock: { now: () => new Date() },
    log: { warn: (text) => void messages.push(text), error: (text) => void messages.push(text) },
    needs: {},
  })
  opened.push(created)
  return created
}
const older = consumer<object>('counter', {
  follows: [known],
  apply: async (_tx, batch) => void counted.push(...(await batch.of(known)).map(() => 'known')),
})
const newer = consumer<object>('counter', {
  version: 2,
  follows: [known, added, movements],
  async apply(_tx, batch) {
    counted.push(...(await batch.of(known)).map(() => 'known'), ...(await batch.of(added)).map(() => 'added'))
    if (batch.movements) counted.push('movements')
  },
})
const happens = (what: typeof known | typeof added) =>
  db.transaction((tx) => record(tx, what, { player: randomUUID(), subject: '', data: {} }))
const positions = async () =>
  (await db.kysely.selectFrom('facts.consumers').select(['facts_passed', 'movements_passed']).execute())[0]

// Shows: change 28
test('a process whose consumer is of an earlier version passes no fact: the later version counts each of them', async () => {
  const old = await open(older)
  await happens(known)
  await old.catchUp()
  const present = await open(newer)
  await happens(added)
  await happens(known)
  await old.catchUp()
  await old.catchUp()
  expect(counted).toEqual(['known'])
  expect(messages).toEqual(['consumer counter is left to processes of a newer build: theirs is version 2, this one 1'])
  await present.catchUp()
  expect(counted).toEqual(['known', 'known', 'added'])
})

// Shows: change 28
test('a process of the earlier version that starts again leaves every position as it is', async () => {
  const ledger = createLedger({ db })
  await ledger.post(deposit(await openWallet(db), 100))
  const present = await open(newer)
  await happens(added)
  await present.catchUp()
  const before = await positions()
  expect(Number(before!.movements_passed)).toBeGreaterThan(0)
  await (await open(older)).catchUp()
  expect(await positions()).toEqual(before)
  await present.catchUp()
  expect(counted.toSorted()).toEqual(['added', 'movements'])
  await ledger.close()
})

// Shows: change 28
test('an operator who goes back to the earlier version lets it continue', async () => {
  await open(newer)
  const old = await open(older)
  await happens(known)
  await old.catchUp()
  expect(counted).toEqual([])
  expect((await listConsumers(db))[0]).toMatchObject({ version: 2, stopped: null })
  const acting = { db, clock: { now: () => new Date() }, actor: operator }
  expect(await takeConsumer(acting, older, 'back to the build before')).toMatchObject({ ok: true })
  await old.catchUp()
  expect(counted).toEqual(['known'])
  // Also after a restart: what the later version alone follows waits for its return.
  const ledger = createLedger({ db })
  await ledger.post(deposit(await openWallet(db), 100))
  await ledger.close()
  await (await open(older)).catchUp()
  const present = await open(newer)
  await present.catchUp()
  expect(counted).toEqual(['known', 'movements'])
})

/** A change of what is followed needs a higher version: change both in the line of the consumer. */
test('what each version of a consumer follows', () => {
  const lines = every.map(({ name, version = 1, follows }) => {
    const kinds = follows.map((each) => (each === movements ? each : each.kind))
    return `${name} ${version}: ${kinds.toSorted().join(', ')}`
  })
  expect(lines.toSorted()).toEqual([
    'cashback 1: movements',
    'harm 1: concernRecorded, depositSettled, exclusionStarted, limitReached, movements, sessionOpened, sportsBetPlaced, withdrawalSettled',
    'households 1: bonusGranted, freespinsGranted, sessionOpened, withdrawalRequested',
    'live-bets 1: movements',
    'loyalty 1: movements, rewardGranted',
    'notices 1: bonusGranted, freespinsGranted, limitRemoved, limitSet, questCompleted, tournamentStarted',
    'quests 1: identityDecided, limitSet, movements',
    'rakeback 1: movements',
    'report-days 1: movements',
    'tournament-scores 1: movements',
    'winners 1: movements',
  ])
})
