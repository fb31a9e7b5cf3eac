/** A player's total stakes and wins in a period, shown above its entries. */
import { ok, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type { readPlayTotals as contract } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import { readTotals, sumOpenStakes } from '../ledger/index.ts'

export async function readPlayTotals(
  ctx: PlayerCtx,
  period: VerbInput<typeof contract>,
): Promise<Result<ReplyOf<typeof contract>>> {
  const { kysely } = ctx.db
  const { id: playerId } = ctx.caller.player
  const [totals, open] = await Promise.all([
    readTotals(kysely, playerId, period),
    sumOpenStakes(kysely, { playerId, from: period.from, to: period.to }),
  ])
  const inPlayIn = (code: string) => {
    const own = open.find(({ currency }) => currency === code)
    return own ? own.rounds + own.bets : 0n
  }
  return ok(
    totals.map(({ currency, staked, stakedFromBonus, won }) => ({
      // The rollback of a bet from an earlier period can make the total stake of this one negative.
      currency,
      staked: toWire(staked < 0n ? 0n : staked),
      stakedFromBonus: toWire(stakedFromBonus < 0n ? 0n : stakedFromBonus),
      won: toWire(won),
      inPlay: toWire(inPlayIn(currency)),
      net: toWire(won - staked + inPlayIn(currency)),
    })),
  )
}
