/**
 * Records promises whose time has passed without an answer, and pays what the definition promises for them, once each.
 * Also for a hold that ended late, before this job came to it.
 */
import { sql } from 'kysely'
import { InvoiceStatus } from '#contract/payments.ts'
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { LedgerDeps } from '../../deps.ts'
import { payoutCompensation } from '../../ledger/index.ts'
import { type InvoiceDeps, lockInvoice, moveInvoice } from '../internal/invoices.ts'
import { notifyPlayer } from '../internal/notify-player.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'
import { compensationOf, readPromise } from './promise.ts'

/** SQL for the job: when the next promise is broken. */
export const nextPromise =
  'SELECT promised_by FROM payments.holds WHERE outcome IS NULL AND promised_by IS NOT NULL ORDER BY promised_by LIMIT 1'

const batch = 100

export async function breakPromises(deps: InvoiceDeps & LedgerDeps): Promise<void> {
  for (let after: { at: Date; id: bigint } | null = null; ;) {
    const due: Array<{ id: bigint; invoice_id: string; promised_by: Date | null }> = await deps.db.kysely
      .selectFrom('payments.holds')
      .select(['id', 'invoice_id', 'promised_by'])
      .where('outcome', 'is', null)
      .where('promised_by', '<', deps.clock.now())
      .$if(after !== null, (query) =>
        query.where(sql<boolean>`(promised_by, id) > (${after!.at}::timestamptz, ${after!.id}::bigint)`),
      )
      .orderBy('promised_by')
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const hold of due)
      await deps.db
        .transaction((tx) => breakOne(deps, tx, hold))
        .catch((error: unknown) =>
          deps.log.error({ err: error, hold: String(hold.id) }, 'a broken promise could not be settled'),
        )
    if (due.length < batch) return
    const last = due.at(-1)!
    after = { at: last.promised_by!, id: last.id }
  }
}

async function breakOne(
  deps: InvoiceDeps & LedgerDeps,
  tx: Tx,
  { id, invoice_id }: { id: bigint; invoice_id: string },
) {
  const row = (await lockInvoice(tx, invoice_id))!
  // Decided by another process, or answered in time, since it was read.
  const isDue = await tx
    .selectFrom('payments.holds')
    .select('id')
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('promised_by', '<', deps.clock.now())
    .executeTakeFirst()
  if (!isDue) return
  const amount = row.amount!
  const promise = await readPromise(tx, row.promise_version)
  const compensation = await compensationOf(tx, deps, promise, { amount, currency: row.currency })
  await tx.updateTable('payments.holds').set({ outcome: 'broken', compensation }).where('id', '=', id).execute()
  if (compensation !== null) {
    await postOrThrow(deps, tx, {
      ...payoutCompensation.of({
        playerId: row.player_id,
        currency: row.currency,
        amount: toSubunits(compensation),
      }),
      actor: 'payments',
      idempotencyKey: `payout-compensation:${id}`,
      requestHash: `${compensation} ${row.currency}`,
      reference: { kind: 'invoice', id: row.id, label: row.number },
    })
    await notifyPlayer(deps, tx, row, { alert: 'withdrawalCompensated', shown: compensation, once: String(id) })
  }
  const note = row.status === InvoiceStatus.pending ? { note: 'the promised time has passed' } : {}
  await moveInvoice(deps, tx, row, { by: 'system', ...note })
}
