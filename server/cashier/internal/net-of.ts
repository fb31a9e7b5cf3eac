/** Sums over all movements of an invoice. */
import { sql } from 'kysely'
import type { Tx } from '../../kernel/db/connect.ts'
import { clearing } from './addresses.ts'
import type { InvoiceRow } from './invoices.ts'

/** What the partner received and what the player gave, in the invoice's currency. */
export async function netOf(tx: Tx, row: InvoiceRow): Promise<{ partner: bigint; player: bigint }> {
  const {
    rows: [net],
  } = await sql<{ partner: bigint; player: bigint }>`
    SELECT coalesce(sum(entry.amount) FILTER (WHERE account.address = ${clearing(row.partner, row.currency)}), 0)::bigint AS partner,
      coalesce(-sum(entry.amount) FILTER (WHERE account.player_id IS NOT NULL AND account.currency = ${row.currency}), 0)::bigint AS player
    FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id JOIN ledger.accounts AS account ON account.id = entry.account_id
    WHERE movement.reference_kind = 'invoice' AND movement.reference_id = ${row.id}`.execute(tx)
  return net!
}
