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

/** Executes the quote while the player is locked. */
async function swap(ctx: PlayerCtx, tx: Tx, id: string): Promise<Answer> {
  const { id: playerId } = ctx.caller.player
  const isActive = (await lockStatus(tx, playerId)) === 'active'
  const row = await findQuote(tx, playerId, id)
  if (!row) return refuse('quoteNotFound')
  // A swap that was executed before gets its first answer again, whatever has changed since.
  if (row.confirmed_at) return ok(await present(ctx, tx, row))
  if (!isActive) return refuse('playerLimited')
  if (row.expires_at <= ctx.clock.now()) return refuse('quoteExpired')
  const { from_currency: from, to_currency: to } = row
  // This check comes early, so that of many concurrent swaps all but one end here; posting checks the balance again.
  const source = await findAccountIn(tx, { playerId, currency: from })
  if (!source || source.withdrawalBalance < row.from_amount) return refuse('insufficientFunds')
  if (await isExcludedIn(tx, ctx, playerId)) return refuse('playerExcluded')
  const terms = await readTerms(tx, ctx, { from, to })
  if (!terms.ok) return terms
  if (isBeyondSpread(await quotedPair(tx, row, terms.value.pair), terms.value.pair)) return refuse('rateChanged')
  if (row.base_amount > (await leftToday(tx, ctx, playerId))) return refuse('dailyLimitReached')
  // This also locks all wallets of the player, so that no bet or withdrawal changes what is checked from here on.
  await openAccount(tx, { playerId, currency: to, active: false })
  await lockOpenSession(tx, ctx)
  if (ctx.settings.turnoverMultiplier > 0 && (await turnoverOf(tx, { playerId, currency: from })).left > 0n)
    return rollback(refuse('turnoverOpen'))
  if (await hasOpenBonus(tx, { playerId, currency: from })) return rollback(refuse('bonusIsOpen'))
  const debited = await post(ctx, tx, row, swapOut, { currency: from, amount: row.from_amount })
  if (!debited.ok) return rollback(refuse('insufficientFunds'))
  const credited = await post(ctx, tx, row, swapIn, { currency: to, amount: row.to_amount })
  if (!credited.ok) return rollback(refuse('balanceTooLarge'))
  const confirmed = await tx
    .updateTable('wallet.swaps')
    .set({ confirmed_at: ctx.clock.now() })
    .where('id', '=', row.id)
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

/** Finds a quote. The player must be locked, because quotes are confirmed only under that lock. */
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
