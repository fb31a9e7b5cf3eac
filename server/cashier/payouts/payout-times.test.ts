import { randomUUID } from 'node:crypto'
import { operator } from '#tests/setup/operator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { type Cashier, cashier } from '#tests/setup/cashier.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { payoutTimes } from './payout-times.ts'

let app: Cashier
beforeAll(async () => {
  app = await cashier()
})
afterAll(() => app.close())

const minute = 60_000
async function paidOut({
  method = 'sandbox.bank',
  took,
  ago = 0,
  status = 2,
}: {
  method?: string
  took: number
  ago?: number
  status?: number
}): Promise<void> {
  const ended = new Date(app.clock.now().getTime() - ago)
  await app.asOwner(
    `INSERT INTO payments.invoices (id, player_id, account_id, type, status, stage, partner, method, currency, amount, created_at, updated_at, ended_at)
    VALUES ($1, $1, $1, 2, $2, 'paid', 'sandbox', $3, 'EUR', 100, $4, $5, $5)`,
    [randomUUID(), status, method, new Date(ended.getTime() - took), ended],
  )
}
const times = async () => (await fetch(`${app.url}/api/payment/payout-times`)).json()

// Shows: 10.26
test('median and p95 come from the payouts of the last 30 days, are public and at most a minute old', async () => {
  expect(await times()).toEqual([])
  for (let minutes = 1; minutes <= 20; minutes++) await paidOut({ took: minutes * minute })
  await paidOut({ took: 900 * minute, ago: 31 * 24 * 60 * minute })
  await paidOut({ took: 900 * minute, status: 3 })
  await paidOut({ method: 'sandbox.crypto', took: 5 * minute })
  expect(await times()).toEqual([])
  app.clock.forward(60_000)
  expect(await times()).toMatchObject([
    {
      method: 'sandbox.bank',
      methodNames: { en: expect.any(String) },
      currency: 'EUR',
      medianSeconds: 630,
      p95Seconds: expect.closeTo(1143, 3),
      count: 20,
    },
    { method: 'sandbox.crypto', medianSeconds: 300, p95Seconds: 300, count: 1 },
  ])
})

test('the result is cached for a minute to the millisecond', async () => {
  const start = app.clock.now().getTime() + 60 * minute
  const at = (ms: number) => payoutTimes({ ...app.deps, clock: { now: () => new Date(start + ms) } })
  const first = await at(0)
  await paidOut({ method: 'sandbox.kept', took: minute })
  expect(await at(minute - 1)).toEqual(first)
  expect(await at(minute)).toHaveLength(first.length + 1)
  // A clock set back does not keep the cached value alive.
  await paidOut({ method: 'sandbox.turned', took: minute })
  expect(await at(minute - 1)).toHaveLength(first.length + 2)
  await app.asOwner("DELETE FROM payments.invoices WHERE method IN ('sandbox.kept', 'sandbox.turned')")
  app.clock.forward(90 * minute)
})

test('a withdrawal is expected within the p95 of its kind, and a deposit by its expiry', async () => {
  const player = await app.player()
  await player.fund('EUR', 10_000n)
  // One that sorts first and does not affect the bank.
  await paidOut({ method: 'sandbox.another', took: minute })
  app.clock.forward(60_000)
  const { body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
    method: 'sandbox.bank',
    currency: 'EUR',
    amount: 1000,
    accountId: player.accounts.EUR,
    fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
  })
  expect(body.owner).toBe('house')
  expect((Date.parse(body.expectedBy) - Date.parse(body.createdAt)) / 1000).toBeCloseTo(1143, -1)
  const {
    body: { invoiceId },
  } = await player.call('POST', '/api/payment/invoices/deposit', {
    method: 'sandbox.card',
    currency: 'EUR',
    amount: 1000,
    accountId: player.accounts.EUR,
    fields: {},
  })
  const deposit = (await player.call('GET', '/api/payment/invoices')).body.data.find(
    (row: { id: string }) => row.id === invoiceId,
  )
  expect(deposit.owner).toBe('player')
  expect(Date.parse(deposit.expectedBy) - Date.parse(deposit.createdAt)).toBe(30 * minute)
})

// Shows: 10.26
test('a withdrawal in review is expected within the promised hours, and within the usual time once approved', async () => {
  const player = await app.player()
  await player.fund('EUR', 10_000n)
  const { withdrawals } = app.deps.settings
  const shipped = { ...withdrawals }
  Object.assign(withdrawals, { autoLimit: 0 })
  try {
    const { body } = await player.call('POST', '/api/payment/invoices/withdrawal', {
      method: 'sandbox.bank',
      currency: 'EUR',
      amount: 1000,
      accountId: player.accounts.EUR,
      fields: { account_holder: 'Maria Muster', iban: 'DE89370400440532013000' },
    })
    expect(body.stage).toBe('review')
    expect((Date.parse(body.expectedBy) - Date.parse(body.createdAt)) / 3_600_000).toBeCloseTo(shipped.promisedHours, 1)
    expect(
      await decideWithdrawal(
        { ...app.deps, actor: operator },
        { number: body.number, decision: 'approved', reason: null },
      ),
    ).toMatchObject({ ok: true })
    const [approved] = (await player.call('GET', '/api/payment/invoices')).body.data
    expect((Date.parse(approved.expectedBy) - Date.parse(approved.updatedAt)) / 1000).toBeCloseTo(1143, -1)
  } finally {
    Object.assign(withdrawals, shipped)
  }
})

test("no caller shares a read that depends on another's transaction", async () => {
  const later = { ...app.deps, clock: { now: () => new Date(app.clock.now().getTime() + 10 * minute) } }
  const pool = app.deps.db.openPool(1)
  const other = await pool.connect()
  try {
    await other.query('SELECT pg_advisory_lock(7707)')
    let hasAsked: () => void = () => {}
    const asked = new Promise<void>((resolve) => {
      hasAsked = resolve
    })
    const inTransaction = app.deps.db.transaction(async (tx) => {
      const waiting = sql`SELECT pg_advisory_xact_lock(7707)`.execute(tx)
      const read = payoutTimes(later, tx)
      hasAsked()
      await waiting
      return read
    })
    await asked
    const shared = await payoutTimes(later)
    await other.query('SELECT pg_advisory_unlock(7707)')
    expect(await inTransaction).toEqual(shared)
  } finally {
    other.release()
    await pool.end()
  }
})
