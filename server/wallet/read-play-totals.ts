/** A player's total stakes and wins in a period, shown above its entries. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type { readPlayTotals as contract } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import { readTotals } from '../ledger/index.ts'

export async function readPlayTotals(
  ctx: PlayerCtx,
  period: VerbInput<typeof contract>,
): Promise<Result<ReplyOf<typeof contract>>> {
  const totals = await readTotals(ctx.db.kysely, ctx.caller.player.id, period)
  return ok(
    totals.map(({ currency, staked, stakedFromBonus, won }) => ({
      // The rollback of a bet from an earlier period can make the total stake of this one negative.
      currency,
      staked: toWire(staked < 0n ? 0n : staked),
      stakedFromBonus: toWire(stakedFromBonus < 0n ? 0n : stakedFromBonus),
      won: toWire(won),
      net: toWire(won - staked),
    })),
  )
}
