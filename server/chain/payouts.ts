/** The queue of payouts: each is accepted once, can be cancelled until it is signed, and is reported to payments. */
import { getAddress, type Hex, isAddress, zeroAddress } from 'viem'
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../kernel/db/connect.ts'
import type { PayoutReport, SendPayout } from '../partners/payments/port.ts'
import type { ChainParts, PaymentsCallbacks } from './parts.ts'

const batch = 50

/** The address with its checksum; null if its checksum is invalid, and for addresses that nobody can spend from. */
export function payableAddress(parts: Pick<ChainParts, 'assets' | 'hotWallet'>, text: string): Hex | null {
  if (!isAddress(text, { strict: true })) return null
  const address = getAddress(text)
  const unspendable = [zeroAddress, parts.hotWallet?.address, ...parts.assets.map(({ contract }) => contract)].map(
    (one) => one?.toLowerCase(),
  )
  return unspendable.includes(address.toLowerCase()) ? null : address
}

export type QueuedPayout = Pick<SendPayout, 'invoiceId' | 'amount' | 'currency'> & {
  network: string
  destination: string
}

export async function queuePayout({ db, clock }: ChainParts, payout: QueuedPayout): Promise<PayoutReport> {
  await db.kysely
    .insertInto('chain.payouts')
    .values({
      invoice_id: payout.invoiceId,
      network: payout.network,
      currency: payout.currency,
      amount: payout.amount,
      destination: payout.destination,
      state: 'queued',
      queued_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('invoice_id').doNothing())
    .execute()
  return (await reportPayout({ db }, payout.invoiceId))!
}

/** Cancels a payout, even one that was never received: a later request for it finds it cancelled. */
export async function cancelPayout(
  { db, clock }: Pick<ChainParts, 'db' | 'clock'>,
  invoiceId: string,
): Promise<PayoutReport> {
  const at = clock.now()
  await db.kysely
    .insertInto('chain.payouts')
    .values({ invoice_id: invoiceId, state: 'cancelled', queued_at: at, ended_at: at })
    .onConflict((conflict) =>
      conflict
        .column('invoice_id')
        .doUpdateSet({ state: 'cancelled', ended_at: at, hindrance: null })
        .where('chain.payouts.state', '=', 'queued'),
    )
    .execute()
  return (await reportPayout({ db }, invoiceId))!
}

const reportStates: Record<string, PayoutReport['state']> = {
  queued: 'review',
  cancelled: 'cancelled',
  refused: 'failed',
  signed: 'sent',
  odd: 'sent',
  paid: 'succeeded',
  reverted: 'failed',
}

export async function reportPayout(
  { db }: Pick<ChainParts, 'db'>,
  invoiceId: string,
  tx?: Tx,
): Promise<PayoutReport | null> {
  const row = await (tx ?? db.kysely)
    .selectFrom('chain.payouts')
    .select(['state', 'amount', 'currency'])
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  if (!row) return null
  return {
    subject: 'payout',
    invoiceId,
    externalId: invoiceId,
    state: reportStates[row.state]!,
    amount: row.amount === null ? null : toSubunits(row.amount),
    currency: row.currency ?? '',
  }
}

/** Reports to payments every payout whose state has changed. */
export async function reportPayouts(parts: ChainParts, payments: PaymentsCallbacks): Promise<void> {
  const unreported = await parts.db.kysely
    .selectFrom('chain.payouts')
    .select('invoice_id')
    .where('network', '=', parts.evm.network)
    .where('state', '<>', 'queued')
    .where(({ eb, ref }) => eb('reported', 'is distinct from', ref('state')))
    .limit(batch)
    .execute()
  for (const { invoice_id } of unreported) {
    await parts.db
      .transaction(async (tx) => {
        const { state } = await tx
          .selectFrom('chain.payouts')
          .select('state')
          .where('invoice_id', '=', invoice_id)
          .forUpdate()
          .executeTakeFirstOrThrow()
        const outcome = await payments.settle(tx, (await reportPayout(parts, invoice_id, tx))!)
        await tx.updateTable('chain.payouts').set({ reported: state }).where('invoice_id', '=', invoice_id).execute()
        parts.log.info({ invoice: invoice_id, state, outcome }, 'a payout was reported to payments')
      })
      .catch((error: Error) =>
        parts.log.error(
          { err: error, invoice: invoice_id },
          'a payout could not be reported to payments and will be reported again',
        ),
      )
  }
}

/** Records why a payout is delayed, and logs it once; null clears the reason. */
export async function recordHindrance(
  { db, log }: ChainParts,
  invoiceId: string,
  hindrance: string | null,
): Promise<void> {
  const changed = await db.kysely
    .updateTable('chain.payouts')
    .set({ hindrance })
    .where('invoice_id', '=', invoiceId)
    .where('state', 'in', ['queued', 'signed', 'odd'])
    .where('hindrance', 'is distinct from', hindrance)
    .returning('state')
    .executeTakeFirst()
  if (changed && hindrance)
    log.warn({ invoice: invoiceId, state: changed.state, hindrance }, 'a payout on the chain is delayed')
}
