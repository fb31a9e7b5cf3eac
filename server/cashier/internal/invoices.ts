/** Invoice rows: reading, locking, and the only function that moves them to another state. */
import { type Selectable, sql } from 'kysely'
import { type HoldReason, type Invoice, InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import { playerChannel } from '#contract/channels.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Deps, KernelDeps } from '../../deps.ts'
import type { Mover } from '../../kernel/machine.ts'
import { append } from '../../kernel/outbox/append.ts'
import { releaseDeposit } from '../../protection/index.ts'
import { lockStatus } from '../../identity/index.ts'
import { firstCheckMs } from './check-times.ts'
import { expectedBy } from './expectations.ts'
import { recordSettled } from './record-settled.ts'
import { presentInvoice, readTimelines } from './present-invoice.ts'
import { removeInstruction } from './notify-player.ts'
import { queueCancellation } from './queue-cancellation.ts'
import { flagStates, type InvoiceMove, moved } from './states.ts'
import type { PartnerAnswer, PublicData } from './stored.ts'
import { followHold } from '../payouts/holds.ts'

export type InvoiceRow = Selectable<Tables['payments.invoices']>
/** What moving an invoice needs. */
export type InvoiceDeps = KernelDeps & { partners: Pick<Deps['partners'], 'payments'> }

export type NewInvoice = {
  id: string
  playerId: string
  accountId: string
  type: (typeof InvoiceType)[keyof typeof InvoiceType]
  partner: string
  method: string
  currency: string
  amount: bigint | null
  network?: string | null
  fields?: Record<string, string>
  lateOf?: string
  /** The deposit whose partner received more than is booked of it. */
  excessOf?: string
  idempotencyKey?: string | undefined
  requestHash?: string
  nextCheckAt: Date | null
  bonus?: { id: string; version: number; sessionId: string } | null
  destination?: string
  /** A withdrawal that the policy lets its player cancel. */ isCancellable?: boolean
  /** The version of the payout promise under which a withdrawal is requested. */
  promiseVersion?: number | null
}

/** Null if a unique rule finds such an invoice: the same key, or an address that is still open. */
export async function insertInvoice(deps: InvoiceDeps, tx: Tx, invoice: NewInvoice): Promise<InvoiceRow | null> {
  const at = deps.clock.now()
  const row = await tx
    .insertInto('payments.invoices')
    .values({
      id: invoice.id,
      player_id: invoice.playerId,
      account_id: invoice.accountId,
      type: invoice.type,
      partner: invoice.partner,
      method: invoice.method,
      currency: invoice.currency,
      amount: invoice.amount,
      network: invoice.network ?? null,
      fields: JSON.stringify(invoice.fields ?? {}),
      late_of: invoice.lateOf ?? null,
      excess_of: invoice.excessOf ?? null,
      idempotency_key: invoice.idempotencyKey ?? null,
      request_hash: invoice.requestHash ?? null,
      next_check_at: invoice.nextCheckAt,
      bonus_id: invoice.bonus?.id ?? null,
      bonus_version: invoice.bonus?.version ?? null,
      bonus_session_id: invoice.bonus?.sessionId ?? null,
      destination: invoice.destination ?? null,
      is_cancellable: invoice.isCancellable ?? true,
      promise_version: invoice.promiseVersion ?? null,
      expected_by: (await expectedBy(deps, tx, { ...invoice, created_at: at }, 'created')) ?? null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  await tx.insertInto('payments.invoice_events').values({ invoice_id: row.id, stage: 'created', at }).execute()
  return row
}

/** With its player, which an invoice never changes. */
export async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow | undefined> {
  const invoice = await tx.selectFrom('payments.invoices').select('player_id').where('id', '=', id).executeTakeFirst()
  return invoice && lockOwnInvoice(tx, invoice.player_id, id)
}

export async function lockInvoiceNumbered(tx: Tx, number: string): Promise<InvoiceRow | undefined> {
  const invoice = await tx
    .selectFrom('payments.invoices')
    .select(['id', 'player_id'])
    .where('number', '=', number)
    .executeTakeFirst()
  return invoice && lockOwnInvoice(tx, invoice.player_id, invoice.id)
}

export async function lockOwnInvoice(tx: Tx, playerId: string, id: string): Promise<InvoiceRow | undefined> {
  await lockStatus(tx, playerId)
  return tx
    .selectFrom('payments.invoices')
    .selectAll()
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
}

export type ClosedBy = NonNullable<Invoice['closedBy']>

export type InvoiceChange = {
  /** The move in the table of states (states.ts); without it the invoice keeps its state. */
  move?: InvoiceMove
  by: Mover
  /** For a move to `declined`; by default the mover, and nobody where it is the system. */
  closedBy?: ClosedBy
  amount?: bigint
  externalId?: string
  answer?: PartnerAnswer
  publicData?: PublicData
  /** Raised and settled together with its row in `payments.flags`; null when it is settled. */
  flag?: string | null
  note?: string
  /** Of the operator whose decision ends a review. */
  review?: { by: string; note: string | null }
  reviewReasons?: HoldReason[]
  /** The partner of a payout could not be reached. */
  isStuck?: true
}

/**
 * Writes the change, its event and its push in one transaction. The caller must have locked the row. Throws for a move
 * that the table does not contain.
 */
export async function moveInvoice(
  deps: InvoiceDeps,
  tx: Tx,
  row: InvoiceRow,
  change: InvoiceChange,
): Promise<InvoiceRow> {
  const at = deps.clock.now()
  const next = change.move === undefined ? null : moved(row, change.move, change.by)
  if (change.flag !== undefined)
    flagStates.move(row.flag === null ? 'clear' : 'flagged', change.flag === null ? 'settled' : 'raised', change.by)
  const isFinal = next !== null && next.status !== InvoiceStatus.pending
  const expected = next && !isFinal ? await expectedBy(deps, tx, row, next.stage) : undefined
  const changed = await tx
    .updateTable('payments.invoices')
    .set({
      ...(next ? { stage: next.stage, status: next.status } : {}),
      ...(next?.review ? { review: next.review } : {}),
      ...(next?.review && next.review !== 'open'
        ? { reviewed_at: at, reviewed_by: change.review?.by ?? null, review_note: change.review?.note ?? null }
        : {}),
      ...(change.amount !== undefined ? { amount: change.amount } : {}),
      ...(change.externalId !== undefined ? { external_id: change.externalId } : {}),
      ...(change.answer ? { partner_answer: JSON.stringify(change.answer) } : {}),
      ...(change.publicData || isFinal ? { public_data: JSON.stringify(isFinal ? {} : change.publicData) } : {}),
      ...(change.flag !== undefined ? { flag: change.flag } : {}),
      ...(change.reviewReasons ? { review_reasons: change.reviewReasons } : {}),
      ...(expected !== undefined ? { expected_by: expected } : {}),
      ...(isFinal ? { ended_at: at } : {}),
      ...(next?.stage === 'declined'
        ? { closed_by: change.closedBy ?? (change.by === 'system' ? null : change.by) }
        : {}),
      // A partner that was never called has no expectation yet.
      ...(isFinal || change.move === 'queried' || change.move === 'parked' ? { next_check_at: null } : {}),
      ...(change.move === 'approved' ? { next_check_at: new Date(at.getTime() + firstCheckMs) } : {}),
      version: sql<number>`version + 1`,
      updated_at: at,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const hold = await followHold(deps, tx, changed, { isStuck: change.isStuck ?? false })
  const written = hold ? await expectWith(tx, changed, hold) : changed
  if (written.status === InvoiceStatus.failed && isFinal && row.type === InvoiceType.deposit)
    await endDeposit(deps, tx, written)
  if (next || change.note) {
    await tx
      .insertInto('payments.invoice_events')
      .values({ invoice_id: row.id, stage: written.stage, note: change.note ?? null, at })
      .execute()
  }
  if (isFinal && row.type === InvoiceType.deposit) await removeInstruction(tx, written)
  if (isFinal) await recordSettled(tx, written)
  await announce(deps, tx, written)
  return written
}

/** An operator answers by the promised time. What a partner takes is measured (expectations.ts). */
async function expectWith(
  tx: Tx,
  row: InvoiceRow,
  hold: { promised_by: Date | null; reasons: string[] },
): Promise<InvoiceRow> {
  if (hold.reasons.every((reason) => reason === 'partner')) return row
  return tx
    .updateTable('payments.invoices')
    .set({ expected_by: hold.promised_by })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A failure is the partner's assurance that nothing will arrive; a cancelled deposit may still be paid there. */
async function endDeposit(deps: InvoiceDeps, tx: Tx, row: InvoiceRow): Promise<void> {
  if (row.stage === 'failed') await releaseDeposit(tx, deps, row.id)
  else await queueCancellation(deps, tx, row)
}

export async function announce(deps: InvoiceDeps, tx: Tx, row: InvoiceRow): Promise<void> {
  const timelines = await readTimelines(tx, [row])
  await append(tx, {
    channel: playerChannel('payment:invoices', row.player_id),
    event: row.type === InvoiceType.deposit ? 'invoice.deposit.updated' : 'invoice.withdrawal.updated',
    payload: presentInvoice(deps, row, timelines),
    version: row.version,
  })
}
