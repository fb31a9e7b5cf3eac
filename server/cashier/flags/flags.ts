/** Flagged payments: the partner's report is stored with the flag until an operator decides. */
import type { Selectable } from 'kysely'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { type InvoiceChange, type InvoiceDeps, type InvoiceRow, moveInvoice } from '../internal/invoices.ts'

export type FlagRow = Selectable<Tables['payments.flags']>
/** The partner contradicts what is final, or what an operator decided before. */
export const failedAfterSuccess = 'failed after success'
export const paidAfterReturn = 'paid after return'
export const paidAfterReversal = 'paid after reversal'
/** It reports other money than what is booked: more of it is in suspense, as a deposit of its own. */
export const paidMore = 'paid more'
export const paidLess = 'paid less'
export const anotherCurrency = 'another currency'

/**
 * `give-back`: the amount is returned to the player. `charge-…`: the partner paid, and this side bears the difference.
 * `dismiss`: nothing moves.
 */
export type FlagDecision = 'credit' | 'send-back' | 'keep' | 'charge-house' | 'charge-player' | 'give-back' | 'dismiss'
type Report = { state: string; amount: bigint | null; currency: string; externalId: string }
export type Raised = { flag: string; by: 'partner' | 'operator'; note?: string; report?: Report; isSuspended?: boolean }

/**
 * What moved money for this invoice, in order. Money in suspense is left out: whether it was credited shows in the
 * invoice.
 */
async function listDecisions(tx: Tx, invoiceId: string): Promise<FlagDecision[]> {
  const rows = await tx
    .selectFrom('payments.flags')
    .select('decision')
    .where('invoice_id', '=', invoiceId)
    .where('decision', '<>', 'dismiss')
    .where('is_suspended', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ decision }) => decision as FlagDecision)
}

export async function readLastDecision(tx: Tx, invoiceId: string): Promise<FlagDecision | undefined> {
  return (await listDecisions(tx, invoiceId)).at(-1)
}

/** Whether the partner has the money of a final payout, or keeps that of a credited deposit, as the ledger has it. */
export async function isStanding(tx: Tx, { id, type, status }: InvoiceRow): Promise<boolean> {
  const last = await readLastDecision(tx, id)
  const isCharged = last === 'charge-house' || last === 'charge-player'
  if (type === InvoiceType.deposit) return status === InvoiceStatus.success && !isCharged
  return last === undefined ? status === InvoiceStatus.success : isCharged
}

/** False if a flag is open, or if the same report was already settled by moving money. */
export async function raiseFlag(
  deps: InvoiceDeps,
  tx: Tx,
  row: InvoiceRow,
  { flag, by, note = flag, report, isSuspended = false }: Raised,
  change: Omit<InvoiceChange, 'by'> = {},
): Promise<boolean> {
  if (row.flag !== null) return false
  const amount = report?.amount != null && report.amount > 0n ? report.amount : null
  const raised = await tx
    .insertInto('payments.flags')
    .values({
      invoice_id: row.id,
      flag,
      state: report?.state ?? null,
      amount,
      currency: report?.currency ?? null,
      external_id: report?.externalId ?? null,
      is_suspended: isSuspended,
      decided_before: (await listDecisions(tx, row.id)).length,
      raised_at: deps.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!raised) return false
  await moveInvoice(deps, tx, row, { ...change, by, flag, note })
  return true
}

/** Whether money of this invoice was in suspense before and an operator has decided about it. */
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

/** The partner has taken back what is in suspense. False if nothing is, or if that was reported before. */
export function failSuspense(tx: Tx, invoiceId: string): Promise<boolean> {
  return noteState(tx, invoiceId, 'failed', true)
}

/** The partner has the money again of a deposit whose reversal is not decided yet. */
export function undoFailure(tx: Tx, invoiceId: string): Promise<boolean> {
  return noteState(tx, invoiceId, 'succeeded', false)
}

async function noteState(tx: Tx, invoiceId: string, state: string, isSuspended: boolean): Promise<boolean> {
  const row = await tx
    .updateTable('payments.flags')
    .set({ state })
    .where('invoice_id', '=', invoiceId)
    .where('is_suspended', '=', isSuspended)
    .where('settled_at', 'is', null)
    .where('state', 'is distinct from', state)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Standing = Pick<InvoiceRow, 'type' | 'status' | 'review'>

/** The possible decisions. */
export function decisionsOf(
  { type, status, review }: Standing,
  { flag, is_suspended, state }: Pick<FlagRow, 'flag' | 'is_suspended' | 'state'>,
): FlagDecision[] {
  if (type === InvoiceType.deposit) {
    if (is_suspended) return state === 'failed' ? ['send-back'] : ['credit', 'send-back', 'keep']
    if (flag === paidAfterReversal) return ['give-back', 'keep', 'dismiss']
    if (flag === paidLess) return ['dismiss']
    return status === InvoiceStatus.success ? ['charge-house', 'charge-player', 'dismiss'] : ['dismiss']
  }
  if (status !== InvoiceStatus.pending) {
    const isPaid = flag === paidAfterReturn ? false : flag === failedAfterSuccess || status === InvoiceStatus.success
    return isPaid ? ['give-back', 'dismiss'] : ['charge-house', 'charge-player', 'dismiss']
  }
  // It was never sent: unless the partner paid it nevertheless, it is approved or declined as usual.
  if (review === 'open') return state === 'succeeded' ? ['charge-house', 'charge-player', 'dismiss'] : ['dismiss']
  return ['charge-house', 'charge-player', 'give-back', 'dismiss']
}
