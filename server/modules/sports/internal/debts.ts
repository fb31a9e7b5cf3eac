/** Debts of corrected payouts, paid out of the player's next payouts: the oldest first. */
import { toSubunits } from '#contract/money.ts'
import type { Ctx, Tx } from '../../../deps.ts'
import { sportsDebtPaid } from '../../../ledger/kinds.ts'

/** The wallet is locked. `atMost`: the cash that a payout has just brought. */
export async function payDebts(
  ctx: Pick<Ctx, 'ledger' | 'clock'>,
  tx: Tx,
  { wallet, atMost, cause }: { wallet: { playerId: string; currency: string }; atMost: bigint; cause: string },
): Promise<void> {
  const owed = await tx
    .selectFrom('sports.bets')
    .select(['id', 'bet_id', 'sportsbook', 'debt'])
    .where('player_id', '=', wallet.playerId)
    .where('currency', '=', wallet.currency)
    .where('debt', '>', 0n)
    .orderBy('changed_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  let left = atMost
  for (const bet of owed) {
    if (left === 0n) return
    const amount = bet.debt < left ? bet.debt : left
    left -= amount
    const posted = await ctx.ledger.postIn(tx, {
      ...sportsDebtPaid.of({ ...wallet, amount: toSubunits(amount) }),
      actor: `sportsbook:${bet.sportsbook}`,
      idempotencyKey: `debt:${bet.bet_id}:${cause}`,
      requestHash: String(amount),
      reference: { kind: 'bet', id: bet.id },
      at: ctx.clock.now(),
    })
    if (!posted.ok) throw new Error(`a debt was not paid: ${posted.refusal}`)
    await tx
      .updateTable('sports.bets')
      .set({ debt: bet.debt - amount })
      .where('id', '=', bet.id)
      .execute()
  }
}
