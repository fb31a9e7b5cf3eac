/** Corrects a payout whose outcome differs from the ledger or the request, by a separate movement. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import { InvoiceStatus } from '#contract/payments.ts'
import type { Tx } from '../../../db/connect.ts'
import type { Transfer } from '../../../ledger/ledger.ts'
import { type Kind, withdrawalCorrected, withdrawalPaid, withdrawalReturned } from '../../../ledger/kinds.ts'
import { cash, clearing, held, losses } from '../internal/addresses.ts'
import type { CreditDeps } from '../deposits/credit.ts'
import type { FlagDecision, FlagRow } from '../flags/flags.ts'
import { type InvoiceRow, moveInvoice } from '../internal/invoices.ts'
import { closePayout } from './queue-payout.ts'
import { postIfFunded } from '../internal/post-or-throw.ts'
import { byOperator } from '../flags/settlement-key.ts'
import { notifyPlayer } from '../internal/notify-player.ts'

type Correction = { decision: FlagDecision; reason: string; paid: bigint | null }
type Refusal = 'amountUnknown' | 'amountKnown' | 'anotherCurrency' | 'insufficientFunds' | 'nothingPaid'

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
  await post(deps, tx, row, flag, 'give-back', withdrawalCorrected, [
    { from, to: cash(row.player_id, row.currency), amount: back },
    { from, to: losses(row.currency), amount: partner - back },
  ])
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
): Promise<Result<void, 'insufficientFunds'>> {
  const [asked, ours, purse] = [row.amount!, held(row.player_id, row.currency), cash(row.player_id, row.currency)]
  const partner = clearing(row.partner, paid.currency)
  const bearer = decision === 'charge-player' ? purse : losses(paid.currency)
  const transfers =
    paid.currency === row.currency
      ? [
          { from: ours, to: partner, amount: paid.amount < asked ? paid.amount : asked },
          { from: ours, to: purse, amount: asked - paid.amount },
          { from: bearer, to: partner, amount: paid.amount - asked },
        ]
      : // The player keeps the amount paid in place of the hold, and the operator bears the exchange difference.
        [
          { from: ours, to: losses(row.currency), amount: asked },
          { from: bearer, to: partner, amount: paid.amount },
        ]
  const posted = await post(deps, tx, row, flag, decision, withdrawalPaid, transfers)
  if (!posted) return refuse('insufficientFunds')
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
): Promise<Result<void, 'insufficientFunds'>> {
  const bearer = decision === 'charge-player' ? cash(row.player_id, row.currency) : losses(paid.currency)
  const posted = await post(deps, tx, row, flag, decision, withdrawalCorrected, [
    { from: bearer, to: clearing(row.partner, paid.currency), amount: paid.amount },
  ])
  if (!posted) return refuse('insufficientFunds')
  await moveInvoice(deps, tx, row, { by: 'operator', flag: null, note: reason })
  return ok()
}

type Leg = Omit<Transfer, 'amount'> & { amount: bigint }

/** False if the player's cash is insufficient. Zero legs are omitted. */
function post(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  decision: FlagDecision,
  kind: Kind,
  legs: Leg[],
): Promise<boolean> {
  return postIfFunded(deps, tx, {
    kind: kind.name,
    ...byOperator(flag, decision),
    reference: { kind: 'invoice', id: row.id, label: row.number },
    transfers: legs.filter(({ amount }) => amount > 0n).map((leg) => ({ ...leg, amount: toSubunits(leg.amount) })),
  })
}

/** Sums over all movements of this withdrawal: what the partner received and what the player gave, in its currency. */
async function netOf(tx: Tx, row: InvoiceRow): Promise<{ partner: bigint; player: bigint }> {
  const {
    rows: [net],
  } = await sql<{ partner: bigint; player: bigint }>`
    SELECT coalesce(sum(entry.amount) FILTER (WHERE account.address = ${clearing(row.partner, row.currency)}), 0)::bigint AS partner,
      coalesce(-sum(entry.amount) FILTER (WHERE account.player_id IS NOT NULL AND account.currency = ${row.currency}), 0)::bigint AS player
    FROM ledger.movements AS movement JOIN ledger.entries AS entry ON entry.movement_id = movement.id JOIN ledger.accounts AS account ON account.id = entry.account_id
    WHERE movement.reference_kind = 'invoice' AND movement.reference_id = ${row.id}`.execute(tx)
  return net!
}
