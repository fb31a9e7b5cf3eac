/** What the ledger has booked of partners' payments, by the partner's ids. */
import { sql } from 'kysely'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Database } from '../../kernel/db/connect.ts'
import { excessMark } from '../deposits/payment-of.ts'

export type Subject = 'payment' | 'payout'
export type Booked = {
  id: string
  number: string
  subject: Subject
  externalId: string
  status: number
  flag: string | null
  currency: string
  /**
   * The amount that the ledger moved between the partner and the site, regardless of where it is now and of the
   * invoice's amount.
   */
  posted: bigint | null
  /** When it began: a late payment belongs to the invoice that it was too late for. */
  openedAt: Date
}

/** The separate invoice of a late payment has the partner's id with this suffix. */
const lateMark = ':late'

export const keyOf = (subject: Subject, externalId: string): string => `${subject} ${externalId}`

/** Money received in another currency than requested is reported in the received one. */
const currency = sql`coalesce((SELECT parked.currency FROM payments.flags AS parked WHERE parked.invoice_id = invoice.id AND parked.is_suspended), invoice.currency)`
/** `original`: what a late payment was too late for, or what an excess is beyond. */
const booked = sql`
  SELECT invoice.id, invoice.number, CASE invoice.type WHEN ${sql.lit(InvoiceType.deposit)} THEN 'payment' ELSE 'payout' END AS subject,
    CASE WHEN invoice.late_of IS NULL THEN invoice.external_id ELSE replace(invoice.external_id, ${lateMark}, '') END AS "externalId",
    invoice.status, invoice.flag, ${currency} AS currency, coalesce(original.created_at, invoice.created_at) AS "openedAt",
    (SELECT abs(sum(entry.amount))::bigint FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id JOIN ledger.accounts AS account ON account.id = entry.account_id
      WHERE movement.reference_kind = 'invoice' AND movement.reference_id IN (
          SELECT invoice.id::text UNION ALL SELECT invoice.late_of::text UNION ALL
          SELECT more.id::text FROM payments.invoices AS more WHERE more.excess_of IN (invoice.id, invoice.late_of) AND strpos(more.external_id, ${excessMark}) > 0)
        AND account.address = 'clearing:' || invoice.partner || ':' || ${currency}) AS posted
  FROM payments.invoices AS invoice LEFT JOIN payments.invoices AS original ON original.id = coalesce(invoice.late_of, invoice.excess_of)`

/** By partner's id. If one was credited late, the invoice that was credited counts. */
export async function bookedFor(
  { kysely }: Database,
  partner: string,
  payments: Array<{ externalId: string }>,
): Promise<Map<string, Booked>> {
  if (payments.length === 0) return new Map()
  const ids = payments.flatMap(({ externalId }) => [externalId, externalId + lateMark])
  const { rows } =
    await sql<Booked>`${booked} WHERE invoice.partner = ${partner} AND invoice.external_id = ANY(${ids}) ORDER BY invoice.late_of IS NOT NULL`.execute(
      kysely,
    )
  return new Map(rows.map((row) => [keyOf(row.subject, row.externalId), row]))
}

/** Successful invoices that began within the period, and those decided by an operator, ordered by id. */
export async function bookedBetween(
  { kysely }: Database,
  partner: string,
  { from, to }: { from: Date; to: Date },
  after: string | null,
  limit: number,
): Promise<Booked[]> {
  const { rows } = await sql<Booked>`${booked}
    WHERE invoice.partner = ${partner} AND invoice.external_id IS NOT NULL
      AND (invoice.status = ${sql.lit(InvoiceStatus.success)} OR EXISTS (SELECT FROM payments.flags AS settled WHERE settled.invoice_id = invoice.id AND settled.settled_at IS NOT NULL))
      AND (invoice.excess_of IS NULL OR strpos(invoice.external_id, ${excessMark}) = 0)
      AND coalesce(original.created_at, invoice.created_at) >= ${from} AND coalesce(original.created_at, invoice.created_at) < ${to}
      AND (${after}::uuid IS NULL OR invoice.id > ${after}::uuid) ORDER BY invoice.id LIMIT ${limit}`.execute(kysely)
  return rows
}
