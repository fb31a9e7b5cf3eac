/** Ends a suspense: money is credited to the player, returned to the payer, or kept as unclaimed. */
import { randomUUID } from 'node:crypto'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { type Subunits, toSubunits } from '#contract/money.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { openAccount } from '../../wallet/index.ts'
import { type Kind, suspenseKept, suspenseReturned } from '../../ledger/index.ts'
import { clearing, suspense, unclaimed } from '../internal/addresses.ts'
import { type CreditDeps, endCredited, postCredit } from '../deposits/credit.ts'
import type { FlagRow } from './flags.ts'
import { type InvoiceRow, insertInvoice, moveInvoice } from '../internal/invoices.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'
import { byOperator } from './settlement-key.ts'
import { notifyPlayer } from '../internal/notify-player.ts'
import { readFields } from '../internal/stored.ts'

type Ending = { decision: 'credit' | 'send-back' | 'keep'; reason: string }

export async function endSuspense(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  { decision, reason }: Ending,
): Promise<Result<void, 'creditedAlready'>> {
  const [amount, currency] = [toSubunits(flag.amount!), flag.currency!]
  if (decision === 'credit') return credit(deps, tx, row, flag, { amount, currency, reason })
  const [kind, to]: [Kind, string] =
    decision === 'keep' ? [suspenseKept, unclaimed(currency)] : [suspenseReturned, clearing(row.partner, currency)]
  await postOrThrow(deps, tx, {
    kind: kind.name,
    ...byOperator(flag, decision),
    reference: { kind: 'invoice', id: row.id, label: row.number },
    transfers: [{ from: suspense(currency), to, amount }],
  })
  if (row.status === InvoiceStatus.pending)
    await notifyPlayer(
      deps,
      tx,
      await moveInvoice(deps, tx, row, { move: 'failed', by: 'operator', flag: null, note: reason }),
    )
  else await moveInvoice(deps, tx, row, { by: 'operator', flag: null, note: reason })
  return ok()
}

type Arrived = { amount: Subunits; currency: string; reason: string }

/**
 * Credited through the invoice itself if it is open and in that currency, otherwise through a new one. Without a
 * bonus: the payment differs from the one it was offered for.
 */
async function credit(
  deps: CreditDeps,
  tx: Tx,
  row: InvoiceRow,
  flag: FlagRow,
  { amount, currency, reason }: Arrived,
): Promise<Result<void, 'creditedAlready'>> {
  const account = await openAccount(tx, { playerId: row.player_id, currency, active: false })
  const booking = { from: suspense(currency), amount, ...byOperator(flag, 'credit') }
  if (row.status === InvoiceStatus.pending && row.currency === currency) {
    await postCredit(deps, tx, row, booking)
    await endCredited(deps, tx, row, { by: 'operator', amount, flag: null, note: reason })
    return ok()
  }
  const own = await insertInvoice(deps, tx, {
    id: randomUUID(),
    playerId: row.player_id,
    accountId: account.id,
    type: InvoiceType.deposit,
    partner: row.partner,
    method: row.method,
    currency,
    amount,
    network: row.network,
    fields: readFields(row.fields),
    lateOf: row.id,
    nextCheckAt: null,
  })
  if (!own) return refuse('creditedAlready')
  await moveInvoice(deps, tx, row, {
    ...(row.status === InvoiceStatus.pending ? { move: 'failed' as const } : {}),
    by: 'operator',
    flag: null,
    note: `${reason}; credited by ${own.number}`,
  })
  await postCredit(deps, tx, own, booking)
  await endCredited(deps, tx, own, { by: 'operator', amount, externalId: `${flag.external_id}:late`, note: reason })
  return ok()
}
