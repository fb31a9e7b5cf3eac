/**
 * A partner has the money of a reversed deposit again, as after a dispute that was won: it goes back to whoever was
 * charged. What ended of its bonus stays ended; what goes back to the player is to be staked like a new deposit.
 */
import { ok, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../../../db/connect.ts'
import { depositRestored } from '../../../ledger/kinds.ts'
import { showAgain } from '../../wallet/show-again.ts'
import { type FlagDecision, type FlagRow, readLastDecision } from '../flags/flags.ts'
import { byOperator } from '../flags/settlement-key.ts'
import { cash, clearing, losses, unclaimed } from '../internal/addresses.ts'
import { type InvoiceRow, moveInvoice } from '../internal/invoices.ts'
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
  const charged = wasPlayerCharged ? unclaimed(row.currency) : losses(row.currency)
  const amount = toSubunits(row.amount!)
  if (isForPlayer) await showAgain(tx, { playerId: row.player_id, currency: row.currency })
  await postOrThrow(deps, tx, {
    kind: depositRestored.name,
    ...byOperator(flag, decision),
    reference: { kind: 'invoice', id: row.id, label: row.number },
    transfers: [
      {
        from: clearing(row.partner, row.currency),
        to: isForPlayer ? cash(row.player_id, row.currency) : charged,
        amount,
      },
    ],
    ...(isForPlayer ? { turnover: turnoverOf(deps, amount) } : {}),
  })
  const restored = await moveInvoice(deps, tx, row, { by: 'operator', flag: null, note: reason })
  if (isForPlayer) await notifyPlayer(deps, tx, restored, { alert: 'depositRestored' })
  return ok()
}
