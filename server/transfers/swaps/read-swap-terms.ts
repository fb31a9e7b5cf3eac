/** Rate, spread and bounds of a swap, shown before an amount is entered. */
import { ok, type RefusalOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import { toWire } from '#contract/money.ts'
import type { readSwapTerms as contract, SwapTerms } from '#contract/swaps.ts'
import type { PlayerCtx } from '../../deps.ts'
import { shownRate } from './internal/rate.ts'
import { leftToday, maxWithin, readTerms } from './internal/terms.ts'

type Answer = Result<SwapTerms, RefusalOf<typeof contract>>

export async function readSwapTerms(ctx: PlayerCtx, currencies: VerbInput<typeof contract>): Promise<Answer> {
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    const terms = await readTerms(tx, ctx, currencies)
    if (!terms.ok) return terms
    const { pair, toBase, min } = terms.value
    const most = maxWithin(await leftToday(tx, ctx, ctx.caller.player.id), toBase)
    return ok({
      rate: shownRate(pair),
      spreadPercent: pair.spreadPercent,
      min: toWire(min),
      max: most > highest ? Number(highest) : toWire(most),
    })
  })
}

const highest = BigInt(Number.MAX_SAFE_INTEGER)
