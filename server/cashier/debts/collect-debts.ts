/**
 * Before money is paid out, what the player owes is taken from it, whichever wallet it is in: for reversed payments,
 * and for corrected bets where the policy lets them be deducted. Each debt is a transaction of its own and stays paid
 * if the withdrawal is refused.
 */
import { randomUUID } from 'node:crypto'
import { toSubunits } from '#contract/money.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { LedgerDeps } from '../../deps.ts'
import { paymentDebtPaid } from '../../ledger/index.ts'
import { collectSportsDebts } from '../../sports/index.ts'
import { gatherCash } from '../../transfers/index.ts'
import { lockInvoice } from '../internal/invoices.ts'
import { postOrThrow } from '../internal/post-or-throw.ts'

export async function collectDebts(deps: LedgerDeps, playerId: string): Promise<void> {
  const owing = await deps.db.kysely
    .selectFrom('payments.invoices')
    .select('id')
    .where('player_id', '=', playerId)
    .where('debt', '>', 0n)
    .orderBy('created_at')
    .execute()
  for (const { id } of owing) await deps.db.transaction((tx) => collect(deps, tx, id))
  await collectSportsDebts(deps, playerId)
}

async function collect(deps: LedgerDeps, tx: Tx, id: string): Promise<void> {
  const row = await lockInvoice(tx, id)
  if (!row || row.debt === 0n) return
  const { player_id: playerId, currency, number } = row
  const cause = randomUUID()
  const paid = await gatherCash(deps, tx, { playerId, currency, amount: row.debt, cause, label: number })
  if (paid === 0n) return
  await postOrThrow(deps, tx, {
    ...paymentDebtPaid.of({ playerId, currency, amount: toSubunits(paid) }),
    actor: 'payments',
    idempotencyKey: `debt:${cause}`,
    requestHash: '',
    reference: { kind: 'invoice', id, label: number },
  })
  await tx
    .updateTable('payments.invoices')
    .set({ debt: row.debt - paid })
    .where('id', '=', id)
    .execute()
}

/** Whether a player owes anything for reversed payments, in any currency. */
export async function owesForPayments(tx: Tx, playerId: string): Promise<boolean> {
  const owed = await tx
    .selectFrom('payments.invoices')
    .select('id')
    .where('player_id', '=', playerId)
    .where('debt', '>', 0n)
    .limit(1)
    .executeTakeFirst()
  return owed !== undefined
}
