/** A withdrawal as operators see it. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { readEvents } from '../flags/read-flagged.ts'
import { readPlayer } from '../../identity/index.ts'

export type WithdrawalFile = {
  invoice: Record<string, unknown>
  events: Array<{ at: Date; stage: string; note: string | null }>
  player: Record<string, unknown>
  /** All-time totals per currency, in subunits, without pending payments. */
  totals: Array<{ currency: string; deposited: bigint; withdrawn: bigint }>
}

/** The facts for a decision; null if the withdrawal does not exist. */
export async function readWithdrawal({ db }: KernelDeps, number: string): Promise<WithdrawalFile | null> {
  const invoice = await db.kysely
    .selectFrom('payments.invoices')
    .select([
      'id',
      'player_id',
      'number',
      'status',
      'stage',
      'review',
      'review_reasons',
      'flag',
      'amount',
      'currency',
      'partner',
      'method',
      'network',
      'fields',
      'destination',
      'external_id',
      'created_at',
      'expected_by',
    ])
    .where('number', '=', number)
    .where('type', '=', InvoiceType.withdrawal)
    .executeTakeFirst()
  if (!invoice) return null
  const { id, player_id: playerId, destination, ...shown } = invoice
  const [events, player, totals, before] = await Promise.all([
    readEvents(db.kysely, id),
    readPlayer(db.kysely, playerId),
    readPaymentTotals(db.kysely, playerId),
    countPaidTo(db.kysely, { playerId, destination }),
  ])
  const { email, phone, country, status, created_at, identity_verified_at } = player
  return {
    invoice: { ...shown, paid_to_there_before: before },
    events,
    player: { id: playerId, email, phone, country, status, created_at, identity_verified_at },
    totals,
  }
}

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
