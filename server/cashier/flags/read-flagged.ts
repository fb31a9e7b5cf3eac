/** A payment with its flags, events and movements, as operators see it. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'
import type { KernelDeps } from '../../deps.ts'
import { readMovements } from '../../ledger/index.ts'

export type FlaggedFile = {
  invoice: Record<string, unknown> & { amount: bigint | null; currency: string }
  flags: Awaited<ReturnType<typeof readFlags>>
  events: Awaited<ReturnType<typeof readEvents>>
  entries: Awaited<ReturnType<typeof readMovements>>
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
    readFlags(db.kysely, id),
    readEvents(db.kysely, id),
    readMovements(db.kysely, { kind: 'invoice', id }),
  ])
  return {
    invoice: shown,
    flags,
    events,
    entries,
  }
}

/** All of them, oldest first. */
export function readFlags(db: Kysely<Tables>, invoiceId: string) {
  return db
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
      'settled_by',
      'decision',
      'reason',
    ])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
}

export function readEvents(db: Kysely<Tables>, invoiceId: string) {
  return db
    .selectFrom('payments.invoice_events')
    .select(['at', 'stage', 'note'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
}
