/** Debts of corrected payouts, paid out of the player's next payouts: the oldest first. */
import { sql } from 'kysely'
import { toSubunits } from '#contract/money.ts'
import type { LedgerDeps, Tx } from '../../deps.ts'
import { sportsDebtPaid } from '../../ledger/index.ts'

/** Returns what was paid. The wallet is locked. `atMost`: the cash that a payout has just credited. */
export async function payDebts(
  ctx: LedgerDeps,
  tx: Tx,
  { wallet, atMost, cause }: { wallet: { playerId: string; currency: string }; atMost: bigint; cause: string },
): Promise<bigint> {
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
  const paid = owed
    .map((bet) => {
      const amount = bet.debt < left ? bet.debt : left
      left -= amount
      return { ...bet, amount }
    })
    .filter(({ amount }) => amount > 0n)
  if (paid.length === 0) return 0n
  const posted = await ctx.ledger.postAllIn(
    tx,
    paid.map(({ id, bet_id, sportsbook, amount }) => ({
      ...sportsDebtPaid.of({ ...wallet, amount: toSubunits(amount) }),
      actor: `sportsbook:${sportsbook}`,
      idempotencyKey: `debt:${bet_id}:${cause}`,
      requestHash: String(amount),
      reference: { kind: 'bet' as const, id },
      at: ctx.clock.now(),
    })),
  )
  for (const each of posted) if (!each.ok) throw new Error(`a debt was not paid: ${each.refusal}`)
  await sql`UPDATE sports.bets SET debt = debt - paid.amount
    FROM unnest(${paid.map(({ id }) => id)}::uuid[], ${paid.map(({ amount }) => amount)}::bigint[]) AS paid (id, amount)
    WHERE bets.id = paid.id`.execute(tx)
  return atMost - left
}
