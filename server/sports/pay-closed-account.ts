/** Records a payment outside this product to a former player, of the amount that a correction credited to the closed account. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import type { LedgerDeps, Tx } from '../deps.ts'
import { closedAccountPaid, lockWallets, readFunds } from '../ledger/index.ts'
import { audit } from '../kernel/audit.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { lockStatus } from '../identity/index.ts'
import { forgetLatePayout } from './internal/late-payouts.ts'

type ClosedAccountPayment = { playerId: string; currency: string; amount: bigint; reason: string }
/** The last payment to this account that was recorded before. */
type Recorded = { at: Date; amount: bigint; reason: string }
/** `isRecorded` is false where something else is there than was paid outside: `cash`. */
type Payment = { isRecorded: boolean; cash: bigint; before: Recorded | null }

/**
 * All that is there, so that of two operators one pays. Nothing is recorded if that is no longer what was paid outside,
 * because a bet was corrected since, or if this payment was recorded before.
 */
export async function payClosedAccount(
  ctx: LedgerDeps & { actor: OperatorActor },
  { playerId, currency, amount, reason }: ClosedAccountPayment,
): Promise<Result<Payment, 'notClosed'>> {
  return ctx.db.transaction(async (tx): Promise<Result<Payment, 'notClosed'>> => {
    if ((await lockStatus(tx, playerId)) !== 'closed') return refuse('notClosed')
    await lockWallets(tx, playerId)
    const wallet = { playerId, currency }
    const { cash } = await readFunds(tx, wallet)
    const before = await lastRecorded(tx, wallet)
    const isRecorded = cash === amount && before?.reason !== reason
    // Another correction may have taken all of it back.
    if (isRecorded || cash === 0n) await forgetLatePayout(tx, wallet)
    if (!isRecorded) return ok({ isRecorded, cash, before })
    const posted = await ctx.ledger.postIn(tx, {
      ...closedAccountPaid.of({ ...wallet, amount: toSubunits(amount) }),
      actor: `operator:${ctx.actor.id}`,
      idempotencyKey: randomUUID(),
      requestHash: reason,
      reference: { kind: 'other', id: playerId },
      at: ctx.clock.now(),
    })
    if (!posted.ok) throw new Error(`the money of a closed account was not taken out: ${posted.refusal}`)
    await audit(tx, ctx, {
      action: 'closed-account-paid',
      playerId,
      before: { cash: String(cash) },
      after: { cash: String(cash - amount) },
      reason,
      detail: { amount: String(amount), currency },
    })
    return ok({ isRecorded, cash, before })
  })
}

async function lastRecorded(
  tx: Tx,
  { playerId, currency }: Pick<ClosedAccountPayment, 'playerId' | 'currency'>,
): Promise<Recorded | null> {
  const row = await tx
    .selectFrom('identity.audit')
    .select(['at', sql<string>`detail ->> 'amount'`.as('amount'), sql<string>`detail ->> 'reason'`.as('reason')])
    .where('player_id', '=', playerId)
    .where('action', '=', 'closed-account-paid')
    .where(sql`detail ->> 'currency'`, '=', currency)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { at: row.at, amount: BigInt(row.amount), reason: row.reason } : null
}
