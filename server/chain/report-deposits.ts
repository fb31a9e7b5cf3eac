/**
 * Reports the states of each transfer to payments: unconfirmed, in a block, confirmed, gone. A report and its record
 * share a transaction, so each is made exactly once.
 */
import { sql } from 'kysely'
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../kernel/db/connect.ts'
import type { PaymentReport } from '../partners/payments/port.ts'
import { chainMethod } from './methods.ts'
import type { PaymentsCallbacks, Watch } from './parts.ts'

const batch = 50

export async function reportDeposits(parts: Watch, payments: PaymentsCallbacks): Promise<void> {
  const unreported = await parts.db.kysely
    .selectFrom('chain.transfers')
    .select('id')
    .where('network', '=', parts.network)
    .where(sql<boolean>`reported IS DISTINCT FROM state AND state NOT IN ('vanished', 'dust', 'foreign')`)
    .orderBy('id')
    .limit(batch)
    .execute()
  for (const { id } of unreported) {
    // A transfer that cannot be reported must not delay the others.
    await parts.db
      .transaction((tx) => reportTransfer(parts, payments, tx, id))
      .catch((error: Error) =>
        parts.log.error(
          { err: error, transfer: String(id) },
          'a transfer could not be reported to payments and will be reported again',
        ),
      )
  }
}

async function reportTransfer(parts: Watch, payments: PaymentsCallbacks, tx: Tx, id: bigint): Promise<void> {
  const transfer = await tx
    .selectFrom('chain.transfers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (transfer.reported === transfer.state || !(transfer.state in reportStates)) return
  const address = await tx
    .selectFrom('chain.addresses')
    .select(['id', 'account_id', 'currency'])
    .where('id', '=', transfer.address_id)
    .executeTakeFirstOrThrow()
  const isAddressWrong = transfer.asset !== address.currency
  const amount = BigInt(transfer.amount)
  const invoiceId =
    transfer.invoice_id ??
    (isAddressWrong || transfer.is_unexplained ? null : await takeAwaiting(tx, address.id)) ??
    (await payments.openExtra(tx, {
      accountId: address.account_id,
      method: chainMethod,
      currency: transfer.asset,
      network: parts.network,
      amount,
    }))
  const outcome = await payments.settle(tx, {
    subject: 'payment',
    invoiceId,
    externalId: invoiceId,
    state: reportStates[transfer.state]!,
    amount: toSubunits(amount),
    currency: transfer.asset,
    isTagWrong: false,
    isAddressWrong,
    isOriginUnknown: transfer.is_unexplained,
  })
  await tx
    .updateTable('chain.transfers')
    .set({ invoice_id: invoiceId, reported: transfer.state })
    .where('id', '=', id)
    .execute()
  parts.log.info(
    { transaction: transfer.tx_hash, state: transfer.state, outcome },
    'a transfer was reported to payments',
  )
}

/** A transfer's state in the terms of the port. */
const reportStates: Record<string, PaymentReport['state']> = {
  pending: 'confirming',
  seen: 'confirming',
  confirmed: 'succeeded',
  failed: 'failed',
  undone: 'failed',
}

/** The newest open invoice of the address; null if there is none. */
export async function takeAwaiting(tx: Tx, addressId: bigint): Promise<string | null> {
  const waiting = await tx
    .selectFrom('chain.awaiting as waiting')
    .select('invoice_id')
    .where('address_id', '=', addressId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chain.transfers as transfer')
            .select('transfer.id')
            .whereRef('transfer.invoice_id', '=', 'waiting.invoice_id'),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return waiting?.invoice_id ?? null
}

/** The report for an invoice of an address; null if the invoice was never opened here. */
export async function reportDeposit({ db }: Pick<Watch, 'db'>, invoiceId: string): Promise<PaymentReport | null> {
  const transfer = await db.kysely
    .selectFrom('chain.transfers as transfer')
    .innerJoin('chain.addresses as address', 'address.id', 'transfer.address_id')
    .select(['transfer.state', 'transfer.amount', 'transfer.asset', 'transfer.is_unexplained', 'address.currency'])
    .where('transfer.invoice_id', '=', invoiceId)
    .executeTakeFirst()
  const base = { subject: 'payment' as const, invoiceId, externalId: invoiceId, isTagWrong: false }
  if (transfer)
    return {
      ...base,
      state: reportStates[transfer.state] ?? 'open',
      amount: toSubunits(BigInt(transfer.amount)),
      currency: transfer.asset,
      isAddressWrong: transfer.asset !== transfer.currency,
      isOriginUnknown: transfer.is_unexplained,
    }
  const waiting = await db.kysely
    .selectFrom('chain.awaiting as waiting')
    .innerJoin('chain.addresses as address', 'address.id', 'waiting.address_id')
    .select('address.currency')
    .where('waiting.invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return waiting ? { ...base, state: 'open', amount: null, currency: waiting.currency } : null
}
