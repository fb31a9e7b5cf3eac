/** `kill -9` of consumers among facts and bets that are being written: each counts exactly once. `npm run test:consumers` for more. */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { record } from '#server/kernel/facts/fact.ts'
import { createLedger, type Ledger } from '#server/ledger/ledger.ts'
import { deposit, openWallet, play } from '#tests/money/wallets.ts'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { counted, createTotals, differences } from './totals.ts'

const kills = Number(process.env['CONSUMER_KILLS'] ?? 4)
const facts = Number(process.env['CONSUMER_FACTS'] ?? 4_000)
const perTransaction = 20

let db: TestDatabase
let ledger: Ledger
let players: string[]
const errors: string[] = []
beforeAll(async () => {
  db = await testDatabase({ poolSize: 12 })
  await db.asOwner(createTotals)
  ledger = createLedger({ db })
  players = await Promise.all(Array.from({ length: 40 }, () => openWallet(db)))
  for (const player of players) await ledger.post(deposit(player, 1_000_000_000))
})
afterAll(async () => {
  await ledger.close()
  await db.close()
})

const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!

/** Half facts, half bets, from four writers: transactions that overlap, some rolled back, some long. */
async function write(share: number): Promise<void> {
  for (let done = 0; done < share; done += perTransaction) {
    const isKept = Math.random() > 0.1
    await db
      .transaction(async (tx) => {
        for (let each = 0; each < perTransaction / 2; each++)
          await record(tx, counted, { player: any(players), subject: '', data: { amount: BigInt(each + 1) } })
        if (Math.random() < 0.02) await new Promise((resolve) => setTimeout(resolve, 20))
        if (!isKept) throw new Error('no')
      })
      .catch(() => {})
    // Every tenth is refused for want of funds, which leaves a gap in the ids.
    const bets = Array.from({ length: perTransaction / 2 }, (_, index) => (index === 0 ? 2_000_000_000 : index))
    await Promise.all(
      bets.map((amount) => ledger.post(play({ kind: 'bet', player: any(players), roundId: randomUUID(), amount }))),
    )
  }
}

async function consume(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'consumer-child.ts'), [db.url])
  await new Promise<void>((resolve) => {
    child.on('message', (message: { error?: string }) => {
      if (message.error) errors.push(message.error)
      else resolve()
    })
  })
  return child
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve())
    child.kill('SIGKILL')
  })
}

longTest(
  `${kills} kills of one of two consuming processes among ${facts} facts and bets: the sums equal a recount`,
  async () => {
    const children = [await consume(), await consume()]
    let lastMs = 100
    for (let count = 0; count < kills; count++) {
      const startedAt = performance.now()
      const writing = Promise.all(Array.from({ length: 4 }, () => write(facts / kills / 4)))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * lastMs))
      await kill(children[count % 2]!)
      children[count % 2] = await consume()
      await writing
      lastMs = performance.now() - startedAt
    }
    await expect.poll(() => differences(db), { timeout: 60_000, interval: 100 }).toEqual([])
    await Promise.all(children.map(kill))
    expect(errors).toEqual([])
    const { rows } = await db.asOwner('SELECT sum(count)::int AS count FROM facts.test_totals')
    expect(rows[0].count).toBeGreaterThan(facts * 0.8)
    console.log(`${kills} kills, ${rows[0].count} facts and bets, each counted once`)
  },
  120_000 + kills * 5_000 + facts * 5,
)
