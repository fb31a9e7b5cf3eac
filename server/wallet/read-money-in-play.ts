/** What a player has staked without a result yet, shown beside the balance that it has left. */
import { ok, type Ok } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type { MoneyInPlay } from '#contract/wallet.ts'
import type { PlayerCtx } from '../deps.ts'
import { sumOpenStakes } from '../ledger/index.ts'

export async function readMoneyInPlay(ctx: PlayerCtx): Promise<Ok<MoneyInPlay[]>> {
  const open = await sumOpenStakes(ctx.db.kysely, { playerId: ctx.caller.player.id })
  return ok(open.map(({ currency, rounds, bets }) => ({ currency, rounds: toWire(rounds), bets: toWire(bets) })))
}
