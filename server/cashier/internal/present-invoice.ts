/** An invoice as the player sees it, in lists and pushes. */
import type { Selectable } from 'kysely'
import { toWire } from '#contract/money.ts'
import { type Invoice, type InvoiceStage, InvoiceStatus } from '#contract/payments.ts'
import type { Database, Tx } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { ownerOf } from './expectations.ts'
import { namesOf, type WithPartners } from './partner-of.ts'
import { readFields, readPublicData } from './stored.ts'

export type Timelines = Map<string, Array<{ stage: InvoiceStage; at: string }>>

export async function readTimelines(db: Database['kysely'] | Tx, ids: string[]): Promise<Timelines> {
  if (ids.length === 0) return new Map()
  const events = await db
    .selectFrom('payments.invoice_events')
    .select(['invoice_id', 'stage', 'at'])
    .where('invoice_id', 'in', ids)
    .orderBy('id')
    .execute()
  const timelines: Timelines = new Map()
  for (const { invoice_id, stage, at } of events) {
    const steps = timelines.get(invoice_id) ?? []
    // A note on an unchanged stage is for operators; the player sees each stage once.
    if (steps.at(-1)?.stage !== stage) steps.push({ stage: stage as InvoiceStage, at: at.toISOString() })
    timelines.set(invoice_id, steps)
  }
  return timelines
}

export function presentInvoice(
  deps: WithPartners,
  row: Selectable<Tables['payments.invoices']>,
  timelines: Timelines,
): Invoice {
  const { qr, message, paymentCode } = readPublicData(row.public_data)
  return {
    id: row.id,
    number: row.number,
    type: row.type as 1 | 2,
    status: row.status as 1 | 2 | 3,
    method: row.method,
    methodNames: namesOf(deps, row.partner, row.method),
    amount: toWire(row.amount ?? 0n),
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    stage: row.stage as InvoiceStage,
    timeline: timelines.get(row.id) ?? [],
    ...(row.closed_by ? { closedBy: row.closed_by as NonNullable<Invoice['closedBy']> } : {}),
    ...(row.is_cancellable ? {} : { isCancellable: false as const }),
    owner: ownerOf(row),
    expectedBy: row.status === InvoiceStatus.pending ? (row.expected_by?.toISOString() ?? null) : null,
    detail: detailOf(readFields(row.fields)),
    publicData: { ...(qr ? { qr } : {}), ...(message ? { message } : {}), ...(paymentCode ? { paymentCode } : {}) },
    version: row.version,
  }
}

/** Enough to recognise the destination, not enough to copy it. */
function detailOf(fields: Record<string, string>): string | null {
  if (fields.wallet_id) return `${fields.wallet_id.slice(0, 6)}…${fields.wallet_id.slice(-4)}`
  const account = fields.iban ?? fields.account_number
  return account ? `… ${account.slice(-4)}` : null
}
