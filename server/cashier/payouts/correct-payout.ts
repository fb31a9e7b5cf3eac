/** Corrects a payout whose outcome differs from the ledger or the request, by a separate movement. */
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import { InvoiceStatus } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import {
  type Kind,
  type Transfer,
  withdrawalCorrected,
  withdrawalPaid,
  withdrawalReturned,
} from '../../ledger/index.ts'
import { chargePlayer } from '../debts/charge-player.ts'
import { cash, clearing, debts, held, losses } from '../internal/addresses.ts'
import { netOf } from '../internal/net-of.ts'
import type { CreditDeps } from '../deposits/credit.ts'
import type { FlagDecision, FlagRow } from '../flags/flags.ts'
import { type InvoiceRow, moveInvoice } from '../internal/invoices.ts'
import { closePayout } from './queue-payout.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'
import { byOperator } from '../flags/settlement-key.ts'
import { notifyPlayer } from '../internal/notify-player.ts'

type Correction = { decision: FlagDecision; reason: string; paid: bigint | null }
type Refusal = 'amountUnknown' | 'amountKnown' | 'anotherCurrency' | 'nothingPaid'

export async function correctPayout(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  correction: Correction,
): Promise<Result<void, Refusal>> {
  if (correction.decision === 'give-back') return giveBack(deps, tx, row, flag, correction.reason)
  const reported =
    flag.state === 'succeeded' && flag.amount !== null ? { amount: flag.amount, currency: flag.currency! } : null
  if (reported && correction.paid !== null) return refuse('amountKnown')
  const paid = reported ?? (correction.paid === null ? null : { amount: correction.paid, currency: row.currency })
  if (!paid) return refuse('amountUnknown')
  if (paid.currency !== row.currency && correction.decision === 'charge-player') return refuse('anotherCurrency')
  return row.status === InvoiceStatus.pending
    ? endAsPaid(deps, tx, row, flag, correction, paid)
    : chargeReturned(deps, tx, row, flag, correction, paid)
}

/** Everything that the partner held is returned; the part that was booked as a loss goes back to the losses account. */
async function giveBack(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  reason: string,
): Promise<Result<void, 'nothingPaid'>> {
  const { partner, player } = await netOf(tx, row)
  if (partner <= 0n) return refuse('nothingPaid')
  const smaller = partner < player ? partner : player
  const back = smaller > 0n ? smaller : 0n
  const from = clearing(row.partner, row.currency)
  const owed = row.debt < partner - back ? row.debt : partner - back
  await post(deps, tx, row, flag, 'give-back', withdrawalCorrected, [
    { from, to: cash(row.player_id, row.currency), amount: back },
    { from, to: debts(row.currency), amount: owed },
    { from, to: losses(row.currency), amount: partner - back - owed },
  ])
  if (owed > 0n)
    await tx
      .updateTable('payments.invoices')
      .set({ debt: row.debt - owed })
      .where('id', '=', row.id)
      .execute()
  const settled = await moveInvoice(deps, tx, row, { by: 'operator', flag: null, note: reason })
  if (back > 0n) await notifyPlayer(deps, tx, settled, { alert: 'withdrawalFailed' })
  return ok()
}

/** Nothing was or will be paid: the hold is returned and the withdrawal ends. */
export async function returnOpen(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  reason: string,
): Promise<Result<void>> {
  await post(deps, tx, row, flag, 'give-back', withdrawalReturned, [
    { from: held(row.player_id, row.currency), to: cash(row.player_id, row.currency), amount: row.amount! },
  ])
  const returned = await moveInvoice(deps, tx, row, {
    move: 'returned',
    by: 'operator',
    flag: null,
    note: reason,
  })
  await closePayout(tx, row)
  await notifyPlayer(deps, tx, returned)
  return ok()
}

type Paid = { amount: bigint; currency: string }

/**
 * The paid part of the hold is posted as paid. The charged side bears any excess; an unpaid rest returns to the
 * player.
 */
async function endAsPaid(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  { decision, reason }: Correction,
  paid: Paid,
): Promise<Result<void>> {
  const [requested, ours, purse] = [row.amount!, held(row.player_id, row.currency), cash(row.player_id, row.currency)]
  const partner = clearing(row.partner, paid.currency)
  const isPlayers = decision === 'charge-player'
  const charged = (amount: bigint) => bearing(deps, tx, row, flag, { isPlayers, amount, currency: paid.currency })
  const transfers =
    paid.currency === row.currency
      ? [
          { from: ours, to: partner, amount: paid.amount < requested ? paid.amount : requested },
          { from: ours, to: purse, amount: requested - paid.amount },
          ...(await charged(paid.amount - requested)),
        ]
      : // The player keeps the amount paid in place of the hold, and the operator bears the exchange difference.
        [{ from: ours, to: losses(row.currency), amount: requested }, ...(await charged(paid.amount))]
  await post(deps, tx, row, flag, decision, withdrawalPaid, transfers)
  const ended = await moveInvoice(deps, tx, row, {
    move: 'paid',
    by: 'operator',
    flag: null,
    note: reason,
    ...(flag.external_id ? { externalId: flag.external_id } : {}),
  })
  await closePayout(tx, row)
  await notifyPlayer(deps, tx, { ...ended, amount: paid.amount, currency: paid.currency })
  return ok()
}

/** The amount was returned to the player, and the partner paid as well. */
async function chargeReturned(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  { decision, reason }: Correction,
  paid: Paid,
): Promise<Result<void>> {
  const isPlayers = decision === 'charge-player'
  const transfers = await bearing(deps, tx, row, flag, { isPlayers, ...paid })
  await post(deps, tx, row, flag, decision, withdrawalCorrected, transfers)
  await moveInvoice(deps, tx, row, { by: 'operator', flag: null, note: reason })
  return ok()
}

type Leg = Omit<Transfer, 'amount'> & { amount: bigint }

/** Who bears what the partner paid beyond the hold. */
async function bearing(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  { isPlayers, amount, currency }: Paid & { isPlayers: boolean },
): Promise<Leg[]> {
  const to = clearing(row.partner, currency)
  if (amount <= 0n) return []
  if (!isPlayers) return [{ from: losses(currency), to, amount }]
  return chargePlayer(deps, tx, row, { amount, to, cause: `flag:${flag.id}` })
}

/** Zero legs are omitted. */
function post(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  decision: FlagDecision,
  kind: Kind,
  legs: Leg[],
): Promise<void> {
  return postOrThrow(deps, tx, {
    kind: kind.name,
    ...byOperator(flag, decision),
    reference: { kind: 'invoice', id: row.id, label: row.number },
    transfers: legs.filter(({ amount }) => amount > 0n).map((leg) => ({ ...leg, amount: toSubunits(leg.amount) })),
  })
}
