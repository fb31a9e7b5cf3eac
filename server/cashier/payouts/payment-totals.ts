/** What of a player's payments a decision about a withdrawal depends on. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

function sumOf(type: number) {
  return sql<bigint>`coalesce(sum(amount) FILTER (WHERE type = ${sql.lit(type)}), 0)::bigint`
}

/** Of all successful payments, by currency. */
export function readPaymentTotals(db: Kysely<Tables>, playerId: string) {
  return db
    .selectFrom('payments.invoices')
    .select(['currency', sumOf(InvoiceType.deposit).as('deposited'), sumOf(InvoiceType.withdrawal).as('withdrawn')])
    .where('player_id', '=', playerId)
    .where('status', '=', InvoiceStatus.success)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

/** Withdrawals that this player has received at a destination. */
export async function countPaidTo(
  db: Kysely<Tables>,
  { playerId, destination }: { playerId: string; destination: string | null },
): Promise<number> {
  const { count } = await db
    .selectFrom('payments.invoices')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('player_id', '=', playerId)
    .where('destination', '=', destination)
    .where('status', '=', InvoiceStatus.success)
    .executeTakeFirstOrThrow()
  return count
}
