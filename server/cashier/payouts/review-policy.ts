/**
 * Which withdrawals an operator reviews before they are sent. Decided under the player's lock, because it depends on a
 * sum.
 */
import { exchange } from '#contract/exchange.ts'
import { InvoiceStatus, InvoiceType } from '#contract/payments.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { KernelDeps } from '../../deps.ts'
import type { LaterReviewReason } from '../../kernel/player-lifecycle.ts'
import { hasRemovedFactors, lockIsVerified } from '../../identity/index.ts'
import { baseCurrency, findCurrency, ratesAt, sideOf, sumExchangedUp } from '../../reference/index.ts'
import { owesForPayments } from '../debts/collect-debts.ts'
import { hasDebt } from '../../sports/index.ts'

/**
 * `amount`: above the automatic limit of a day. `unverified`: the identity is not verified. `flagged`: a payment of
 * this player is flagged. `debt`: the player owes for corrected bets or reversed payments. `blocked`: an operator has blocked the player.
 * `factors`: an operator has removed the player's second factors in the last days. `prepared`: requested before the owner
 * of the address proved that, perhaps by another person.
 */
export type ReviewReason = LaterReviewReason | 'amount' | 'unverified'
type WithdrawalRequest = { playerId: string; currency: string; amount: bigint }

const dayMs = 86_400_000

/** Empty if it may be sent automatically, as far as the wallets decide nothing. */
export async function reviewReasons(tx: Tx, deps: KernelDeps, request: WithdrawalRequest): Promise<ReviewReason[]> {
  const { settings, clock } = deps
  const { autoLimit, reviewsUnverified } = settings.withdrawals
  const isVerified = await lockIsVerified(tx, request.playerId)
  const since = new Date(clock.now().getTime() - dayMs)
  const worth = await worthOf(tx, request, clock.now())
  const before = await automaticSince(tx, request.playerId, since)
  const reasons: ReviewReason[] = []
  const most = autoLimit * findCurrency(baseCurrency)!.subunitToUnit
  // Without a rate a review is always required.
  if (worth === null || before === null || Number(before + worth) > most) reasons.push('amount')
  if (reviewsUnverified && !isVerified) reasons.push('unverified')
  const flagged = await tx
    .selectFrom('payments.invoices')
    .select('id')
    .where('player_id', '=', request.playerId)
    .where('flag', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (flagged) reasons.push('flagged')
  if (await hasRemovedFactors(tx, deps, request.playerId)) reasons.push('factors')
  return reasons
}

/** Once the wallet is locked, as it is while a correction takes back what is there. */
export async function reviewReasonsOfWallet(tx: Tx, playerId: string): Promise<ReviewReason[]> {
  return (await hasDebt(tx, playerId)) || (await owesForPayments(tx, playerId)) ? ['debt'] : []
}

/**
 * Withdrawals sent or queued without review, in the base currency at the rates of their time: many small ones count as
 * one large one. Null if a rate is missing.
 */
async function automaticSince(tx: Tx, playerId: string, since: Date): Promise<bigint | null> {
  const sums = await tx
    .selectFrom('payments.invoices')
    .select(({ ref }) => [sumExchangedUp(ref('amount'), ref('currency'), baseCurrency, ref('created_at')).as('worth')])
    .where('player_id', '=', playerId)
    .where('type', '=', InvoiceType.withdrawal)
    .where('status', 'in', [InvoiceStatus.pending, InvoiceStatus.success])
    .where('review', 'is', null)
    .where('created_at', '>', since)
    .groupBy('currency')
    .execute()
  return sums.reduce<bigint | null>((total, { worth }) => (total === null || worth === null ? null : total + worth), 0n)
}

/** In the base currency. Null if a rate is missing. */
async function worthOf(tx: Tx, { amount, currency }: WithdrawalRequest, now: Date): Promise<bigint | null> {
  const rates = await ratesAt(tx, now)
  if (rates[currency] === undefined || !findCurrency(currency)) return null
  return exchange(amount, sideOf(currency, rates), sideOf(baseCurrency, rates), 'up')
}
