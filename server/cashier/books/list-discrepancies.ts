/** Open discrepancies between partners' statements and the ledger. */
import type { Database } from '../../kernel/db/connect.ts'

export type OpenDiscrepancy = {
  partner: string
  kind: string
  subject: string
  externalId: string
  happenedAt: Date
  detail: unknown
}

/** Oldest first. */
export async function listDiscrepancies({ kysely }: Database): Promise<OpenDiscrepancy[]> {
  return kysely
    .selectFrom('payments.breaks')
    .select(['partner', 'kind', 'subject', 'external_id as externalId', 'happened_at as happenedAt', 'detail'])
    .where('resolved_at', 'is', null)
    .orderBy('first_seen_at')
    .orderBy('id')
    .limit(500)
    .execute()
}
