/**
 * Quotes a swap. The amounts are stored and valid until the quote expires or the rate moves by more than the spread. A
 * player has at most one open quote for two currencies, and so cannot collect quotes and choose the best. Amounts are
 * exact fractions rounded down, so no sequence of swaps returns more than it took.
 */
import { ok, type RefusalOf, refuse, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { quoteSwap as contract, SwapQuote } from '#contract/swaps.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { mayAttempt, perMinute } from '../../kernel/attempts.ts'
import { refuseWhereRestricted } from '../../reference/index.ts'
import { presentQuote } from './internal/quotes.ts'
import { lockStatus } from '../../identity/index.ts'
import { convert, convertUp, shownRate } from './internal/rate.ts'
import { leftToday, readTerms } from './internal/terms.ts'

type Answer = Result<SwapQuote, RefusalOf<typeof contract>>

/** Limited because each quote is a row until it expires. */
const quotesAMinute = perMinute(60)

export async function quoteSwap(ctx: PlayerCtx, { from, to, amount }: VerbInput<typeof contract>): Promise<Answer> {
  const restricted = refuseWhereRestricted(ctx)
  if (restricted) return restricted
  const { id: playerId } = ctx.caller.player
  if (!(await mayAttempt(ctx, [{ key: `swap-quotes:${playerId}`, limit: quotesAMinute }])))
    return refuse('tooManyAttempts')
  return ctx.db.transaction(async (tx): Promise<Answer> => {
    await lockStatus(tx, playerId)
    const terms = await readTerms(tx, ctx, { from, to })
    if (!terms.ok) return terms
    const { pair, toBase, ratesVersion, min } = terms.value
    if (amount < min) return refuse('amountTooSmall')
    const inBase = convertUp(amount, toBase)
    if (inBase > (await leftToday(tx, ctx, playerId))) return refuse('dailyLimitReached')
    const now = ctx.clock.now()
    await endOpenQuotes(tx, { playerId, currencies: [from, to], now })
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

/** Ends open quotes of the two currencies in either direction. The player is locked, as for a confirmation. */
async function endOpenQuotes(
  tx: Tx,
  { playerId, currencies, now }: { playerId: string; currencies: string[]; now: Date },
): Promise<void> {
  await tx
    .updateTable('wallet.swaps')
    .set({ expires_at: now })
    .where('player_id', '=', playerId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('from_currency', 'in', currencies)
    .where('to_currency', 'in', currencies)
    .execute()
}
