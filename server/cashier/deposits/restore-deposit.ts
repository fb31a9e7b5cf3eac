/**
 * A partner has the money of a reversed deposit again, as after a dispute that was won: it goes back to whoever was
 * charged, and what is still owed for it is owed no more. What ended of its bonus stays ended; what goes back to the player is to be staked like a new deposit.
 */
import { ok, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { depositRestored } from '../../ledger/index.ts'
import { showAgain } from '../../wallet/index.ts'
import { type FlagDecision, type FlagRow, readLastDecision } from '../flags/flags.ts'
import { byOperator } from '../flags/settlement-key.ts'
import { cash, clearing, debts, losses, unclaimed } from '../internal/addresses.ts'
import { type InvoiceRow, moveInvoice } from '../internal/invoices.ts'
import { netOf } from '../internal/net-of.ts'
import { notifyPlayer } from '../internal/notify-player.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'
import { type CreditDeps, turnoverOf } from './credit.ts'

export async function restoreDeposit(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  { decision, reason }: { decision: FlagDecision; reason: string },
): Promise<Result<void>> {
  const wasPlayerCharged = (await readLastDecision(tx, row.id)) === 'charge-player'
  const isForPlayer = wasPlayerCharged && decision === 'give-back'
  const { returned, owed, written } = await readShares(tx, row, wasPlayerCharged)
  const player = { playerId: row.player_id, currency: row.currency }
  if (isForPlayer) await showAgain(tx, player)
  const from = clearing(row.partner, row.currency)
  const transfers = [
    { from, to: isForPlayer ? cash(player.playerId, player.currency) : unclaimed(row.currency), amount: returned },
    { from, to: debts(row.currency), amount: owed },
    { from, to: losses(row.currency), amount: written },
  ]
  await postOrThrow(deps, tx, {
    kind: depositRestored.name,
    ...byOperator(flag, decision),
    reference: { kind: 'invoice', id: row.id, label: row.number },
    transfers: transfers
      .filter((transfer) => transfer.amount > 0n)
      .map((transfer) => ({ ...transfer, amount: toSubunits(transfer.amount) })),
    ...(isForPlayer ? { turnover: turnoverOf(deps, toSubunits(returned)) } : {}),
  })
  await tx.updateTable('payments.invoices').set({ debt: 0n }).where('id', '=', row.id).execute()
  const restored = await moveInvoice(deps, tx, row, { by: 'operator', flag: null, note: reason })
  if (isForPlayer) await notifyPlayer(deps, tx, restored, { alert: 'depositRestored' })
  return ok()
}

/** Whose the money is again: what the player had paid of the charge, what is still owed, and what the operator bore. */
async function readShares(
  tx: Tx,
  row: InvoiceRow,
  wasPlayerCharged: boolean,
): Promise<{ returned: bigint; owed: bigint; written: bigint }> {
  const amount = row.amount!
  // Until it was charged, the deposit had brought the player all of it.
  const returned = wasPlayerCharged ? amount + (await netOf(tx, row)).player : 0n
  return { returned, owed: row.debt, written: amount - returned - row.debt }
}
