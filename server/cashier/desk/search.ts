/** Payments by number or id, and players by the destination of a withdrawal. */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { InvoiceType } from '#contract/payments.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { type DeskSearch, foundPlayer, mostFound } from '../../kernel/desk-search.ts'
import { timelineSource } from '../../kernel/timeline.ts'
import { inUnits } from '../../reference/index.ts'

export const deskSearch: DeskSearch = {
  scope: 'cashier:read',
  async find(db, text) {
    const invoices = db
      .selectFrom('payments.invoices')
      .select(['number', 'player_id', 'type', 'amount', 'currency', 'stage'])
      .limit(mostFound)
    const isId = z.uuid().safeParse(text).success
    const [byNumber, byId, byExternal, byDestination] = await Promise.all([
      invoices.where('number', '=', text.toUpperCase()).execute(),
      isId ? invoices.where('id', '=', text).execute() : [],
      invoices.where('external_id', '=', text).execute(),
      findByDestination(db, text),
    ])
    return [
      ...[...byNumber, ...byId, ...byExternal].map(({ number, player_id, type, amount, currency, stage }) => ({
        kind: 'payment' as const,
        title: number,
        detail: [
          type === InvoiceType.deposit ? 'deposit' : 'withdrawal',
          amount === null ? currency : `${inUnits(amount, currency).amount} ${currency}`,
          stage,
          player_id.slice(0, 8),
        ].join(' · '),
        path: `${type === InvoiceType.deposit ? '/payments' : '/withdrawals'}/${number}`,
      })),
      ...byDestination.map(({ player_id }) => foundPlayer(player_id, text)),
    ]
  },
}

/**
 * The value as it is, or as a bank account that was pasted with spaces; every destination has a digit or an @. They are
 * read first, because the planner would look for them among the payments of one player after the other.
 */
async function findByDestination(db: Kysely<Tables>, text: string): Promise<Array<{ player_id: string }>> {
  if (!/[\d@]/.test(text)) return []
  const values = sql`jsonb_path_query_array(fields, '$.*')`
  const bare = text.replaceAll(/\s/g, '').toUpperCase()
  const { rows } = await sql<{ player_id: string }>`
    WITH paid AS MATERIALIZED (
      SELECT player_id FROM payments.invoices
      WHERE type = ${sql.lit(InvoiceType.withdrawal)}
        AND (${values} @> jsonb_build_array(${text}::text) OR ${values} @> jsonb_build_array(${bare}::text))
    ) SELECT DISTINCT player_id FROM paid LIMIT ${mostFound}`.execute(db)
  return rows
}

type Invoice = { number: string; type: number; amount: bigint | null; currency: string; stage: string; method: string }

export const timeline = [
  timelineSource<Invoice>({
    name: 'payments',
    kind: 'money',
    scope: 'cashier:read',
    from: sql`payments.invoices`,
    where: (playerId) => sql`player_id = ${playerId}`,
    at: sql`created_at`,
    id: sql`id`,
    idType: 'uuid',
    select: sql`number, type, amount, currency, stage, method`,
    show: ({ number, type, amount, currency, stage, method }) => ({
      what: type === InvoiceType.deposit ? 'deposit' : 'withdrawal',
      detail: `${number} · ${method}`,
      state: stage,
      amount: amount === null ? null : inUnits(amount, currency),
      path: `${type === InvoiceType.deposit ? '/payments' : '/withdrawals'}/${number}`,
    }),
  }),
]
