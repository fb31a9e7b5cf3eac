/** The flags and events of a payment, as operators see them. */
import type { Kysely } from 'kysely'
import type { Tables } from '../../kernel/db/tables.ts'

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
