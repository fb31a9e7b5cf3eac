/**
 * `kill -9` of the product and of its database at each step of moving money: nothing is lost or doubled, and a retry
 * gets the first answer.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { longTest } from '#tests/setup/length.ts'
import { openDatabase } from '#server/kernel/db/connect.ts'
import { findBreaches, ledgerInvariants } from '#server/ledger/invariants.ts'
import { invariants as jackpotInvariants } from '#server/play/jackpots/invariants.ts'
import type { Movement, Posting, PostResult } from '#server/ledger/ledger.ts'
import { type FromChild, keyOf, type Plan, planOf, type ToChild } from './kill-plan.ts'

const kills = Number(process.env['KILLS'] ?? 24)
const dataDir = mkdtempSync(join(tmpdir(), 'fairhouse-kill-'))
const players = [randomUUID(), randomUUID(), randomUUID()]
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Every request so far, with its first answer if one arrived. */
const requests = new Map<string, { movement: Movement; answer: Posting | null }>()
const faults: string[] = []
const starts: number[] = []
let tickets = ''

function note(message: FromChild, plan: Plan): void {
  if ('readyAfterMs' in message) starts.push(message.readyAfterMs)
  else if ('starting' in message) requests.set(keyOf(message.starting), { movement: message.starting, answer: null })
  else noteAnswer(message.answered, message.result, plan)
}

function noteAnswer(key: string, result: PostResult, plan: Plan): void {
  const request = requests.get(key)!
  if (!result.ok) {
    faults.push(`${key} was refused with ${result.refusal} (${JSON.stringify(plan)})`)
    return
  }
  if (request.answer) {
    const { isReplay, ...again } = result.value
    const { isReplay: _first, ...first } = request.answer
    if (!isReplay || JSON.stringify(plain(again)) !== JSON.stringify(plain(first)))
      faults.push(`${key} was answered differently the second time (${JSON.stringify(plan)})`)
  }
  request.answer ??= result.value
}

const plain = (value: object) =>
  JSON.parse(JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each)))

/**
 * Runs the child once: it retries all requests without an answer and some of the others, works, and is killed. Returns
 * how it ended.
 */
async function runUntilKilled(plan: Plan): Promise<{ code: number | null; signal: string | null }> {
  const unanswered = [...requests.values()].filter(({ answer }) => answer === null)
  const sample = [...requests.values()]
    .filter(({ answer }) => answer !== null)
    .sort(() => Math.random() - 0.5)
    .slice(0, 10)
  const child = fork(join(import.meta.dirname, 'kill-child.ts'), { serialization: 'advanced' })
  child.on('message', (message) => note(message as FromChild, plan))
  child.send({
    plan,
    dataDir,
    players,
    again: [...unanswered, ...sample].map(({ movement }) => movement),
  } satisfies ToChild)
  const tooLong = setTimeout(() => child.kill('SIGKILL'), 60_000)
  return new Promise((resolve) =>
    child.once('close', (code, signal) => {
      clearTimeout(tooLong)
      resolve({ code, signal })
    }),
  )
}

// Shows: fault 1
longTest(
  `${kills} kills at named steps: every acknowledged movement is posted once, every retry gets the first answer`,
  async () => {
    for (let run = 0; run < kills; run++) {
      const plan = planOf(run)
      const { code, signal } = await runUntilKilled(plan)
      const hasDied = plan.victim === 'product' ? signal === 'SIGKILL' : code === 7
      if (!hasDied)
        faults.push(`run ${run} (${plan.victim}, ${plan.work}, ${plan.moment}) ended with ${code ?? signal}`)
      expect(faults).toEqual([])
    }
    const db = await openDatabase({ dataDir, log: { info() {}, debug() {}, warn() {} } })
    try {
      expect(await findBreaches(db.pool, [...ledgerInvariants, ...jackpotInvariants])).toEqual([])
      const { rows: drawn } = await db.pool.query<{ state: string; count: bigint }>(
        'SELECT state, count(*) FROM jackpots.tickets GROUP BY 1',
      )
      tickets = drawn.map(({ state, count }) => `${count} ${state}`).join(', ')
      expect(drawn.map(({ state }) => state).toSorted()).toEqual(['drawn', 'open', 'returned'])
      const { rows } = await db.pool.query<{ key: string; id: bigint }>(
        `SELECT actor || ' ' || idempotency_key AS key, id FROM ledger.movements`,
      )
      const stored = new Map(rows.map(({ key, id }) => [key, id]))
      const answered = [...requests].filter(([, { answer }]) => answer)
      expect(answered.filter(([key, { answer }]) => stored.get(key) !== answer!.movementId)).toEqual([])
      expect(answered.length).toBeGreaterThan(kills * 20)
      expect(stored.size).toBe(rows.length)
      expect([...stored.keys()].filter((key) => !requests.has(key) && !key.startsWith('jackpots '))).toEqual([])
    } finally {
      await db.close()
    }
    console.log(
      `${kills} kills, ${requests.size} movements, tickets: ${tickets}, slowest start after a kill ${Math.round(Math.max(...starts))} ms`,
    )
  },
  30_000 + kills * 5_000,
)
