/** An invoice as the player sees it, in lists and pushes. */
import type { Selectable } from 'kysely'
import { toWire } from '#contract/money.ts'
import { type Invoice, type InvoiceStage, InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Database, Tx } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { ownerOf } from './expectations.ts'
import { namesOf, type WithPartners } from './partner-of.ts'
import { readHolds } from '../payouts/holds.ts'
import { readFields, readPublicData } from './stored.ts'

/** Flags of money that the player's own protection keeps from the balance. */
export const paidWhileExcluded = 'paid while excluded'
export const paidBeyondLimit = 'paid beyond a limit'

/** What an invoice has been through: its stages, and the holds of a withdrawal. */
type Course = Pick<Invoice, 'timeline' | 'hold' | 'turns' | 'compensation'>
export type Timelines = Map<string, Course>

export async function readTimelines(
  db: Database['kysely'] | Tx,
  rows: ReadonlyArray<{ id: string; type: number }>,
): Promise<Timelines> {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const events = await db
    .selectFrom('payments.invoice_events')
    .select(['invoice_id', 'stage', 'at'])
    .where('invoice_id', 'in', ids)
    .orderBy('id')
    .execute()
  const holds = await readHolds(
    db,
    rows.filter(({ type }) => type === InvoiceType.withdrawal).map(({ id }) => id),
  )
  const timelines: Timelines = new Map()
  for (const { invoice_id, stage, at } of events) {
    const course = timelines.get(invoice_id) ?? { timeline: [], ...holds.get(invoice_id) }
    const { timeline } = course
    // A note on an unchanged stage is for operators; the player sees each stage once.
    if (timeline.at(-1)?.stage !== stage) timeline.push({ stage: stage as InvoiceStage, at: at.toISOString() })
    timelines.set(invoice_id, course)
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
    timeline: [],
    ...timelines.get(row.id),
    ...(row.closed_by ? { closedBy: row.closed_by as NonNullable<Invoice['closedBy']> } : {}),
    ...heldByOf(row),
    ...(row.is_cancellable ? {} : { isCancellable: false as const }),
    owner: timelines.get(row.id)?.hold?.holder ?? ownerOf(row),
    expectedBy: row.status === InvoiceStatus.pending ? (row.expected_by?.toISOString() ?? null) : null,
    detail: detailOf(readFields(row.fields)),
    publicData: { ...(qr ? { qr } : {}), ...(message ? { message } : {}), ...(paymentCode ? { paymentCode } : {}) },
    version: row.version,
  }
}

function heldByOf({ status, flag }: { status: number; flag: string | null }): Pick<Invoice, 'heldBy'> {
  if (status !== InvoiceStatus.pending) return {}
  if (flag === paidWhileExcluded) return { heldBy: 'exclusion' }
  return flag === paidBeyondLimit ? { heldBy: 'limit' } : {}
}

/** Enough to recognise the destination, not enough to copy it. */
function detailOf(fields: Record<string, string>): string | null {
  if (fields.wallet_id) return `${fields.wallet_id.slice(0, 6)}…${fields.wallet_id.slice(-4)}`
  const account = fields.iban ?? fields.account_number
  return account ? `… ${account.slice(-4)}` : null
}
