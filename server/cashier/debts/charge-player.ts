/**
 * What a payment took from the operator and an operator charges to its player: as far as the player's wallets and
 * vaults cover it, and the rest is owed until later money or an operator clears it.
 */
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Transfer } from '../../ledger/index.ts'
import { gatherCash } from '../../transfers/index.ts'
import type { CreditDeps } from '../deposits/credit.ts'
import { cash, debts } from '../internal/addresses.ts'
import type { InvoiceRow } from '../internal/invoices.ts'

/** Transfers of a movement that charges `amount` of the invoice's currency to its player; what is owed is noted. */
export async function chargePlayer(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  { amount, to, cause }: { amount: bigint; to: string; cause: string },
): Promise<Transfer[]> {
  const { player_id: playerId, currency, number } = row
  const paid = await gatherCash(deps, tx, { playerId, currency, amount, cause, label: number })
  const owed = amount - paid
  if (owed > 0n)
    await tx
      .updateTable('payments.invoices')
      .set(({ eb }) => ({ debt: eb('debt', '+', owed) }))
      .where('id', '=', row.id)
      .execute()
  return [
    { from: cash(playerId, currency), to, amount: toSubunits(paid) },
    { from: debts(currency), to, amount: toSubunits(owed) },
  ].filter((transfer) => transfer.amount > 0n)
}
