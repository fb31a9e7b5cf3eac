/**
 * An invoice for money that arrived at a player's address without an open deposit: each payment has its own invoice.
 */
import { randomUUID } from 'node:crypto'
import { InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Deps } from '../../deps.ts'
import { ownerOfAccount } from '../../wallet/index.ts'
import { insertInvoice } from '../internal/invoices.ts'

export type ExtraDeposit = {
  partner: string
  accountId: string
  method: string
  currency: string
  network: string
  amount: bigint
}

/** Resolves to its id. Whether the money is credited is decided by the following report, as for any deposit. */
export async function openExtraDeposit(
  deps: Deps,
  tx: Tx,
  { partner, accountId, method, currency, network, amount }: ExtraDeposit,
): Promise<string> {
  const invoice = await insertInvoice(deps, tx, {
    id: randomUUID(),
    playerId: await ownerOfAccount(tx, accountId),
    accountId,
    type: InvoiceType.deposit,
    partner,
    method,
    currency,
    amount,
    network,
    fields: { crypto_network: network },
    nextCheckAt: null,
  })
  return invoice!.id
}
