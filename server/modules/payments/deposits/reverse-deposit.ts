/**
 * A partner reversed a credited deposit: the player or the operator bears the amount; the deposit itself stays
 * unchanged.
 */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../../../db/connect.ts'
import { depositReversed } from '../../../ledger/kinds.ts'
import { cash, clearing, losses } from '../internal/addresses.ts'
import type { CreditDeps } from './credit.ts'
import type { FlagDecision, FlagRow } from '../flags/flags.ts'
import { type InvoiceRow, moveInvoice } from '../internal/invoices.ts'
import { postIfFunded } from '../internal/post-or-throw.ts'
import { byOperator } from '../flags/settlement-key.ts'

export async function reverseDeposit(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  { decision, reason }: { decision: FlagDecision; reason: string },
): Promise<Result<void, 'insufficientFunds'>> {
  const bearer = decision === 'charge-player' ? cash(row.player_id, row.currency) : losses(row.currency)
  const isPosted = await postIfFunded(deps, tx, {
    kind: depositReversed.name,
    ...byOperator(flag, decision),
    reference: { kind: 'invoice', id: row.id, label: row.number },
    transfers: [{ from: bearer, to: clearing(row.partner, row.currency), amount: toSubunits(row.amount!) }],
  })
  if (!isPosted) return refuse('insufficientFunds')
  await moveInvoice(deps, tx, row, { by: 'operator', flag: null, note: reason })
  return ok()
}
