/** Flagged payments as operators see them. */
import type { Database } from '../../kernel/db/connect.ts'
import type { KernelDeps } from '../../deps.ts'
import { decisionsOf, type FlagDecision } from './flags.ts'

export type Flagged = {
  number: string
  type: number
  status: number
  raisedAt: Date
  flag: string
  partner: string
  method: string
  player: string
  /** What was requested, and what the partner reported; null if it reported none. */
  requested: { amount: bigint | null; currency: string }
  reported: { amount: bigint | null; currency: string | null }
  decisions: FlagDecision[]
}

/** The longest waiting first. */
export async function listFlagged({ kysely }: Database): Promise<Flagged[]> {
  const rows = await kysely
    .selectFrom('payments.flags as raised')
    .innerJoin('payments.invoices as invoice', 'invoice.id', 'raised.invoice_id')
    .select([
      'invoice.number',
      'invoice.type',
      'invoice.status',
      'invoice.review',
      'invoice.partner',
      'invoice.method',
      'invoice.player_id',
      'invoice.amount as asked_amount',
      'invoice.currency as asked_currency',
      'raised.flag',
      'raised.raised_at',
      'raised.state',
      'raised.amount',
      'raised.currency',
      'raised.is_suspended',
    ])
    .where('raised.settled_at', 'is', null)
    .orderBy('raised.raised_at')
    .orderBy('raised.id')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    number: row.number,
    type: row.type,
    status: row.status,
    raisedAt: row.raised_at,
    flag: row.flag,
    partner: row.partner,
    method: row.method,
    player: row.player_id,
    requested: { amount: row.asked_amount, currency: row.asked_currency },
    reported: { amount: row.amount, currency: row.currency },
    decisions: decisionsOf(row, row),
  }))
}

export type FlaggedFile = {
  invoice: Record<string, unknown>
  flags: Array<Record<string, unknown>>
  events: Array<{ at: Date; stage: string; note: string | null }>
  entries: Array<{ kind: string; from: string; to: string; amount: bigint; currency: string }>
}

/** A payment with all its flags and movements; null if the number is unknown. */
export async function readFlagged({ db }: KernelDeps, number: string): Promise<FlaggedFile | null> {
  const invoice = await db.kysely
    .selectFrom('payments.invoices')
    .select([
      'id',
      'number',
      'type',
      'status',
      'stage',
      'review',
      'flag',
      'amount',
      'currency',
      'partner',
      'method',
      'network',
      'fields',
      'external_id',
      'player_id',
      'created_at',
      'ended_at',
    ])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!invoice) return null
  const { id, ...shown } = invoice
  const [flags, events, entries] = await Promise.all([
    db.kysely
      .selectFrom('payments.flags')
      .select([
        'flag',
        'state',
        'amount',
        'currency',
        'external_id',
        'is_suspended',
        'raised_at',
        'settled_at',
        'decision',
        'reason',
      ])
      .where('invoice_id', '=', id)
      .orderBy('id')
      .execute(),
    db.kysely
      .selectFrom('payments.invoice_events')
      .select(['at', 'stage', 'note'])
      .where('invoice_id', '=', id)
      .orderBy('id')
      .execute(),
    db.kysely
      .selectFrom('ledger.movements as movement')
      .innerJoin('ledger.entries as entry', 'entry.movement_id', 'movement.id')
      .innerJoin('ledger.accounts as source', 'source.id', 'entry.account_id')
      .innerJoin('ledger.accounts as target', 'target.id', 'entry.counterparty_id')
      .select(['movement.kind', 'source.address as from', 'target.address as to', 'entry.amount', 'source.currency'])
      .where('movement.reference_kind', '=', 'invoice')
      .where('movement.reference_id', '=', id)
      .where('entry.amount', '<', 0n)
      .orderBy('movement.id')
      .orderBy('entry.ordinal')
      .execute(),
  ])
  return {
    invoice: shown,
    flags,
    events,
    entries: entries.map((entry) => ({ ...entry, amount: -entry.amount })),
  }
}
