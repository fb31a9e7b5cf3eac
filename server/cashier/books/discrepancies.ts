/** Differences between partners' statements and the ledger, stored until they are resolved. */
import { sql } from 'kysely'
import type { KernelDeps } from '../../deps.ts'
import type { Subject } from './booked.ts'

export type Break = {
  kind: 'not-in-books' | 'not-at-partner' | 'other-amount' | 'counted-twice'
  subject: Subject
  externalId: string
  invoiceId: string | null
  happenedAt: Date
  detail: Record<string, unknown>
}

/** Stores what was found, and resolves earlier discrepancies of this period that no longer exist. */
export async function storeDiscrepancies(
  { db, clock }: KernelDeps,
  partner: string,
  { from, to }: { from: Date; to: Date },
  breaks: Break[],
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    for (const { kind, subject, externalId, invoiceId, happenedAt, detail } of breaks) {
      await tx
        .insertInto('payments.breaks')
        .values({
          partner,
          kind,
          subject,
          external_id: externalId,
          invoice_id: invoiceId,
          detail,
          happened_at: happenedAt,
          first_seen_at: now,
          last_seen_at: now,
        })
        .onConflict((conflict) =>
          conflict.columns(['partner', 'subject', 'external_id', 'kind']).doUpdateSet({
            detail,
            last_seen_at: now,
            resolved_at: null,
            // What was accepted is accepted as it was.
            accepted_at: sql<Date | null>`CASE WHEN breaks.detail = excluded.detail THEN breaks.accepted_at END`,
            accepted_by: sql<string | null>`CASE WHEN breaks.detail = excluded.detail THEN breaks.accepted_by END`,
            accepted_reason: sql<
              string | null
            >`CASE WHEN breaks.detail = excluded.detail THEN breaks.accepted_reason END`,
          }),
        )
        .execute()
    }
    await tx
      .updateTable('payments.breaks')
      .set({ resolved_at: now })
      .where('partner', '=', partner)
      .where('happened_at', '>=', from)
      .where('happened_at', '<', to)
      .where('resolved_at', 'is', null)
      .where('last_seen_at', '<', now)
      .execute()
  })
}
