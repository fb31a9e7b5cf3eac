/** Executes a quote: debits one currency and credits the other, in one transaction, exactly as quoted or not at all. */
import { ok, type RefusalOf, refuse, type ReplyOf, type Result, type VerbInput } from '#contract/endpoint.ts'
import type { Subunits } from '#contract/money.ts'
import type { confirmSwap as contract } from '#contract/swaps.ts'
import { rollback } from '../../kernel/db/connect.ts'
import type { PlayerCtx, Tx } from '../../deps.ts'
import { type FixedKind, type PostResult, swapIn, swapOut } from '../../ledger/index.ts'
import { hasOpenBonus } from '../../bonuses/index.ts'
import { isExcludedIn, turnoverOf } from '../../protection/index.ts'
import { isIdle, lockOpenSession, lockStatus } from '../../identity/index.ts'
import { readVersion, refuseWhereRestricted } from '../../reference/index.ts'
import { findAccountIn, openAccount } from '../../wallet/index.ts'
import { labelOf, presentQuote, type QuoteRow } from './internal/quotes.ts'
import { isBeyondSpread, type Pair } from './internal/rate.ts'
import { leftToday, readTerms } from './internal/terms.ts'

type Answer = Result<ReplyOf<typeof contract>, RefusalOf<typeof contract>>

export async function confirmSwap(ctx: PlayerCtx, { id }: VerbInput<typeof contract>): Promise<Answer> {
  const restricted = refuseWhereRestricted(ctx)
  if (restricted) return restricted
  if (await isIdle(ctx)) return refuse('stepUpRequired')
  return ctx.db.transaction((tx) => swap(ctx, tx, id))
}

/** The quote is behind the player's lock. */
async function swap(ctx: PlayerCtx, tx: Tx, id: string): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  const isActive = (await lockStatus(tx, playerId)) === 'active'
  const quoted = await findQuote(tx, playerId, id)
  if (!quoted) return refuse('quoteNotFound')
  // Already executed: whatever has changed since, the first answer is repeated.
  if (quoted.confirmed_at) return ok(await present(ctx, tx, quoted))
  if (!isActive) return refuse('playerLimited')
  if (quoted.expires_at <= ctx.clock.now()) return refuse('quoteExpired')
  const { from_currency: from, to_currency: to } = quoted
  // Read again where it is taken; of many swaps at once all but one end here, early.
  const source = await findAccountIn(tx, { playerId, currency: from })
  if (!source || source.withdrawalBalance < quoted.from_amount) return refuse('insufficientFunds')
  if (await isExcludedIn(tx, ctx, playerId)) return refuse('playerExcluded')
  const terms = await readTerms(tx, ctx, { from, to })
  if (!terms.ok) return terms
  if (isBeyondSpread(await quotedPair(tx, quoted, terms.value.pair), terms.value.pair)) return refuse('rateChanged')
  if (quoted.base_amount > (await leftToday(tx, ctx, playerId))) return refuse('dailyLimitReached')
  // Also locks all wallets of the player, so that what follows is judged by what no bet or withdrawal changes.
  await openAccount(tx, { playerId, currency: to, active: false })
  await lockOpenSession(tx, ctx)
  if (ctx.settings.turnoverMultiplier > 0 && (await turnoverOf(tx, { playerId, currency: from })).left > 0n)
    return rollback(refuse('turnoverOpen'))
  if (await hasOpenBonus(tx, { playerId, currency: from })) return rollback(refuse('bonusIsOpen'))
  const taken = await post(ctx, tx, quoted, swapOut, { currency: from, amount: quoted.from_amount })
  if (!taken.ok) return rollback(refuse('insufficientFunds'))
  const credited = await post(ctx, tx, quoted, swapIn, { currency: to, amount: quoted.to_amount })
  if (!credited.ok) return rollback(refuse('balanceTooLarge'))
  const confirmed = await tx
    .updateTable('wallet.swaps')
    .set({ confirmed_at: ctx.clock.now() })
    .where('id', '=', quoted.id)
    .where('player_id', '=', playerId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return ok(await present(ctx, tx, confirmed))
}

/** The pair at the rates and the spread of the quote. */
async function quotedPair(tx: Tx, quote: QuoteRow, { from, to }: Pair): Promise<Pair> {
  const version = await readVersion(tx, 'rates', quote.rates_version)
  if (!version) throw new Error(`version ${quote.rates_version} of the rates is missing`)
  return {
    from: { ...from, rate: version.data[quote.from_currency]! },
    to: { ...to, rate: version.data[quote.to_currency]! },
    spreadPercent: Number(quote.spread_percent),
  }
}

/** Behind the player's lock, under which alone quotes are confirmed. */
function findQuote(tx: Tx, playerId: string, id: string): Promise<QuoteRow | undefined> {
  return tx
    .selectFrom('wallet.swaps')
    .selectAll()
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
}

function post(
  { ledger }: PlayerCtx,
  tx: Tx,
  quote: QuoteRow,
  kind: FixedKind,
  { currency, amount }: { currency: string; amount: bigint },
): Promise<PostResult> {
  return ledger.postIn(tx, {
    ...kind.of({ playerId: quote.player_id, currency, amount: amount as Subunits }),
    actor: `player:${quote.player_id}`,
    idempotencyKey: `${kind.name}:${quote.id}`,
    requestHash: '',
    reference: { kind: 'other', id: quote.id, label: labelOf(quote) },
  })
}

async function present(ctx: PlayerCtx, tx: Tx, quote: QuoteRow): Promise<ReplyOf<typeof contract>> {
  const accounts = []
  for (const currency of [quote.from_currency, quote.to_currency]) {
    const account = await findAccountIn(tx, { playerId: quote.player_id, currency })
    if (account) accounts.push(account)
  }
  return { swap: presentQuote(quote, ctx.clock.now()), accounts }
}
