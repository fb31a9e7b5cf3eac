/** Debts that operators have written off, as the audit log has them: those of payments and those of sports bets. */
import { sql } from 'kysely'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import type { Tx } from '../deps.ts'
import { nameOfActor } from '../kernel/actor.ts'
import type { DeskCtx } from '../kernel/http/desk-session.ts'
import { thresholdWindowMs } from './thresholds.ts'

type Amount = { amount: bigint; currency: string }

/** What counts together with another debt of the player for the threshold. Call it with the lock on the player. */
export async function debtsWrittenOffLately(tx: Tx, { clock }: DeskCtx, playerId: string): Promise<Amount[]> {
  return tx
    .selectFrom('identity.audit')
    .select([
      sql<bigint>`(detail ->> 'amount')::bigint`.as('amount'),
      sql<string>`detail ->> 'currency'`.as('currency'),
    ])
    .where('player_id', '=', playerId)
    .where('action', 'in', ['payment-debt-cleared', 'sports-debt-cleared'])
    .where('at', '>', new Date(clock.now().getTime() - thresholdWindowMs))
    .execute()
}

type WrittenOff = { of: 'invoice' | 'bet'; id: string; reason: string }

/**
 * The answer where no debt is left: the first one to whoever repeats the act because its answer was lost, and to others
 * who has written it off.
 */
export async function answerOfWrittenOff(
  { db, actor }: DeskCtx,
  { of, id, reason }: WrittenOff,
): Promise<Result<Amount, 'noDebt'>> {
  const last = await db.kysely
    .selectFrom('identity.audit')
    .select(['actor', sql<{ amount: string; currency: string; reason: string }>`detail`.as('detail')])
    .where('action', '=', of === 'bet' ? 'sports-debt-cleared' : 'payment-debt-cleared')
    .where(sql`detail ->> ${of}::text`, '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return refuse('noDebt')
  const { amount, currency } = last.detail
  if (last.actor === nameOfActor(actor) && last.detail.reason === reason)
    return ok({ amount: BigInt(amount), currency })
  return refuse('noDebt', { message: `${last.actor?.replace('operator:', '') ?? 'Somebody'} has written it off.` })
}
