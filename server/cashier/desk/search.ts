/** Payments by number or id, and players by the destination of a withdrawal. */
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { InvoiceType } from '#contract/payments.ts'
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
      db
        .selectFrom('payments.invoices')
        .select('player_id')
        .where('type', '=', InvoiceType.withdrawal)
        .where(destinationIs(text))
        .groupBy('player_id')
        .limit(mostFound)
        .execute(),
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

/** As it is, or as a bank account that was pasted with spaces. */
function destinationIs(text: string) {
  const values = sql`jsonb_path_query_array(fields, '$.*')`
  const bare = text.replaceAll(/\s/g, '').toUpperCase()
  return sql<SqlBool>`(${values} @> jsonb_build_array(${text}::text) OR ${values} @> jsonb_build_array(${bare}::text))`
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
