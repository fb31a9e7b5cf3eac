/** What players owe for payments: listed, and written off. */
import { sql } from 'kysely'
import { z } from 'zod'
import type * as contract from '#contract/desk/payments.ts'
import { ok, type RefusalOf, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Tx } from '../../deps.ts'
import type { DeskCtx } from '../../kernel/http/desk-session.ts'
import { pageOf, readKey } from '../../kernel/page-key.ts'
import { answerOfWrittenOff, debtsWrittenOffLately, isAboveThreshold } from '../../operators/index.ts'
import { inUnits } from '../../reference/index.ts'
import { clearDebt } from '../debts/clear-debt.ts'
import { lockInvoiceNumbered } from '../internal/invoices.ts'

const pageSize = 50
/** When the payment was started, and its id. */
const Key = z.tuple([z.iso.datetime(), z.uuid()])

export async function listDebts(
  { db }: DeskCtx,
  { after }: VerbInput<typeof contract.listPaymentDebts>,
): Promise<Result<ReplyOf<typeof contract.listPaymentDebts>>> {
  const key = readKey(after, Key)
  const found = await db.kysely
    .selectFrom('payments.invoices')
    .select(['id', 'number', 'player_id', 'currency', 'debt', 'created_at'])
    .where('debt', '>', 0n)
    .$if(key !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${key![0]}::timestamptz, ${key![1]}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(pageSize + 1)
    .execute()
  const { rows, next } = pageOf(found, pageSize, ({ created_at, id }) => [created_at, id])
  const debts = rows.map(({ number, player_id: playerId, currency, debt, created_at }) => ({
    number,
    playerId,
    createdAt: created_at.toISOString(),
    amount: inUnits(debt, currency),
  }))
  return ok({ debts, next })
}

type Clearing = VerbInput<typeof contract.clearPaymentDebt>

export async function clearDebtOfPayment(
  ctx: DeskCtx,
  { number, reason, seen }: Clearing,
): Promise<Result<ReplyOf<typeof contract.clearPaymentDebt>, RefusalOf<typeof contract.clearPaymentDebt>>> {
  const cleared = await clearDebt(ctx, { number, reason, seen })
  const answer =
    cleared.ok || cleared.refusal !== 'noDebt'
      ? cleared
      : await answerOfWrittenOff(ctx, { of: 'invoice', id: number, reason })
  return answer.ok ? ok({ amount: inUnits(answer.value.amount, answer.value.currency) }) : answer
}

/** Of more than the threshold of adjustments, together with what was written off for this player within a day. */
export const clearingApproval = {
  async isNeeded(ctx: DeskCtx, tx: Tx, { number }: Clearing): Promise<boolean> {
    const found = await tx
      .selectFrom('payments.invoices')
      .select(['player_id', 'currency', 'debt'])
      .where('number', '=', number)
      .executeTakeFirst()
    if (!found || found.debt === 0n) return false
    const earlier = await debtsWrittenOffLately(tx, ctx, found.player_id)
    return isAboveThreshold(tx, ctx, 'adjustment', [...earlier, { amount: found.debt, currency: found.currency }])
  },
  subjectOf: async (_ctx: DeskCtx, { number, seen }: Clearing): Promise<string> =>
    `debt of ${seen} for payment ${number}`,
  async versionOf(tx: Tx, { number }: Clearing): Promise<string> {
    const row = await lockInvoiceNumbered(tx, number)
    return row ? String(row.debt) : ''
  },
}
