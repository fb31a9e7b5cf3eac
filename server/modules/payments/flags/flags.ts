/** Payments that a person must look at: what the partner said is kept beside the flag, until somebody has decided. */
import type { Selectable } from 'kysely'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../../db/connect.ts'
import type { Tables } from '../../../db/tables.ts'
import { type InvoiceChange, type InvoiceDeps, type InvoiceRow, moveInvoice } from '../internal/invoices.ts'

export type FlagRow = Selectable<Tables['payments.flags']>
/** `give-back`: the player has it again. `charge-…`: the partner paid, and this is who bears it. `dismiss`: nothing moves. */
export type FlagDecision = 'credit' | 'send-back' | 'keep' | 'charge-house' | 'charge-player' | 'give-back' | 'dismiss'
type Said = { state: string; amount: bigint | null; currency: string; externalId: string }
export type Raised = { flag: string; by: 'partner' | 'operator'; note?: string; said?: Said; isSuspended?: boolean }

/** False where one is open already, or where the same was settled by moving money: that is not asked again. */
export async function raiseFlag(
  deps: InvoiceDeps,
  tx: Tx,
  row: InvoiceRow,
  { flag, by, note = flag, said, isSuspended = false }: Raised,
  change: Omit<InvoiceChange, 'by'> = {},
): Promise<boolean> {
  if (row.flag !== null) return false
  const amount = said?.amount != null && said.amount > 0n ? said.amount : null
  const raised = await tx
    .insertInto('payments.flags')
    .values({
      invoice_id: row.id,
      flag,
      state: said?.state ?? null,
      amount,
      currency: said?.currency ?? null,
      external_id: said?.externalId ?? null,
      is_suspended: isSuspended,
      raised_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!raised) return false
  await moveInvoice(deps, tx, row, { ...change, by, flag, note })
  return true
}

/** Whether money of this invoice was in suspense before, and a person has said what becomes of it. */
export async function isSuspenseSettled(tx: Tx, invoiceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payments.flags')
    .select('id')
    .where('invoice_id', '=', invoiceId)
    .where('is_suspended', '=', true)
    .where('settled_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Standing = Pick<InvoiceRow, 'type' | 'status' | 'review'>

/** What a person may decide of it. */
export function decisionsOf(
  { type, status, review }: Standing,
  { is_suspended, state }: Pick<FlagRow, 'is_suspended' | 'state'>,
): FlagDecision[] {
  if (type === InvoiceType.deposit) {
    if (is_suspended) return ['credit', 'send-back', 'keep']
    return status === InvoiceStatus.success ? ['charge-house', 'charge-player', 'dismiss'] : ['dismiss']
  }
  if (status === InvoiceStatus.success) return ['give-back', 'dismiss']
  if (status === InvoiceStatus.failed) return ['charge-house', 'charge-player', 'dismiss']
  // Nobody was asked to send it: unless it was paid all the same, it is approved or declined like any other.
  if (review === 'open') return state === 'succeeded' ? ['charge-house', 'charge-player', 'dismiss'] : ['dismiss']
  return ['charge-house', 'charge-player', 'give-back', 'dismiss']
}
