/** Quotes a swap: the amounts are stored, and valid until the quote expires, wherever the rate moves meanwhile. */
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { quoteSwap as contract, SwapQuote } from '#contract/swaps.ts'
import type { PlayerCtx } from '../../deps.ts'
import { mayAttempt } from '../../platform/attempts.ts'
import { refuseWhereRestricted } from '../reference/refuse-where-restricted.ts'
import { presentQuote } from './internal/quotes.ts'
import { convert, convertUp, shownRate } from './internal/rate.ts'
import { leftToday, readTerms } from './internal/terms.ts'

type Answer = Result<SwapQuote, RefusalOf<typeof contract>>

/** Each is a row until it expires. */
const quotesAMinute = { max: 60, windowSeconds: 60 }

export async function quoteSwap(ctx: PlayerCtx, { from, to, amount }: VerbInput<typeof contract>): Promise<Answer> {
  const restricted = refuseWhereRestricted(ctx)
  if (restricted) return restricted
  const { id: playerId } = ctx.caller.player
  if (!(await mayAttempt(ctx, [{ key: `swap-quotes:${playerId}`, limit: quotesAMinute }])))
    return refuse('tooManyAttempts')
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    const terms = await readTerms(tx, ctx, { from, to })
    if (!terms.ok) return terms
    const { pair, worth, ratesVersion, min } = terms.value
    if (amount < min) return refuse('amountTooSmall')
    const inBase = convertUp(amount, worth)
    if (inBase > (await leftToday(tx, ctx, playerId))) return refuse('dailyLimitReached')
    const now = ctx.clock.now()
    const row = await tx
      .insertInto('wallet.swaps')
      .values({
        player_id: playerId,
        from_currency: from,
        to_currency: to,
        from_amount: amount,
        to_amount: convert(amount, pair),
        base_amount: inBase,
        rates_version: ratesVersion,
        rate: shownRate(pair),
        spread_percent: String(pair.spreadPercent),
        quoted_at: now,
        expires_at: new Date(now.getTime() + ctx.settings.swaps.quoteMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return ok(presentQuote(row, now))
  })
}
