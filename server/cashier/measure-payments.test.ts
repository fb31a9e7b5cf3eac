import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/setup/database.ts'
import { registry } from '../kernel/http/metrics.ts'
import { measurePayments } from './measure-payments.ts'
import { kernelDeps } from '#tests/setup/kernel-deps.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  // Other files of the worker have left gauges of databases that are gone.
  registry.clear()
})
afterAll(() => db.close())

const now = new Date('2026-05-01T12:00:00Z')
async function read(): Promise<Record<string, number>> {
  const metrics = await registry.getMetricsAsJSON()
  return Object.fromEntries(
    metrics
      .filter(({ name }) => /withdrawals|payment_breaks|invoices_flagged|promises_near/.test(name))
      .map(({ name, values }) => [name.replace('fairhouse_', ''), values[0]!.value]),
  )
}
const waiting = (review: string, agoSeconds: number) =>
  db.asOwner(
    `INSERT INTO payments.invoices (id, player_id, account_id, type, review, partner, method, currency, amount, created_at, updated_at)
  VALUES ($1, $1, $1, 2, $2, 'sandbox', 'bank', 'EUR', 100, $3, $3)`,
    [randomUUID(), review, new Date(now.getTime() - agoSeconds * 1000)],
  )

test('the metrics show how much needs a decision, and since when', async () => {
  measurePayments(kernelDeps(db, { clock: { now: () => now } }))
  expect(await read()).toEqual({
    withdrawals_in_review: 0,
    withdrawals_in_review_oldest_seconds: 0,
    payment_breaks: 0,
    invoices_flagged: 0,
    payout_promises_near: 0,
  })
  for (const ago of [60, 5400, 300]) await waiting('open', ago)
  await waiting('approved', 90_000)
  await db.asOwner(`INSERT INTO payments.flags (invoice_id, flag, raised_at) SELECT id, 'paid late', now() FROM payments.invoices;
    UPDATE payments.flags SET settled_at = now(), decision = 'dismiss', reason = 'looked into it' WHERE id = (SELECT max(id) FROM payments.flags)`)
  await db.asOwner(`INSERT INTO payments.breaks (partner, kind, subject, external_id, happened_at, detail, first_seen_at, last_seen_at, resolved_at)
    SELECT 'sandbox', 'not-in-books', 'payment', id, now(), '{}', now(), now(), CASE n WHEN 1 THEN now() END FROM unnest(ARRAY['a', 'b', 'c']) WITH ORDINALITY AS broken (id, n)`)
  const hold = (promised: string) =>
    db.asOwner(
      `INSERT INTO payments.holds (invoice_id, reasons, hours, began_at, promised_by, left_ms)
      SELECT id, ARRAY['amount'], 24, $1, ${promised} FROM payments.invoices AS invoice WHERE review = 'open'
        AND NOT EXISTS (SELECT FROM payments.holds WHERE invoice_id = invoice.id) LIMIT 1`,
      [now],
    )
  await hold(`$1::timestamptz + interval '1 hour', NULL`)
  await hold(`$1::timestamptz + interval '3 hours', NULL`)
  await hold('NULL, 1000')
  expect(await read()).toEqual({
    withdrawals_in_review: 3,
    withdrawals_in_review_oldest_seconds: 5400,
    payment_breaks: 2,
    invoices_flagged: 3,
    payout_promises_near: 1,
  })
})
