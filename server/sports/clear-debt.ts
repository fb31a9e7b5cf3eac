/** An operator's decision that a player need not pay what is owed for a bet. */
import type { LedgerDeps } from '../deps.ts'
import { ok, refuse, type Result } from '#contract/endpoint.ts'
import { toSubunits } from '#contract/money.ts'
import { lockWallets, sportsDebtCleared } from '../ledger/index.ts'
import { fromDecimal } from '../kernel/decimal.ts'
import { audit } from '../kernel/audit.ts'
import type { OperatorActor } from '../kernel/actor.ts'

type Refusal = 'betNotFound' | 'noDebt' | 'changedMeanwhile'

/** `seen`: what is owed as the operator has read it, in units of the currency. */
export async function clearDebt(
  ctx: LedgerDeps & { actor: OperatorActor },
  { betId, reason, seen }: { betId: string; reason: string; seen: string },
): Promise<Result<{ amount: bigint; currency: string }, Refusal>> {
  return ctx.db.transaction(async (tx): Promise<Result<{ amount: bigint; currency: string }, Refusal>> => {
    const known = await tx.selectFrom('sports.bets').select('player_id').where('id', '=', betId).executeTakeFirst()
    if (!known) return refuse('betNotFound')
    await lockWallets(tx, known.player_id)
    const bet = await tx
      .selectFrom('sports.bets')
      .select(['id', 'player_id', 'currency', 'debt', 'sequence'])
      .where('id', '=', betId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (bet.debt === 0n) return refuse('noDebt')
    if (fromDecimal(seen, bet.currency) !== bet.debt) return refuse('changedMeanwhile')
    const wallet = { playerId: bet.player_id, currency: bet.currency }
    const posted = await ctx.ledger.postIn(tx, {
      ...sportsDebtCleared.of({ ...wallet, amount: toSubunits(bet.debt) }),
      wallet,
      actor: `operator:${ctx.actor.id}`,
      idempotencyKey: `debt-cleared:${bet.id}:${bet.sequence}:${bet.debt}`,
      requestHash: reason,
      reference: { kind: 'bet', id: bet.id },
      at: ctx.clock.now(),
    })
    if (!posted.ok || posted.value.isReplay) throw new Error('a debt was not cleared')
    await tx.updateTable('sports.bets').set({ debt: 0n }).where('id', '=', bet.id).execute()
    await audit(tx, ctx, {
      action: 'sports-debt-cleared',
      playerId: bet.player_id,
      before: { debt: String(bet.debt) },
      after: { debt: '0' },
      reason,
      detail: { bet: bet.id, amount: String(bet.debt), currency: bet.currency },
    })
    return ok({ amount: bet.debt, currency: bet.currency })
  })
}
