/** A partner's payment as the books have it: the deposit that credited it, and what was more than that. */
import { sql } from 'kysely'
import { InvoiceStatus } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { suspenseReturned } from '../../ledger/index.ts'
import type { InvoiceRow } from '../internal/invoices.ts'

/** Ends the partner's id of a deposit that is the excess of a payment. */
export const excessMark = ':more-'

export type Payment = {
  /** Its own deposit, or that of a late one; undefined if none credited it. */
  credited: InvoiceRow | undefined
  /** Of the same payment, in their order. */
  excess: InvoiceRow[]
}

/** Locks what belongs to the payment of a locked deposit. */
export async function lockPayment(tx: Tx, row: InvoiceRow): Promise<Payment> {
  const others = await tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where((of) => of.or([of('late_of', '=', row.id), of('excess_of', '=', row.id)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const late = others.find((each) => each.late_of === row.id && each.status === InvoiceStatus.success)
  return {
    credited: row.status === InvoiceStatus.success ? row : late,
    // Another payment for the same deposit is compared by itself.
    excess: others.filter(({ excess_of, external_id }) => excess_of === row.id && external_id?.includes(excessMark)),
  }
}

/**
 * What is booked of a payment by currency, wherever it is now. What was sent back to the payer counts: the partner
 * reports it still. What was reversed does not.
 */
export async function readBooked(tx: Tx, row: InvoiceRow, { excess }: Payment): Promise<Map<string, bigint>> {
  const ids = [row.id, ...excess.map(({ id }) => id)]
  const { rows } = await sql<{ currency: string; amount: bigint }>`
    SELECT account.currency, -sum(entry.amount)::bigint AS amount
    FROM ledger.movements AS movement
    JOIN ledger.entries AS entry ON entry.movement_id = movement.id
    JOIN ledger.accounts AS account ON account.id = entry.account_id
    WHERE movement.reference_kind = 'invoice' AND movement.kind <> ${suspenseReturned.name}
      AND movement.reference_id IN (
        SELECT id::text FROM payments.invoices WHERE id = ANY(${ids}::uuid[]) OR late_of = ANY(${ids}::uuid[]))
      AND account.address = 'clearing:' || ${row.partner}::text || ':' || account.currency
    GROUP BY 1`.execute(tx)
  return new Map(rows.map(({ currency, amount }) => [currency, amount]))
}
