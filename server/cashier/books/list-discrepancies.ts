/** Open discrepancies between partners' statements and the ledger. */
import type { Database } from '../../kernel/db/connect.ts'

/** Oldest first. */
export function listDiscrepancies(
  { kysely }: Database,
  { limit = 500, withAccepted = false }: { limit?: number; withAccepted?: boolean } = {},
) {
  return kysely
    .selectFrom('payments.breaks')
    .selectAll()
    .where('resolved_at', 'is', null)
    .$if(!withAccepted, (query) => query.where('accepted_at', 'is', null))
    .orderBy('first_seen_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
