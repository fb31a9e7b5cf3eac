/**
 * A partner reversed a credited deposit: the player or the operator bears the amount; the deposit itself stays
 * unchanged. What the player's wallets and vaults do not cover is owed. What is open of its bonus ends with a message, as when an operator revokes it; cash that it became stays.
 */
import { ok, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../../deps.ts'
import type { PlayerLifecycle } from '../../kernel/player-lifecycle.ts'
import { depositReversed, liftTurnover } from '../../ledger/index.ts'
import type { OperatorActor } from '../../kernel/actor.ts'
import { listOpenOfDeposit } from '../../bonuses/index.ts'
import { chargePlayer } from '../debts/charge-player.ts'
import { clearing, losses } from '../internal/addresses.ts'
import { type CreditDeps, turnoverOf } from './credit.ts'
import type { FlagDecision, FlagRow } from '../flags/flags.ts'
import { type InvoiceRow, moveInvoice } from '../internal/invoices.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'
import { byOperator } from '../flags/settlement-key.ts'

export type ReverseDeps = CreditDeps & { lifecycles: PlayerLifecycle[]; actor: OperatorActor }

export async function reverseDeposit(
  deps: ReverseDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  { decision, reason }: { decision: FlagDecision; reason: string },
): Promise<Result<void>> {
  const [amount, to] = [toSubunits(row.amount!), clearing(row.partner, row.currency)]
  const transfers =
    decision === 'charge-player'
      ? await chargePlayer(deps, tx, row, { amount, to, cause: `flag:${flag.id}` })
      : [{ from: losses(row.currency), to, amount }]
  await postOrThrow(deps, tx, {
    kind: depositReversed.name,
    ...byOperator(flag, decision),
    reference: { kind: 'invoice', id: row.id, label: row.number },
    transfers,
  })
  // Where the operator bears the amount, its money is still the player's, and is to be staked.
  if (decision === 'charge-player') {
    const turnover = turnoverOf(deps, toSubunits(row.amount!))
    await liftTurnover(tx, { playerId: row.player_id, currency: row.currency }, { invoiceId: row.id, turnover })
  }
  for (const id of await listOpenOfDeposit(tx, row.id))
    for (const { revokeGrant } of deps.lifecycles) await revokeGrant?.(deps, tx, { id, reason })
  await moveInvoice(deps, tx, row, { by: 'operator', flag: null, note: reason })
  return ok()
}
