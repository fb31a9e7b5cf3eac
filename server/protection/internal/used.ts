/** The used part of a deposit limit: every deposit of the whole account, in any currency. */
import type { Kysely } from 'kysely'
import { exchange } from '#contract/exchange.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import { ratesAt, sideOf, sumExchangedUp } from '../../reference/index.ts'
import { reservedForMs } from '../reservation.ts'
import type { Window } from './periods.ts'

/**
 * The sum in the limit's currency, `without` those invoices. Its own currency counts exactly, others at the rate of
 * each deposit, rounded up: a later rate changes no sum.
 */
export async function usedWithin(
  db: Kysely<Tables>,
  {
    playerId,
    currency,
    window,
    without = [],
  }: { playerId: string; currency: string; window: Window; without?: string[] },
): Promise<bigint> {
  const sums = await db
    .selectFrom('limits.deposits')
    .select(({ fn, ref }) => [
      'currency',
      fn.sum<string>('amount').as('amount'),
      sumExchangedUp(ref('amount'), ref('currency'), currency, ref('at')).as('worth'),
    ])
    .where('player_id', '=', playerId)
    .where('at', '>=', window.from)
    .where('at', '<', window.to)
    .where('released_at', 'is', null)
    .$if(without.length > 0, (query) => query.where('invoice_id', 'not in', without))
    .groupBy('currency')
    .execute()
  return sums.reduce((total, sum) => total + worthOf(sum, currency), 0n)
}

/** The part reserved by pending deposits, and when the last reservation ends. */
export async function reservedWithin(
  db: Kysely<Tables>,
  { playerId, currency, window }: { playerId: string; currency: string; window: Window },
): Promise<{ amount: bigint; until: Date | null }> {
  const sums = await db
    .selectFrom('limits.deposits')
    .select(({ fn, ref }) => [
      'currency',
      fn.sum<string>('amount').as('amount'),
      fn.max('at').as('last'),
      sumExchangedUp(ref('amount'), ref('currency'), currency, ref('at')).as('worth'),
    ])
    .where('player_id', '=', playerId)
    .where('at', '>=', window.from)
    .where('at', '<', window.to)
    .where('released_at', 'is', null)
    .where('is_credited', '=', false)
    .groupBy('currency')
    .execute()
  const last = Math.max(...sums.map((sum) => sum.last.getTime()))
  return {
    amount: sums.reduce((total, sum) => total + worthOf(sum, currency), 0n),
    until: sums.length > 0 ? new Date(last + reservedForMs) : null,
  }
}

type Sum = { currency: string; amount: string; worth: bigint | null }

function worthOf(sum: Sum, currency: string): bigint {
  if (sum.currency === currency) return BigInt(sum.amount)
  if (sum.worth === null) throw new Error(`no rate between ${sum.currency} and ${currency}`)
  return sum.worth
}

/** The current value of an amount in another currency, rounded up. A currency that is switched off still has a rate. */
export async function inCurrency(
  db: Kysely<Tables>,
  amount: bigint,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<bigint> {
  if (from === to) return amount
  const rates = await ratesAt(db, now)
  return exchange(amount, sideOf(from, rates), sideOf(to, rates), 'up')
}
