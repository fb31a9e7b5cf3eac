/** Withdrawals as operators see them. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { sql } from 'kysely'
import type { Database } from '../../kernel/db/connect.ts'
import type { KernelDeps } from '../../deps.ts'
import { labelsOf, readPlayer } from '../../identity/index.ts'

export type WithdrawalInReview = {
  number: string
  createdAt: Date
  amount: bigint
  currency: string
  method: string
  partner: string
  reasons: string[]
  player: string
}

/** The longest waiting first. */
export async function listWithdrawalsInReview({ kysely }: Database): Promise<WithdrawalInReview[]> {
  const rows = await kysely
    .selectFrom('payments.invoices as invoice')
    .select([
      'number',
      'invoice.created_at as createdAt',
      sql<bigint>`amount`.as('amount'),
      'invoice.currency',
      'method',
      'partner',
      'review_reasons as reasons',
      'player_id',
    ])
    .where('review', '=', 'open')
    .orderBy('invoice.created_at')
    .limit(500)
    .execute()
  const labels = await labelsOf(
    kysely,
    rows.map((row) => row.player_id),
  )
  return rows.map(({ player_id, ...row }) => ({ ...row, player: labels.get(player_id)! }))
}

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
  const [events, player, totals, { before }] = await Promise.all([
    db.kysely
      .selectFrom('payments.invoice_events')
      .select(['at', 'stage', 'note'])
      .where('invoice_id', '=', id)
      .orderBy('id')
      .execute(),
    readPlayer(db.kysely, playerId),
    db.kysely
      .selectFrom('payments.invoices')
      .select(['currency', sumOf(InvoiceType.deposit).as('deposited'), sumOf(InvoiceType.withdrawal).as('withdrawn')])
      .where('player_id', '=', playerId)
      .where('status', '=', InvoiceStatus.success)
      .groupBy('currency')
      .orderBy('currency')
      .execute(),
    db.kysely
      .selectFrom('payments.invoices')
      .select(sql<number>`count(*)::int`.as('before'))
      .where('player_id', '=', playerId)
      .where('destination', '=', destination)
      .where('status', '=', InvoiceStatus.success)
      .executeTakeFirstOrThrow(),
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
