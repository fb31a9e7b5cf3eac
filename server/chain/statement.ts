/** The statement of the chains: confirmed transfers, whether or not the ledger has them. Reading it needs no node. */
import { sql } from 'kysely'
import { toSubunits } from '#contract/money.ts'
import type { Database } from '../kernel/db/connect.ts'
import type { StatementPage, StatementQuery } from '../partners/payments/port.ts'

const pageSize = 500

type Row = {
  subject: 'payment' | 'payout'
  externalId: string
  invoiceId: string | null
  amount: string
  currency: string
  openedAt: Date
}

/** Dust and unknown tokens belong to nobody and are in no statement. */
export async function readStatement(
  { kysely }: Database,
  currencies: string[],
  { from, to, cursor = null }: StatementQuery,
): Promise<StatementPage> {
  const after = cursor === null ? 0 : Number(cursor)
  const { rows } = await sql<Row>`
    SELECT * FROM (
      SELECT 'payment' AS subject, coalesce(transfer.invoice_id::text, 'transfer ' || transfer.id) AS "externalId", transfer.invoice_id AS "invoiceId",
        transfer.amount::text AS amount, transfer.asset AS currency, coalesce(waiting.created_at, transfer.first_seen_at) AS "openedAt"
      FROM chain.transfers AS transfer LEFT JOIN chain.awaiting AS waiting ON waiting.invoice_id = transfer.invoice_id
      WHERE transfer.state = 'confirmed' AND transfer.asset = ANY (${currencies}::text[])
      UNION ALL
      SELECT 'payout', payout.invoice_id::text, payout.invoice_id, payout.amount::text, payout.currency, payout.queued_at
      FROM chain.payouts AS payout WHERE payout.state = 'paid'
    ) AS stated WHERE "openedAt" >= ${from} AND "openedAt" < ${to}
    ORDER BY "openedAt", "externalId" OFFSET ${after} LIMIT ${pageSize}`.execute(kysely)
  return {
    transactions: rows.map(({ amount, ...row }) => ({ ...row, amount: toSubunits(BigInt(amount)) })),
    next: rows.length < pageSize ? null : String(after + pageSize),
  }
}
