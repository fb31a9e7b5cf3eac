/**
 * Crediting a deposit, in two halves: the credit precedes the bonus that depends on it, and the notification comes
 * last.
 */
import { type Subunits, toSubunits } from '#contract/money.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { KernelDeps, LedgerDeps } from '../../deps.ts'
import { deposit } from '../../ledger/index.ts'
import { countDeposit } from '../../protection/index.ts'
import { showAgain } from '../../wallet/index.ts'
import { cash } from '../internal/addresses.ts'
import { type InvoiceChange, type InvoiceDeps, type InvoiceRow, moveInvoice } from '../internal/invoices.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'
import { notifyPlayer } from '../internal/notify-player.ts'

export type CreditDeps = InvoiceDeps & LedgerDeps
type Credit = { from: string; amount: Subunits; actor: string; idempotencyKey: string; requestHash: string }

export async function postCredit(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  { from, amount, ...named }: Credit,
): Promise<void> {
  await showAgain(tx, { playerId: row.player_id, currency: row.currency })
  await postOrThrow(deps, tx, {
    kind: deposit.name,
    ...named,
    reference: { kind: 'invoice', id: row.id, label: row.number },
    transfers: [{ from, to: cash(row.player_id, row.currency), amount }],
    turnover: turnoverOf(deps, amount),
  })
  await countDeposit(tx, deps, { invoiceId: row.id, playerId: row.player_id, currency: row.currency, amount })
}

export async function endCredited(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  change: InvoiceChange & { amount: bigint },
): Promise<void> {
  const paid = await moveInvoice(deps, tx, row, { ...change, move: 'paid' })
  await notifyPlayer(deps, tx, paid)
}

/** The turnover required before a withdrawal, rounded up to a whole subunit. */
export function turnoverOf({ settings }: KernelDeps, amount: Subunits): Subunits {
  return toSubunits(BigInt(Math.ceil(Number(amount) * settings.turnoverMultiplier)))
}
