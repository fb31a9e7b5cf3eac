/** The facts of settled payments. */
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { record } from '../../kernel/facts/fact.ts'
import { depositSettled, withdrawalSettled } from '../../kernel/facts/kinds.ts'
import type { InvoiceRow } from './invoices.ts'

/** A failed deposit settles nothing. */
export async function recordSettled(tx: Tx, row: InvoiceRow): Promise<void> {
  const { id: subject, player_id: player, currency, method } = row
  const isPaid = row.status === InvoiceStatus.success
  const data = { currency, method, amount: row.amount ?? 0n }
  if (row.type === InvoiceType.withdrawal)
    await record(tx, withdrawalSettled, {
      player,
      subject,
      data: { ...data, isPaid, isCancelled: !isPaid && row.closed_by === 'player' },
    })
  else if (isPaid)
    await record(tx, depositSettled, { player, subject, data: { ...data, isFirst: await isFirst(tx, row) } })
}

/** Of two concurrent ones, exactly one is: each is settled under the player's lock. */
async function isFirst(tx: Tx, { id, player_id }: InvoiceRow): Promise<boolean> {
  const other = await tx
    .selectFrom('payments.invoices')
    .select('id')
    .where('player_id', '=', player_id)
    .where('type', '=', InvoiceType.deposit)
    .where('status', '=', InvoiceStatus.success)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return other === undefined
}
