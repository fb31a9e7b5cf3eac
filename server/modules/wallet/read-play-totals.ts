/** What a player staked and won in a period: shown before the entries of it. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type { readPlayTotals as contract } from '#contract/wallet.ts'
import type { PlayerCtx } from '../../deps.ts'
import { readTotals } from '../../ledger/statement.ts'

export async function readPlayTotals(
  ctx: PlayerCtx,
  period: VerbInput<typeof contract>,
): Promise<Result<ReplyOf<typeof contract>>> {
  const totals = await readTotals(ctx.db.kysely, ctx.caller.player.id, period)
  return ok(
    totals.map(({ currency, staked, stakedFromBonus, won }) => ({
      // A bet of an earlier period that was given back in this one may leave less than nothing staked.
      currency,
      staked: toWire(staked < 0n ? 0n : staked),
      stakedFromBonus: toWire(stakedFromBonus < 0n ? 0n : stakedFromBonus),
      won: toWire(won),
      net: toWire(won - staked),
    })),
  )
}
